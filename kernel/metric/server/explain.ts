import { addDays, dayOf, findContribution, may, notFound, startOfDay, type Ctx } from '#packages/core'
import { readBookmarks } from './bookmark-queries.ts'
import { nightMark } from './count-facts.ts'
import { findMove, listLateRows, listNodesWithParent, type LateDay } from './explain-queries.ts'
import type { MetricNode } from './cell-queries.ts'
import { getMetrics, listMetrics, type Metric } from './metrics.ts'
import { mayRead } from './read-metric.ts'

/** The metrics that the caller may read somewhere; P3 is read nowhere. */
export const listReadableMetrics = (ctx: Ctx): Metric[] =>
  listMetrics(ctx).filter(
    ({ spec: { exposure }, permission }) =>
      exposure !== 'P3' && (exposure !== 'P2' || permission === 'staff' || may(ctx.actor, permission)),
  )

export interface ReadableNode extends MetricNode {
  parent: { id: string; name: string } | null
}

/** An organisation of which the caller may read one of the metrics; the one above it only if she may read that too. */
export async function getReadableNode(ctx: Ctx, codes: readonly string[], orgId: string): Promise<ReadableNode> {
  const metrics = getMetrics(ctx, codes)
  const isReadable = (node: MetricNode) => metrics.some((metric) => mayRead(ctx, metric, node))
  const [node] = await listNodesWithParent(ctx.db, [orgId])
  if (!node || !isReadable(node)) throw notFound('组织')
  const [above] = node.parentId === null ? [] : await listNodesWithParent(ctx.db, [node.parentId])
  const { parentId: _, ...facts } = node
  return { ...facts, parent: above && isReadable(above) ? { id: above.id, name: above.name } : null }
}

/** Of these organisations those of which the caller may read one of the metrics. */
export async function filterReadableOrgs(ctx: Ctx, codes: readonly string[], orgIds: readonly string[]) {
  const metrics = getMetrics(ctx, codes)
  const nodes = await listNodesWithParent(ctx.db, orgIds)
  return nodes.filter((node) => metrics.some((metric) => mayRead(ctx, metric, node)))
}

interface Period {
  from: string
  to: string
}

/** What happened to the figures of an organisation in a period: late figures, and a move in the tree. */
export async function listFigureEvents(
  ctx: Ctx,
  codes: readonly string[],
  { node, from, to }: Period & { node: MetricNode },
): Promise<{ late: LateDay[]; movedOn: string | undefined }> {
  return {
    late: await listLateRows(ctx.db, { codes, path: node.path, from, to }),
    movedOn: await findMove(ctx.db, { orgId: node.id, from, to }),
  }
}

/** 00:25, as in the schedule of the job. */
const nightlyAtMs = 25 * 60_000

/** When today will be counted, as a sentence; null on a day off, and as soon as the night has begun the day. */
export async function describeNextCount(ctx: Ctx, metric: Metric, orgId: string): Promise<string | null> {
  const today = dayOf(ctx.now)
  const days = await findContribution(ctx, 'workDays')?.(ctx, [orgId], today, today)
  const isOff = days?.get(orgId)?.some(({ isWorking }) => !isWorking) ?? false
  if (metric.isOfWorkDays && isOff) return null
  const counted = (await readBookmarks(ctx.db, [nightMark])).get(nightMark)
  if (counted && dayOf(counted) >= today) return null
  const isEarly = ctx.now.getTime() < startOfDay(today).getTime() + nightlyAtMs
  return `今日数据将在${isEarly ? '' : `${addDays(today, 1).slice(5)} `}00:25后生成`
}
