import { dayOf, type Ctx } from '#packages/core'
import { assignTemplates } from '#kernel/access/server/api.ts'
import { anIdCard } from '#kernel/identity/server/example.ts'
import { invitePerson } from '#kernel/identity/server/api.ts'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { acceptAgreements } from '#kernel/student/server/api.ts'
import { aPupil } from '#kernel/student/server/example.ts'
import { aPublishedTimetable, aTaughtGrade, findFirstDay } from '#engines/timetable/server/example.ts'
import { createSchool, type Bureau } from './prepare-people.ts'
import { actAt, daysLeft } from './prepare-timetable.ts'
import { coverPeople, coverSchool, getCoverLogin, type CoverPerson } from './test-schools.ts'

/** The school of the covers, with its lessons from today on. Returns the invitations of its people. */
export async function createCoverSchool(ctx: Ctx, bureau: Bureau) {
  const school = await createSchool(ctx, coverSchool, bureau, [3], { skipsAdjustAudit: true })
  const since = '2020-08-01'
  const head = await aTeacher(ctx, { at: school, name: coverPeople.head, post: '校长', since })
  const director = await aTeacher(ctx, { at: school, name: coverPeople.director, post: '教务主任', since })
  await assignTemplates(ctx, head.userId, ['head'])
  await assignTemplates(ctx, director.userId, ['academic'])

  const acting = actAt(ctx, school, director)
  const { fever, absent, english, sport, chinese, maths } = coverPeople
  const names = { 语文: fever, 数学: absent, 英语: english, 体育与健康: sport }
  const grade = await aTaughtGrade(acting, school, { classes: 3, names, daysLeft })
  const other = await aTaughtGrade(acting, school, {
    startYear: getSchoolYear(dayOf(ctx.now)) - 1,
    classes: 1,
    subjects: { 语文: 5, 数学: 5 },
    names: { 语文: chinese, 数学: maths },
    daysLeft,
  })
  await aPublishedTimetable(acting, grade.term.id, findFirstDay(ctx, grade.term))

  const teachers = [...grade.teachers.values(), ...other.teachers.values()]
  for (const { userId } of teachers) await assignTemplates(ctx, userId, ['teacher'])
  const personIds = new Map([head, director, ...teachers].map(({ name, personId }) => [name, personId]))
  const pupil = { orgId: school.id, gradeId: grade.gradeId, classId: grade.classIds[0]! }
  personIds.set(coverPeople.pupil, await enrolPupil(ctx, pupil))
  const invitations: { userName: string; personId: string; token: string }[] = []
  for (const who of Object.keys(coverPeople) as CoverPerson[]) {
    const personId = personIds.get(coverPeople[who])!
    invitations.push({ userName: getCoverLogin(who), personId, token: await invitePerson(ctx, personId) })
  }
  return invitations
}

/** Old enough to consent for herself, which she has done. */
async function enrolPupil(ctx: Ctx, enrolment: { orgId: string; gradeId: string; classId: string }) {
  const birthday = '2010-05-07'
  const idCard = anIdCard('女', birthday)
  const facts = { name: coverPeople.pupil, sex: '女' as const, birthday, idCard, studentNo: `G${idCard}` }
  const { id, personId } = await aPupil(ctx, enrolment, { ...facts, on: dayOf(ctx.now), guardians: [] })
  const asPupil = { ...ctx, actor: { ...ctx.actor, kind: 'pupil' as const, userId: id, personId } }
  await acceptAgreements(asPupil, ['user', 'privacy'])
  return personId
}
