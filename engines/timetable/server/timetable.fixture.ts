import { newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import type { TestDatabase } from '#packages/testing'
import { twoSchools } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'

const rights = [
  'timetable.read',
  'timetable.edit',
  'timetable.auto',
  'timetable.publish',
  'term.edit',
  'class.read',
  'class.edit',
  'teaching.edit',
  'subject.edit',
]

/** Two schools with somebody in charge of teaching affairs at each. */
export async function createTimetableSchools(ctx: Ctx) {
  const { bureau, school, other } = await twoSchools(ctx)
  const inCharge = async (at: typeof school): Promise<Actor> => {
    const teacher = await aTeacher(ctx, { at, since: '2020-08-01' })
    return { ...teacher, permissions: new Map(rights.map((right) => [right, orgTreeScope(at)])) }
  }
  return { bureau, school, other, office: await inCharge(school), neighbour: await inCharge(other) }
}

/** Runs a function as an actor at a moment. */
export const atMoment =
  (database: Pick<TestDatabase, 'as'>) =>
  <T>(actor: Actor, now: Date, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    database.as(actor, (ctx) => work({ ...ctx, now, requestId: newId() }))
