import type { BodyOf } from '#packages/contract'
import { dayOf, forbidden, orNotFound, Refusal, tooMany, type Ctx } from '#packages/core'
import { recordReveal, countRevealsSince } from '#kernel/audit/server/api.ts'
import { lockPeople } from '#kernel/identity/server/api.ts'
import type { MaskedField, studentApi } from '../../../contract.ts'
import { isFieldHidden } from '../../hidden-fields.ts'
import { decryptIcCard, decryptPrivateFacts, decryptGuardianPhone, decryptStudentNo } from '../../encrypted-fields.ts'
import { listGuardiansOfStudents, listStudentRows, type StudentRow } from '../../student-read-queries.ts'
import { findStudent, isStudentInScope } from './scope-checks.ts'
import { getFieldCipher, getIdNumber } from './present-students.ts'

const maxRevealsPerDay = 50

/** Reveals one masked field, such as the phone number of a guardian. The reveal and its reason are recorded in the same transaction. */
export async function revealStudentField(
  ctx: Ctx,
  { id, field, guardianId, reason, on }: BodyOf<typeof studentApi.reveal>,
) {
  const today = dayOf(ctx.now)
  // A future day counts as today: a teacher who gets a class later may not reveal its data yet.
  const row = await findStudent(ctx, 'student.reveal', id, on && on < today ? on : today)
  if (isFieldHidden(ctx, field)) throw forbidden()
  // Only current numbers are stored. Staff of the old school may not reveal those of a pupil who has left.
  const now = await requireCurrentRow(ctx, row, today)
  const hasLeft = now.orgId !== row.orgId || !now.isThere
  if (hasLeft && !(await isStudentInScope(ctx, 'student.reveal', id, today)))
    throw new Refusal('该学生已离开本校，不能再查看其完整信息')
  await lockPeople(ctx, [ctx.actor.personId])
  const midnight = new Date(`${today}T00:00:00+08:00`)
  const used = await countRevealsSince(ctx, midnight)
  if (used >= maxRevealsPerDay) {
    const tomorrow = midnight.getTime() + 24 * 3600_000
    throw tooMany(`今日查看次数已用完（${maxRevealsPerDay}次）`, Math.ceil((tomorrow - ctx.now.getTime()) / 1000))
  }
  const value = await getFieldValue(ctx, row, field, guardianId ?? null)
  await recordReveal(ctx, { subjectKind: 'student', subjectId: id, field, reason })
  return { value, leftToday: maxRevealsPerDay - used - 1 }
}

async function requireCurrentRow(ctx: Ctx, row: StudentRow, today: string) {
  const [now] = await listStudentRows(ctx.db, [row.id], today)
  return orNotFound(now, '学生')
}

async function getFieldValue(
  ctx: Ctx,
  row: StudentRow,
  field: MaskedField,
  guardianId: string | null,
): Promise<string> {
  const fields = await getFieldCipher(ctx)
  if (field === 'guardianPhone') {
    const links = await listGuardiansOfStudents(ctx.db, [row.id])
    const link = guardianId === null ? links[0] : links.find((one) => one.id === guardianId)
    const { id, phone } = orNotFound(link, '监护人')
    return decryptGuardianPhone(fields, id, phone)
  }
  return {
    idCard: () => getIdNumber(fields, row),
    studentNo: () => decryptStudentNo(fields, row.id, row.studentNo),
    address: () => decryptPrivateFacts(fields, row.id, row.private).address,
    icCard: () => decryptIcCard(fields, row.id, row.icCard),
  }[field]()
}
