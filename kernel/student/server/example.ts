import { dayOf, emptyScope, newId, type Actor, type Ctx } from '#packages/core'
import { aPhone, anIdCard } from '#kernel/identity/server/example.ts'
import { aClass, type ClassRef } from '#kernel/schooling/server/example.ts'
import { listCurrentEnrolments } from './enrolment-queries.ts'
import { bindByPhone, listBindable, registerGuardian } from './service/family/guardian-bindings.ts'
import { createStudents, type NewStudent } from './service/students/create-students.ts'

/** The ID number of a child; from 2024 on old enough for the primary school. */
export const aChildIdCard = (sex: '男' | '女' = '女', born = '2015-03-12') => anIdCard(sex, born)

/** A pupil for `createStudents`, with a mother whom the school has registered. */
export const aPupilRow = (enrolment: ClassRef, more: Partial<NewStudent> = {}): NewStudent => ({
  name: '沈明远',
  sex: '男',
  ...enrolment,
  seatNo: null,
  on: '2026-09-01',
  guardians: [{ name: '李秀兰', relation: 2, phone: aPhone(), isPrimary: true, isEmergency: true }],
  ...more,
})

/** An enrolled pupil. */
export async function aPupil(ctx: Ctx, enrolment: ClassRef, more: Partial<NewStudent> = {}) {
  const row = aPupilRow(enrolment, more)
  const [id] = await createStudents(ctx, [row], { type: 'enrol' })
  const [enrolled] = await listCurrentEnrolments(ctx.db, [id!])
  return { ...row, id: id!, personId: enrolled!.personId }
}

interface SeventhGrader extends Partial<NewStudent> {
  orgId: string
  name: string
}
/** A girl who enters the first class of the seventh grade today. Below fourteen a guardian has to consent first. */
export async function aSeventhGrader(ctx: Ctx, { orgId, birthday = '2010-05-06', ...facts }: SeventhGrader) {
  const { idCard = anIdCard('女', birthday), guardians = [] } = facts
  const numbers = { idCard, studentNo: `G${idCard}`, birthday }
  const enrolment = await aClass(ctx, { id: orgId })
  const pupil = await aPupil(ctx, enrolment, { sex: '女', on: dayOf(ctx.now), ...facts, ...numbers, guardians })
  return { ...pupil, ...enrolment, ...numbers }
}

/** The actor of a signed-in guardian with this verified phone number, who has no children yet. */
export async function aGuardian(ctx: Ctx, phone = aPhone()): Promise<Actor> {
  const accountId = newId()
  const { id: userId, personId } = await registerGuardian(ctx, accountId, phone)
  const permissions = new Map([['family.use', { ...emptyScope, self: userId }]])
  const { districtId, orgId } = ctx.actor
  return { kind: 'guardian', districtId, orgId, accountId, personId, userId, sessionId: newId(), permissions }
}

/** A guardian bound to all pupils for whom a school has registered this phone number. */
export async function aParent(ctx: Ctx, phone: string): Promise<Actor> {
  const guardian = await aGuardian(ctx, phone)
  const asGuardian = { ...ctx, actor: guardian }
  const linkIds = (await listBindable(asGuardian)).map(({ linkId }) => linkId)
  await bindByPhone(asGuardian, linkIds)
  return guardian
}

/** A pupil and a parent, as the actors of signed-in users. */
export async function aFamily(ctx: Ctx, enrolment: ClassRef) {
  const phone = aPhone()
  const guardians = [{ name: '别家长', relation: 2 as const, phone }]
  const { id: userId, personId } = await aPupil(ctx, enrolment, { name: '别家的', on: dayOf(ctx.now), guardians })
  const guardian = { ...(await aParent(ctx, phone)), orgId: enrolment.orgId }
  const pupil: Actor = { ...guardian, kind: 'pupil', accountId: newId(), personId, userId, permissions: new Map() }
  return { pupil, guardian }
}
