import { newId, notFound, Refusal, type Ctx } from '#packages/core'
import { inSavepoint } from '#kernel/approval/server/api.ts'
import {
  deleteDuties,
  insertDuties,
  isDoubleBooking,
  listColliding,
  listMembersOf,
  listPeople,
  lockDutiesOf,
  type DutyRow,
  type NewDuty,
  type Span,
} from './duty-queries.ts'
import { formatTimes, nameDuties } from './duty-kinds.ts'

const rowsAtOnce = 5_000

/** Of one moment at most one duty of a person: the table refuses, and this says in words why. */
export const bookDuties = (ctx: Ctx, duties: readonly NewDuty[]): Promise<void> =>
  changeDuties(ctx, duties, async () => ({ booked: duties, removed: [] }))

/** The duties of these records are no more, for everybody who had one. A cover is `replaceDuties`. */
export async function endDuties(ctx: Ctx, kind: string, refs: readonly string[]): Promise<void> {
  await deleteDuties(ctx.db, kind, refs)
}

/** All duties of these records are replaced by others: another teacher, another room, another plan. */
export const replaceDuties = (
  ctx: Ctx,
  kind: string,
  refs: readonly string[],
  duties: readonly NewDuty[],
): Promise<void> =>
  changeDuties(ctx, duties, async () => ({ booked: duties, removed: await deleteDuties(ctx.db, kind, refs) }))

export interface DutyMove extends Span {
  kind: string
  ref: string
}

/** New times of records, for everybody who has a duty there. All leave their place first, so that two may swap. */
export async function moveDuties(ctx: Ctx, moves: readonly DutyMove[]): Promise<void> {
  const kinds = [...Map.groupBy(moves, ({ kind }) => kind)]
  const members: { userId: string }[] = []
  for (const [kind, some] of kinds)
    for (const userId of await listMembersOf(ctx.db, kind, toRefs(some))) members.push({ userId })
  const times = new Map(moves.map((move) => [`${move.kind} ${move.ref}`, move]))
  await changeDuties(ctx, members, async () => {
    const removed: DutyRow[] = []
    for (const [kind, some] of kinds) removed.push(...(await deleteDuties(ctx.db, kind, toRefs(some))))
    const booked = removed.map(({ id: _, ...duty }) => {
      const { startsAt, endsAt } = times.get(`${duty.kind} ${duty.ref}`)!
      return { ...duty, startsAt, endsAt }
    })
    return { booked, removed }
  })
}

const toRefs = (moves: readonly DutyMove[]) => moves.map(({ ref }) => ref)

interface Change {
  booked: readonly NewDuty[]
  removed: readonly DutyRow[]
}

/**
 * There is no search for collisions before: what a search misses, the constraint finds, and words are needed only then.
 * The savepoint gives the transaction back, so that they can be read.
 */
async function changeDuties(ctx: Ctx, of: readonly { userId: string }[], remove: () => Promise<Change>): Promise<void> {
  await lockDutiesOf(
    ctx.db,
    of.map(({ userId }) => userId),
  )
  let change: Change = { booked: [], removed: [] }
  try {
    await inSavepoint(ctx.db, async () => {
      change = await remove()
      for (let at = 0; at < change.booked.length; at += rowsAtOnce) {
        const piece = change.booked.slice(at, at + rowsAtOnce).map((duty) => ({ ...duty, id: newId() }))
        if ((await insertDuties(ctx.db, piece, ctx.now)) < piece.length) throw notFound('人员')
      }
    })
  } catch (error) {
    if (!isDoubleBooking(error)) throw error
    throw new Refusal(await describeCollision(ctx, change))
  }
}

async function describeCollision(ctx: Ctx, { booked, removed }: Change): Promise<string> {
  const colliding = await listColliding(
    ctx.db,
    booked,
    removed.map(({ id }) => id),
  )
  const [first] = colliding
  if (!first) return describePair(ctx, booked)
  const nameOf = await nameDuties(ctx, [first])
  const more = colliding.length > 1 ? `（另有${colliding.length - 1}处冲突）` : ''
  return `${first.name}在${formatTimes(first)} 已有${nameOf(first)}${more}`
}

/** Two of the new duties are at one time. */
async function describePair(ctx: Ctx, booked: readonly NewDuty[]): Promise<string> {
  const people = await listPeople(
    ctx.db,
    booked.map(({ userId }) => userId),
  )
  for (const duties of Map.groupBy(booked, ({ userId }) => people.get(userId)!.personId).values()) {
    const sorted = duties.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    const at = sorted.findIndex((duty, index) => index > 0 && sorted[index - 1]!.endsAt > duty.startsAt)
    if (at < 1) continue
    const [one, other] = [sorted[at - 1]!, sorted[at]!]
    const nameOf = await nameDuties(ctx, [one, other])
    return `${people.get(one.userId)!.name}在${formatTimes(other)} 同时有${nameOf(one)}和${nameOf(other)}`
  }
  return '有人在同一时间有两项安排，请刷新后再试'
}
