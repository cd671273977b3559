import { dayOf, idCardCheckDigit, newId, type Actor, type Ctx, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { TestDatabase } from '#packages/testing'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { createPerson } from '#kernel/identity/server/api.ts'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { describeClasses, openGrade } from '#kernel/schooling/server/api.ts'
import { createStudents, registerGuardian, type NewStudent } from '#kernel/student/server/api.ts'

let serial = 0

/** An unused ID number of a person born on that day: 2010-05-06. */
function idCardOf(birthday: string, sex: '男' | '女' = '女') {
  const number = ++serial
  // The area code and the two digits before the sex digit make the number unique.
  const first = `33${String(1000 + Math.floor(number / 50)).padStart(4, '0')}${birthday.replaceAll('-', '')}${String(number % 50).padStart(2, '0')}${sex === '男' ? 1 : 2}`
  return first + idCardCheckDigit(first)
}

interface StudentOptions {
  orgId: string
  name: string
  /** 2010-05-06; below fourteen a guardian has to consent first. */
  birthday?: string
  idCard?: string
  guardians?: NewStudent['guardians']
}

/** A grade of this school with its first class: 七(1)班 in this school year. */
export async function createClass(ctx: Ctx, orgId: string) {
  const startYear = getSchoolYear(dayOf(ctx.now))
  const { gradeId, classIds } = await openGrade(ctx, { orgId, stage: 3, startYear, classes: 1 })
  const all = await describeClasses(ctx, { orgId }, dayOf(ctx.now))
  return { gradeId, classId: classIds[0] ?? [...all.values()].find((one) => one.gradeId === gradeId)!.id }
}

/** Enrols a pupil in the first class of the seventh grade from today. */
export async function enrolStudent(
  ctx: Ctx,
  { orgId, name, birthday = '2010-05-06', idCard = idCardOf(birthday), guardians = [] }: StudentOptions,
) {
  const { gradeId, classId } = await createClass(ctx, orgId)
  const personId = await createPerson(ctx, { name, sex: '女', idCard })
  const enrolment = { orgId, gradeId, classId, seatNo: null, on: dayOf(ctx.now) }
  const facts = { name, sex: '女' as const, idCard, studentNo: `G${idCard}`, birthday, guardians }
  const [id] = await createStudents(ctx, [{ ...facts, ...enrolment }], { type: 'enrol' })
  return { id: id!, personId, classId, name, idCard, studentNo: `G${idCard}` }
}

/** A pupil and a guardian who is bound to her, as signed-in actors. */
export async function createFamily(database: TestDatabase, districtId: DistrictId, orgId: string) {
  const made = await inDistrict(database.cells, districtId, async (db) => {
    const ctx = createPlatformCtx(database.app, districtId, db, new Date())
    const phone = `137${String(90_000_000 + ++serial)}`
    const child = await enrolStudent(ctx, {
      orgId,
      name: '别家的',
      guardians: [{ name: '别家长', relation: 2, phone }],
    })
    const accountId = newId()
    const { id: userId, personId } = await registerGuardian(ctx, accountId, phone)
    const shared = { districtId, orgId, sessionId: newId(), permissions: new Map() }
    const pupil: Actor = { ...shared, kind: 'pupil', userId: child.id, personId: child.personId, accountId: newId() }
    const guardian: Actor = { ...shared, kind: 'guardian', userId, personId, accountId }
    return { pupil, guardian }
  })
  await database.sql(
    `update tenant.guardian_link set guardian_id = $2, status = 'active', bound_at = now() where student_id = $1`,
    [made.pupil.userId, made.guardian.userId],
  )
  return made
}
