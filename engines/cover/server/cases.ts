import { orNotFound, type Ctx } from '#packages/core'
import { lockFlowOf } from '#kernel/approval/server/api.ts'
import { shareTree } from '#kernel/org/server/api.ts'
import { toMoment } from '#engines/timetable/server/api.ts'
import {
  listAsksOf,
  listLegsOf,
  listRequests,
  lockLessons,
  ofIds,
  type AskRow,
  type LegRow,
  type RequestRow,
} from './request-queries.ts'
import { openTexts } from './sealed-texts.ts'

type CaseCtx = Pick<Ctx, 'db' | 'actor'>

/** The approval of a change of lessons; the application defines it. */
export const coverSubject = 'lesson-change'

/** An ask with what was answered. */
export interface CaseAsk extends Omit<AskRow, 'note'> {
  note: string
}

/** A request with all that belongs to it. */
export interface CoverCase extends Omit<RequestRow, 'note'> {
  note: string
  legs: LegRow[]
  asks: CaseAsk[]
}

async function readCases(ctx: CaseCtx, ids: readonly string[], lock: boolean): Promise<CoverCase[]> {
  if (ids.length === 0) return []
  const requests = await listRequests(ctx.db, ofIds(ids), lock)
  const legs = Map.groupBy(await listLegsOf(ctx.db, ids), ({ requestId }) => requestId)
  const asks = Map.groupBy(await openAsks(ctx, await listAsksOf(ctx.db, ids)), ({ requestId }) => requestId)
  const notes = await openTexts(
    ctx,
    'note',
    requests.map(({ id, note }) => ({ requestId: id, text: note })),
  )
  return requests.map((request, at) => ({
    ...request,
    note: notes[at]!,
    legs: legs.get(request.id) ?? [],
    asks: asks.get(request.id) ?? [],
  }))
}

async function openAsks(ctx: CaseCtx, asks: readonly AskRow[]): Promise<CaseAsk[]> {
  const notes = await openTexts(
    ctx,
    'answer',
    asks.map(({ requestId, note }) => ({ requestId, text: note })),
  )
  return asks.map((one, at) => ({ ...one, note: notes[at]! }))
}

export const loadCases = (ctx: CaseCtx, ids: readonly string[]) => readCases(ctx, ids, false)

/**
 * For whoever acts on requests: the flows first, then the lessons, then the requests. Everybody takes the locks in this
 * order, so nobody waits in a circle.
 */
export async function lockCases(
  ctx: Ctx,
  ids: readonly string[],
  /** Other lessons that the act is about. */
  more: readonly string[] = [],
): Promise<CoverCase[]> {
  if (ids.length + more.length === 0) return []
  const audited = (await listRequests(ctx.db, ofIds(ids))).filter(({ status }) => status === 'auditing')
  if (audited.length > 0) await shareTree(ctx)
  for (const { id } of audited) await lockFlowOf(ctx, coverSubject, id)
  const lessonIds = (await listLegsOf(ctx.db, ids)).map(({ lessonId }) => lessonId)
  await lockLessons(ctx.db, [...lessonIds, ...more])
  return readCases(ctx, ids, true)
}

/** All of these, or they do not exist for the caller. */
export async function lockKnownCases(
  ctx: Ctx,
  ids: readonly string[],
  isKnown: (one: CoverCase) => boolean,
): Promise<CoverCase[]> {
  const wanted = [...new Set(ids)]
  const cases = await lockCases(ctx, wanted)
  orNotFound((cases.length === wanted.length && cases.every(isKnown)) || undefined, '代调课')
  return cases
}

/** Whether a lesson of the request has begun, or the time to which it would move is over. */
export const hasBegun = ({ now }: Pick<Ctx, 'now'>, { legs }: Pick<CoverCase, 'legs'>) =>
  legs.some(
    ({ day, begins, toDay, toBegins }) =>
      toMoment(day, begins) <= now || (toDay !== null && toMoment(toDay, toBegins!) <= now),
  )

/** What waits for somebody. */
export const openStatuses = ['open', 'asking', 'agreed', 'auditing'] as const
export const isOpen = ({ status }: Pick<RequestRow, 'status'>) => (openStatuses as readonly string[]).includes(status)
