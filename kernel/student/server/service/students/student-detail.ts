import type { QueryOf } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import type { FieldCipher } from '#packages/crypto'
import { listReveals, inviteSlipField } from '#kernel/audit/server/api.ts'
import { listClassTeachers } from '#kernel/schooling/server/api.ts'
import type { StudentDetail, studentApi } from '../../../contract.ts'
import { maskHiddenFields } from '../../hidden-fields.ts'
import { maskTail, decryptIcCard, decryptPrivateFacts } from '../../encrypted-fields.ts'
import {
  listGuardiansOfStudents,
  hasOpenAccountSlip,
  listShownStudents,
  type StudentGuardianRow,
  type StudentRow,
} from '../../student-read-queries.ts'
import { getPersonNames } from '../../school-queries.ts'
import { findStudent, listDepartedSince, isStudentInScope } from './scope-checks.ts'
import { getFieldCipher, getIdNumber, presentGuardian, presentStudents } from './present-students.ts'

export async function getStudent(ctx: Ctx, { id, on }: QueryOf<typeof studentApi.detail>): Promise<StudentDetail> {
  const day = on ?? dayOf(ctx.now)
  const row = await findStudent(ctx, 'student.read', id, day)
  const [student] = await presentStudents(ctx, await listShownStudents(ctx.db, [id], day), day)
  const fields = await getFieldCipher(ctx)
  // Guardians, address and similar data have no history. After a departure they belong to the next school.
  const isGone = (await listDepartedSince(ctx, [row], day)).has(id)
  const facts = decryptPrivateFacts(fields, id, isGone ? null : row.private)
  const guardians = isGone ? [] : await listGuardiansOfStudents(ctx.db, [id])
  const may = await getStudentRights(ctx, id, day)
  const teachers = row.classId && row.isThere ? await listClassTeachers(ctx, [row.classId], day) : new Map()
  return {
    ...student!,
    idKind: row.idKind,
    nation: row.nation,
    enteredOn: row.enteredOn ?? '',
    ...maskHiddenFields(ctx, {
      birthday: facts.birthday,
      household: facts.household,
      address: maskAddress(facts.address),
      icCard: maskTail(decryptIcCard(fields, id, isGone ? null : row.icCard)),
    }),
    teacherName: teachers.get(row.classId)?.find(({ role }: { role: string }) => role === 'head')?.name ?? '',
    guardians: guardians.map((one) => presentGuardian(ctx, fields, one, may.contact)),
    account: row.accountId ? 'open' : (await hasOpenAccountSlip(ctx.db, id, ctx.now)) ? 'slip' : 'none',
    loginName: may.account ? row.loginName : '',
    ...getCompleteness(fields, row, guardians),
    may,
  }
}

/** Rights to change are as of today. The right to reveal is as of the requested day. */
async function getStudentRights(ctx: Ctx, id: string, day: string): Promise<StudentDetail['may']> {
  const today = dayOf(ctx.now)
  return {
    edit: await isStudentInScope(ctx, 'student.edit', id, today),
    event: await isStudentInScope(ctx, 'student.event', id, today),
    contact: await isStudentInScope(ctx, 'student.contact', id, today),
    reveal: await isStudentInScope(ctx, 'student.reveal', id, day),
    account: await isStudentInScope(ctx, 'student.account', id, today),
  }
}

/** Shows only the beginning of an address, without the house number. */
export const maskAddress = (address: string) =>
  address ? `${address.slice(0, Math.min(6, Math.floor(address.length / 2)))}****` : ''

/** The labels of missing fields, and the percentage of completed fields. */
function getCompleteness(fields: FieldCipher, row: StudentRow, guardians: readonly StudentGuardianRow[]) {
  const { birthday, household, address } = decryptPrivateFacts(fields, row.id, row.private)
  const facts: [string, boolean][] = [
    ['性别', row.sex !== null],
    ['证件号', row.idKind === 'none' || getIdNumber(fields, row) !== ''],
    ['学籍号', row.studentNo !== null],
    ['出生日期', birthday !== ''],
    ['民族', row.nation !== ''],
    ['户籍地', household !== ''],
    ['家庭住址', address !== ''],
    ['班级', row.classId !== null || !row.isThere || row.status === 'suspended'],
    ['监护人电话', guardians.some(({ phone }) => phone !== null)],
    ['紧急联系人', guardians.some(({ isEmergency }) => isEmergency)],
  ]
  const missing = facts.flatMap(([label, isThere]) => (isThere ? [] : label))
  return { missing, complete: Math.round((100 * (facts.length - missing.length)) / facts.length) }
}

export const fieldLabels: Record<string, string> = {
  idCard: '证件号',
  studentNo: '学籍号',
  address: '家庭住址',
  icCard: '一卡通号',
  guardianPhone: '监护人电话',
  [inviteSlipField]: '账号单激活码',
}

/** Who has revealed this pupil's masked fields. */
export async function listRevealRecords(ctx: Ctx, id: string) {
  await findStudent(ctx, 'student.reveal', id)
  const reveals = await listReveals(ctx, 'student', id)
  const names = await getPersonNames(
    ctx.db,
    reveals.map(({ personId }) => personId),
  )
  return reveals.map(({ at, personId, field, reason, address }) => ({
    at: new Date(at).toISOString(),
    by: names.get(personId) ?? '',
    field: fieldLabels[field] ?? field,
    reason,
    address,
  }))
}
