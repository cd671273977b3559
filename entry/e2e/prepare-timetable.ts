import { addDays, dayOf, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { assignTemplates } from '#kernel/access/server/api.ts'
import { invitePerson } from '#kernel/identity/server/api.ts'
import {
  ensureDefaultPeriods,
  ensureTerms,
  listOrgTerms,
  listTeachingOfTerm,
  seedLessons,
} from '#kernel/schooling/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { aPublishedTimetable, aTaughtGrade, findFirstDay } from '#engines/timetable/server/example.ts'
import { createSchool } from './prepare-people.ts'
import { taughtSchool } from './test-schools.ts'

/** Weeks that are left of the term: the next Monday is in it, whatever today is. */
export const daysLeft = 28
const rights = ['timetable.read', 'timetable.edit', 'timetable.publish', 'teaching.edit', 'class.edit']

interface School {
  id: string
  path: string
}

/** Acts with these rights at the school, without a role that gives them. */
export const actAt = (ctx: Ctx, school: School, actor: Actor): Ctx => ({
  ...ctx,
  actor: { ...actor, orgId: school.id, permissions: new Map(rights.map((right) => [right, orgTreeScope(school)])) },
})

/** The school in which a timetable is made. Returns the invitation of its academic director. */
export async function createTaughtSchool(ctx: Ctx, bureau: School) {
  const { name, director, userName, teachers } = taughtSchool
  const school = await createSchool(ctx, name, bureau, [3])
  const inCharge = await aTeacher(ctx, { at: school, name: director, post: '教务主任', since: '2020-08-01' })
  await assignTemplates(ctx, inCharge.userId, ['academic'])
  const acting = actAt(ctx, school, inCharge)
  await aTaughtGrade(acting, school, { classes: 3, names: teachers, daysLeft })
  await ensureDefaultPeriods(acting, school.id)
  return { userName, personId: inCharge.personId, token: await invitePerson(ctx, inCharge.personId) }
}

interface TaughtClass {
  gradeId: string
  classId: string
  /** Who teaches it Chinese. */
  teacher: { userId: string; personId: string }
}

/** The lessons of a class and its teacher from today on, or from the first day of the next term. */
export async function publishLessons(ctx: Ctx, school: School, { gradeId, classId, teacher }: TaughtClass) {
  await ensureTerms(ctx)
  const last = addDays(dayOf(ctx.now), daysLeft)
  const terms = (await listOrgTerms(ctx, school.id)).toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  const term = terms.find(({ endsOn }) => endsOn >= last)!
  const acting = actAt(ctx, school, { ...ctx.actor, kind: 'staff', ...teacher })
  const taught = await listTeachingOfTerm(ctx, school.id, term.id)
  // In the holidays nobody has been assigned to the coming term yet.
  if (taught.every(({ assignments }) => assignments.length === 0)) {
    const { id: subjectId } = await ctx.db
      .selectFrom('v_subject')
      .select('id')
      .where('name', '=', '语文')
      .where('org_id', 'is', null)
      .executeTakeFirstOrThrow()
    await seedLessons(ctx, school.id, term.id, [{ gradeId, classId, subjectId, userId: teacher.userId, weekHours: 5 }])
  }
  await aPublishedTimetable(acting, term.id, findFirstDay(ctx, term))
}
