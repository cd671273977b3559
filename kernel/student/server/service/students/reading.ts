import type { QueryOf } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import type { FieldCipher } from '#packages/crypto'
import { readReveals, slipField } from '#kernel/audit/server'
import { classTeachersOf } from '#kernel/schooling/server'
import type { StudentDetail, studentApi } from '../../../contract.ts'
import { conceal } from '../../hidden.ts'
import { maskTail, openCard, openFacts } from '../../numbers.ts'
import { guardiansOf, hasSlip, type GuardianRow, type StudentRow } from '../../read-queries.ts'
import { personNames } from '../../school-queries.ts'
import { findStudent, goneSince, reaches } from './finding.ts'
import { fieldsIn, paperOf, presentGuardian, presentStudents } from './presenting.ts'

export async function readStudent(ctx: Ctx, { id, on }: QueryOf<typeof studentApi.detail>): Promise<StudentDetail> {
  const day = on ?? dayOf(ctx.now)
  const row = await findStudent(ctx, 'student.read', id, day)
  const [student] = await presentStudents(ctx, [row], day)
  const fields = await fieldsIn(ctx)
  // Guardians, address and the rest have no days: after somebody has left they are what the next school knows.
  const isGone = (await goneSince(ctx, [row], day)).has(id)
  const facts = openFacts(fields, id, isGone ? null : row.private)
  const guardians = isGone ? [] : await guardiansOf(ctx.db, [id])
  const may = await rightsOver(ctx, id, day)
  const teachers = row.classId && row.isThere ? await classTeachersOf(ctx, [row.classId], day) : new Map()
  return {
    ...student!,
    idKind: row.idKind,
    nation: row.nation,
    enteredOn: row.enteredOn ?? '',
    ...conceal(ctx, {
      birthday: facts.birthday,
      household: facts.household,
      address: maskAddress(facts.address),
      icCard: maskTail(openCard(fields, id, isGone ? null : row.icCard)),
    }),
    teacherName: teachers.get(row.classId)?.find(({ role }: { role: string }) => role === 'head')?.name ?? '',
    guardians: guardians.map((one) => presentGuardian(ctx, fields, one, may.contact)),
    account: row.accountId ? 'open' : (await hasSlip(ctx.db, id, ctx.now)) ? 'slip' : 'none',
    loginName: may.account ? row.loginName : '',
    ...completenessOf(fields, row, guardians),
    may,
  }
}

/** What may be changed is today's; what may be opened goes by the day of the page. */
async function rightsOver(ctx: Ctx, id: string, day: string): Promise<StudentDetail['may']> {
  const today = dayOf(ctx.now)
  return {
    edit: await reaches(ctx, 'student.edit', id, today),
    event: await reaches(ctx, 'student.event', id, today),
    contact: await reaches(ctx, 'student.contact', id, today),
    reveal: await reaches(ctx, 'student.reveal', id, day),
    account: await reaches(ctx, 'student.account', id, today),
  }
}

/** The street may be told, the door may not. */
export const maskAddress = (address: string) =>
  address ? `${address.slice(0, Math.min(6, Math.floor(address.length / 2)))}****` : ''

/** What is still missing, in words, and how much is there. */
function completenessOf(fields: FieldCipher, row: StudentRow, guardians: readonly GuardianRow[]) {
  const { birthday, household, address } = openFacts(fields, row.id, row.private)
  const facts: [string, boolean][] = [
    ['性别', row.sex !== null],
    ['证件号', row.idKind === 'none' || paperOf(fields, row) !== ''],
    ['学籍号', row.studentNo !== null],
    ['出生日期', birthday !== ''],
    ['民族', row.nation !== ''],
    ['户籍地', household !== ''],
    ['家庭住址', address !== ''],
    ['班级', row.classId !== null || !row.isThere || row.status === 'suspended'],
    ['监护人电话', guardians.some(({ phone }) => phone !== null)],
    ['紧急联系人', guardians.some(({ isEmergency }) => isEmergency)],
  ]
  const missing = facts.flatMap(([word, isThere]) => (isThere ? [] : word))
  return { missing, complete: Math.round((100 * (facts.length - missing.length)) / facts.length) }
}

export const fieldWords: Record<string, string> = {
  idCard: '证件号',
  studentNo: '学籍号',
  address: '家庭住址',
  icCard: '一卡通号',
  guardianPhone: '监护人电话',
  [slipField]: '账号单激活码',
}

/** Who has looked at this pupil's numbers. */
export async function listLooks(ctx: Ctx, id: string) {
  await findStudent(ctx, 'student.reveal', id)
  const looks = await readReveals(ctx, 'student', id)
  const names = await personNames(
    ctx.db,
    looks.map(({ personId }) => personId),
  )
  return looks.map(({ at, personId, field, reason, address }) => ({
    at: new Date(at).toISOString(),
    by: names.get(personId) ?? '',
    field: fieldWords[field] ?? field,
    reason,
    address,
  }))
}
