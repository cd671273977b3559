import { dayOf, startOfDay, addDays, type Ctx } from '#packages/core'
import { listAwayAmong, listAwayAt } from './away-queries.ts'
import { nameDuties } from './duty-kinds.ts'
import { listDutiesOf, type NewDuty, type Span } from './duty-queries.ts'

export interface Busy {
  /** Of all schools of the person, the earliest first. */
  duties: (NewDuty & { id: string })[]
  away: Span[]
}

/** What these members have to do between two moments, and when they are away. Callers must check the scope. */
export async function listBusy(
  ctx: Ctx,
  userIds: readonly string[],
  from: Date,
  to: Date,
): Promise<ReadonlyMap<string, Busy>> {
  const busy = new Map<string, Busy>(userIds.map((userId) => [userId, { duties: [], away: [] }]))
  for (const { askedId, ...duty } of await listDutiesOf(ctx.db, userIds, from, to)) busy.get(askedId)!.duties.push(duty)
  for (const { askedId, ...span } of await listAwayAmong(ctx.db, userIds, from, to)) busy.get(askedId)!.away.push(span)
  return busy
}

const overlaps = (one: Span, other: Span) => one.startsAt < other.endsAt && one.endsAt > other.startsAt

/** Whether the whole day of a time is away. */
function isWholeDay(away: Span, { startsAt }: Span) {
  const day = dayOf(startsAt)
  return away.startsAt <= startOfDay(day) && away.endsAt >= startOfDay(addDays(day, 1))
}

function describeAway(away: readonly Span[], span: Span): string | undefined {
  const missed = away.find((one) => overlaps(one, span))
  return missed && (isWholeDay(missed, span) ? '当日请假' : '该时段不在校')
}

/**
 * For each member why she is not free in one of these times, in words; an empty text means free. Why somebody is away is
 * never said.
 */
export async function freeAmong(
  ctx: Ctx,
  userIds: readonly string[],
  spans: readonly Span[],
): Promise<ReadonlyMap<string, string>> {
  if (spans.length === 0) return new Map(userIds.map((userId) => [userId, '']))
  const from = new Date(Math.min(...spans.map(({ startsAt }) => startsAt.getTime())))
  const to = new Date(Math.max(...spans.map(({ endsAt }) => endsAt.getTime())))
  const busy = await listBusy(ctx, userIds, from, to)
  const found = new Map(
    [...busy].map(([userId, { duties, away }]) => {
      const words = spans.map((span) => describeAway(away, span)).find((one) => one !== undefined)
      return [userId, { words, duty: duties.find((duty) => spans.some((span) => overlaps(duty, span))) }] as const
    }),
  )
  const named = [...found.values()].flatMap(({ words, duty }) => (duty && !words ? [duty] : []))
  const nameOf = await nameDuties(ctx, named)
  return new Map(
    [...found].map(([userId, { words, duty }]) => [userId, words ?? (duty ? `该时段已有${nameOf(duty)}` : '')]),
  )
}

export interface FreeQuestion extends Span {
  userId: string
  /** Duties of these records count as ended: they are changed together. */
  without: readonly string[]
}

/** For each question why the member is not free then, in words; an empty text means free. A few statements for all. */
export async function findFreeObstacles(ctx: Ctx, questions: readonly FreeQuestion[]): Promise<string[]> {
  if (questions.length === 0) return []
  const userIds = [...new Set(questions.map(({ userId }) => userId))]
  const from = new Date(Math.min(...questions.map(({ startsAt }) => startsAt.getTime())))
  const to = new Date(Math.max(...questions.map(({ endsAt }) => endsAt.getTime())))
  const busy = await listBusy(ctx, userIds, from, to)
  const found = questions.map((question) => {
    const { duties, away } = busy.get(question.userId)!
    return (
      describeAway(away, question) ??
      duties.find((duty) => overlaps(duty, question) && !question.without.includes(duty.ref))
    )
  })
  const nameOf = await nameDuties(
    ctx,
    found.filter((one) => typeof one === 'object'),
  )
  return found.map((one) => (typeof one === 'object' ? `该时段已有${nameOf(one)}` : (one ?? '')))
}

/** Who of an organisation is away between two moments, and when; never why. Callers must check the scope. */
export const listAway = (ctx: Pick<Ctx, 'db'>, orgId: string, from: Date, to: Date) =>
  listAwayAt(ctx.db, orgId, from, to)
