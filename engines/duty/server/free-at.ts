import type { Ctx } from '#packages/core'
import { listAwayAt, listMissed, type AwayAt } from './away-at-queries.ts'
import { nameDuties } from './duty-kinds.ts'
import type { Span } from './duty-queries.ts'
import { describeAway, listBusy, overlaps } from './free.ts'

export interface MemberAt extends Span {
  userId: string
}

/** For each member and time the records for which she is away then. Callers must check the scope. */
export async function listAwayOf(ctx: Pick<Ctx, 'db'>, asked: readonly MemberAt[]): Promise<AwayAt[][]> {
  const found = Map.groupBy(asked.length > 0 ? await listAwayAt(ctx.db, asked) : [], ({ at }) => at)
  return asked.map((_, at) => found.get(at) ?? [])
}

/**
 * For each member and time why she is not free then, in words; an empty text means free. `freeAmong` asks whether
 * somebody is free in all of some times.
 */
export async function freeAt(ctx: Ctx, asked: readonly MemberAt[]): Promise<string[]> {
  if (asked.length === 0) return []
  const from = new Date(Math.min(...asked.map(({ startsAt }) => startsAt.getTime())))
  const to = new Date(Math.max(...asked.map(({ endsAt }) => endsAt.getTime())))
  const busy = await listBusy(ctx, [...new Set(asked.map(({ userId }) => userId))], from, to)
  const found = asked.map((one) => {
    const { away, duties } = busy.get(one.userId)!
    const missed = away.find((span) => overlaps(span, one))
    return { words: missed && describeAway(missed, one), duty: duties.find((duty) => overlaps(duty, one)) }
  })
  const nameOf = await nameDuties(
    ctx,
    found.flatMap(({ duty }) => duty ?? []),
  )
  return found.map(({ words, duty }) => words ?? (duty ? `该时段已有${nameOf(duty)}` : ''))
}

/** Duties of a time whose people are away then: nobody has taken them yet. Callers must check the scope. */
export const listMissedDuties = ({ db }: Pick<Ctx, 'db'>, kind: string, span: Span) => listMissed(db, kind, span)
