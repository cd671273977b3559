import { dayOf, listContributions, orNotFound, type Ctx } from '#packages/core'
import type { OpenExceptions as Declared } from '#packages/crud'
import { buildAppDataUrl } from '#kernel/metric/contract.ts'
import { createLinkFilter, type MetricReading } from '#kernel/metric/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import type { OpenException, OpenExceptions } from '../../contract.ts'
import { isSchool } from '../board/school-types.ts'
import { findModuleOf, matrixCodes, readReadable } from './board-metrics.ts'

/** What waits for somebody today, as far as the caller may see it: each number has the page with exactly these rows. */
export async function getOpenExceptions(ctx: Ctx): Promise<OpenExceptions> {
  const { orgId } = ctx.actor
  const day = dayOf(ctx.now)
  const { type } = orNotFound(await findUnitById(ctx, orgId), '组织')
  const readings = await readFigures(ctx, orgId, day)
  const items = isSchool(type) ? await countAtSchool(ctx, readings, day) : listOfBureau(ctx, readings, day)
  return { day, items: items.filter(({ count }) => count > 0) }
}

const listDeclared = (ctx: Ctx) => listContributions(ctx, 'openExceptions').toSorted((one, two) => one.sort - two.sort)

function readFigures(ctx: Ctx, orgId: string, day: string) {
  const declared = listDeclared(ctx).flatMap(({ metric }) => metric ?? [])
  return readReadable(ctx, { codes: [...new Set([...matrixCodes, ...declared])], orgId, from: day, to: day })
}

/** The list of the application for those who may open it, otherwise the figure. */
async function countAtSchool(ctx: Ctx, readings: readonly MetricReading[], day: string): Promise<OpenException[]> {
  const { orgId } = ctx.actor
  const mayOpen = createLinkFilter(ctx)
  const items: OpenException[] = []
  // One after the other: they share a connection.
  for (const one of listDeclared(ctx)) {
    const url = mayOpen(one.getLink({ orgId, day }))
    if (url) items.push({ ...present(one), count: await one.count(ctx, { orgId, day }), url })
    else items.push(...presentFigure(ctx, one, readings, day))
  }
  return items
}

/** The sums of the schools, and how many schools have not reported. */
const listOfBureau = (ctx: Ctx, readings: readonly MetricReading[], day: string): OpenException[] => [
  ...listDeclared(ctx).flatMap((one) => presentFigure(ctx, one, readings, day)),
  ...readings.flatMap(({ code, title, values }) => {
    const { reported = 0, expected = 0 } = values[0]?.complete ?? {}
    // Before the first of them has reported, nobody is late.
    const count = reported === 0 ? 0 : expected - reported
    return { key: `missing:${code}`, title: `未上报${title}`, unit: '所', count, url: buildFigureUrl(ctx, code, day) }
  }),
]

const present = ({ key, title, unit }: Declared) => ({ key, title, unit })

const buildFigureUrl = (ctx: Ctx, code: string, day: string) =>
  buildAppDataUrl({ key: findModuleOf(ctx, code)!, code, orgId: ctx.actor.orgId, from: day, to: day })

function presentFigure(ctx: Ctx, one: Declared, readings: readonly MetricReading[], day: string): OpenException[] {
  const value = readings.find(({ code }) => code === one.metric)?.values[0]?.value
  if (!one.metric || !value) return []
  return [{ ...present(one), count: value, url: buildFigureUrl(ctx, one.metric, day) }]
}
