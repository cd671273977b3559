import { dayOf, type Ctx } from '#packages/core'
import { assignTemplates } from '#kernel/access/server/api.ts'
import { anIdCard } from '#kernel/identity/server/example.ts'
import { invitePerson } from '#kernel/identity/server/api.ts'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { aPupil } from '#kernel/student/server/example.ts'
import { lessonsOnDay } from '#engines/timetable/server/example.ts'
import { createSchool, type Bureau } from './prepare-people.ts'
import { actAt } from './prepare-timetable.ts'
import { getRollLogin, rollMotherPhone, rollPeople, rollPupils, rollSchool, type RollPerson } from './test-schools.ts'

const classSizes: Readonly<Record<RollPerson, number>> = { caller: 45, traveller: 5, head: 3 }

const mother = { name: '林知秋', relation: 2 as const, phone: rollMotherPhone, isPrimary: true }

/**
 * The school of the rolls: each teacher has a class and one lesson today, from which a journey makes the lesson that it
 * needs. Returns the invitations of the teachers.
 */
export async function createRollSchool(ctx: Ctx, bureau: Bureau) {
  const school = await createSchool(ctx, rollSchool, bureau, [3])
  const invitations: { userName: string; personId: string; token: string }[] = []
  for (const [at, who] of (Object.keys(rollPeople) as RollPerson[]).entries()) {
    const teacher = await aTeacher(ctx, { at: school, name: rollPeople[who], since: '2020-08-01' })
    await assignTemplates(ctx, teacher.userId, ['teacher'])
    const acting = actAt(ctx, school, teacher)
    const day = dayOf(ctx.now)
    const startYear = getSchoolYear(day) - at
    const lessons = { orgId: school.id, userId: teacher.userId, day, count: 1, startYear }
    const [lessonId] = await lessonsOnDay(acting, lessons)
    const enrolment = await ctx.db
      .selectFrom('v_lesson as l')
      .innerJoin('v_teaching_group as g', 'g.id', 'l.group_id')
      .select(['g.grade_id as gradeId', 'g.class_id as classId'])
      .where('l.id', '=', lessonId!)
      .executeTakeFirstOrThrow()
    if (who === 'head') await setClassHeads(acting, [{ classId: enrolment.classId!, userId: teacher.userId }], day)
    for (const [seat, name] of rollPupils.slice(0, classSizes[who]).entries()) {
      const birthday = '2013-05-07'
      const idCard = anIdCard('女', birthday)
      const facts = { name, sex: '女' as const, birthday, idCard, studentNo: `G${idCard}`, seatNo: seat + 1 }
      await aPupil(
        ctx,
        { orgId: school.id, gradeId: enrolment.gradeId!, classId: enrolment.classId! },
        { ...facts, on: day, guardians: who === 'head' && seat === 0 ? [mother] : [] },
      )
    }
    invitations.push({
      userName: getRollLogin(who),
      personId: teacher.personId,
      token: await invitePerson(ctx, teacher.personId),
    })
  }
  return invitations
}
