import { dayOf, newId, type Ctx } from '#packages/core'
import { findEnrolmentOn, insertLeave, type NewPupilLeave } from './leave-queries.ts'

/** Leave of a pupil, today unless told otherwise, as a row; without a flow nobody has a task. */
export async function aPupilLeave(
  ctx: Ctx,
  { studentId, ...more }: { studentId: string } & Partial<NewPupilLeave>,
): Promise<string> {
  const id = newId()
  const day = more.startsOn ?? dayOf(ctx.now)
  const enrolment = await findEnrolmentOn(ctx.db, studentId, day, null)
  if (!enrolment) throw new Error('the pupil is at no school that day')
  await insertLeave(
    ctx.db,
    {
      id,
      orgId: enrolment.orgId,
      studentId,
      classId: enrolment.classId,
      kind: 'sick',
      startsOn: day,
      startHalf: 'am',
      endsOn: day,
      endHalf: 'pm',
      periodIds: [],
      reason: null,
      symptoms: null,
      status: 'running',
      source: 'guardian',
      askedById: ctx.actor.personId,
      decidedById: null,
      ...more,
    },
    ctx.now,
  )
  return id
}
