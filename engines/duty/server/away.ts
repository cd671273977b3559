import { dayOf, newId, notFound, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { awayChanged } from '../contract.ts'
import { deleteAway, insertAway, listAwayOfRecord } from './away-queries.ts'
import type { Span } from './duty-queries.ts'

export interface Away {
  /** The module that knows why: teacher-leave. */
  source: string
  /** Its record. */
  ref: string
  userId: string
  /** All times of the record; none: she is not away because of it any more. */
  spans: readonly Span[]
}

const toKeys = (userId: string, spans: readonly Span[]) =>
  spans.map(({ startsAt, endsAt }) => `${userId} ${startsAt.toISOString()} ${endsAt.toISOString()}`)

/** Says when somebody is away because of a record, instead of what was said before. The owner locks its record. */
export async function setAway(ctx: Ctx, { source, ref, userId, spans }: Away): Promise<void> {
  const before = await listAwayOfRecord(ctx.db, { source, ref })
  const after = spans.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const known = new Set(before.flatMap((span) => toKeys(span.userId, [span])))
  const wanted = new Set(toKeys(userId, after))
  const changed = [
    ...before.filter((span) => !toKeys(span.userId, [span]).every((key) => wanted.has(key))),
    ...after.filter((span) => !toKeys(userId, [span]).every((key) => known.has(key))),
  ]
  if (changed.length === 0) return
  await deleteAway(ctx.db, { source, ref })
  const rows = after.map((span) => ({ ...span, id: newId() }))
  if (rows.length > 0 && (await insertAway(ctx.db, { source, ref, userId }, rows, ctx.now)) === 0)
    throw notFound('人员')
  const from = dayOf(new Date(Math.min(...changed.map(({ startsAt }) => startsAt.getTime()))))
  // The end is the first moment after it: midnight belongs to the day before.
  const to = dayOf(new Date(Math.max(...changed.map(({ endsAt }) => endsAt.getTime())) - 1))
  await publish(ctx, awayChanged, { userId, source, ref, from, to })
}
