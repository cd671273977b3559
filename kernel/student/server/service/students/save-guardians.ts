import type { BodyOf } from '#packages/contract'
import { invalid, notFound, type Ctx } from '#packages/core'
import { recordFieldChanges } from '#packages/crud'
import type { FieldCipher } from '#packages/crypto'
import type { GuardianForm, studentApi } from '../../../contract.ts'
import { isFieldHidden } from '../../hidden-fields.ts'
import {
  decryptPrivateFacts,
  decryptGuardianPhone,
  decryptRestriction,
  encryptGuardianPhone,
  encryptRestriction,
} from '../../encrypted-fields.ts'
import { studentKind } from '../../logged-objects.ts'
import { listGuardiansOfStudents, type StudentGuardianRow } from '../../student-read-queries.ts'
import {
  deleteUnboundGuardians,
  lockStudent,
  insertGuardians,
  updateGuardian,
  type GuardianUpdate,
} from '../../student-write-queries.ts'
import { requireGuardianPhone } from './add-student.ts'
import { toGuardianRecord } from './create-students.ts'
import { studentChangedByOthers } from './edit-student.ts'
import { findStudent } from './scope-checks.ts'
import { publishStudentsChanged } from './change-enrolments.ts'
import { getFieldCipher } from './present-students.ts'

/** Replaces the guardians that the school has registered. Bound guardians stay until they are unbound. */
export async function saveGuardians(ctx: Ctx, { studentId, guardians }: BodyOf<typeof studentApi.saveGuardians>) {
  const student = await findStudent(ctx, 'student.contact', studentId)
  await lockStudent(ctx.db, studentId)
  const fields = await getFieldCipher(ctx)
  const rows = new Map((await listGuardiansOfStudents(ctx.db, [studentId])).map((row) => [row.id, row]))
  if (guardians.some(({ id }) => id && !rows.has(id))) throw notFound('监护人')
  if (isFieldHidden(ctx, 'guardianPhone') && guardians.some(({ id, phone }) => id && phone))
    throw invalid([{ field: 'guardians', msg: '监护人电话对您不可见，不能修改' }])
  if (guardians.filter(({ isPrimary }) => isPrimary).length > 1)
    throw invalid([{ field: 'guardians', msg: '主要监护人只能有一位' }])
  const unlisted = [...rows.values()].filter(({ status }) => status !== 'listed')
  const phones = [...guardians, ...unlisted].map((one) => ({ phone: getPhoneAfterSave(fields, one, rows) }))
  requireGuardianPhone(ctx, decryptPrivateFacts(fields, student.id, student.private).birthday, phones)
  await writeGuardians(ctx, studentId, guardians, rows)
  const change = { field: 'guardians', before: '', after: '', isSecret: true }
  await recordFieldChanges(ctx, [{ entity: studentKind, rowId: studentId, changes: [change] }])
  await publishStudentsChanged(ctx, [studentId])
  return null
}

/** A phone number that is not sent stays unchanged. */
function getPhoneAfterSave(
  fields: FieldCipher,
  one: GuardianForm | StudentGuardianRow,
  rows: ReadonlyMap<string, StudentGuardianRow>,
) {
  if (typeof one.phone === 'string') return one.phone
  return one.id ? decryptGuardianPhone(fields, one.id, rows.get(one.id)?.phone ?? null) : ''
}

async function writeGuardians(
  ctx: Ctx,
  studentId: string,
  guardians: readonly GuardianForm[],
  rows: ReadonlyMap<string, StudentGuardianRow>,
) {
  const fields = await getFieldCipher(ctx)
  const named = new Set(guardians.map(({ id }) => id))
  const gone = [...rows.values()].filter(({ id, status }) => status === 'listed' && !named.has(id))
  await deleteUnboundGuardians(
    ctx.db,
    gone.map(({ id }) => id),
  )
  const fresh: ReturnType<typeof toGuardianRecord>[] = []
  for (const [sort, form] of guardians.entries()) {
    const row = form.id ? rows.get(form.id) : undefined
    if (!row) {
      fresh.push(toGuardianRecord(fields, studentId, { ...form, phone: form.phone ?? '' }, sort))
      continue
    }
    const change = getGuardianUpdate(fields, row, form, sort)
    if (change && !(await updateGuardian(ctx.db, row.id, form.version, change, ctx.now))) throw studentChangedByOthers()
  }
  await insertGuardians(ctx.db, fresh, ctx.now)
}

/** Returns null without changes, so that an unchanged row does not overwrite somebody else's edit. */
function getGuardianUpdate(
  fields: FieldCipher,
  row: StudentGuardianRow,
  form: GuardianForm,
  sort: number,
): GuardianUpdate | null {
  const { name, relation, isPrimary, isEmergency, phone, restriction } = form
  const hasNewPhone = phone !== undefined && phone !== decryptGuardianPhone(fields, row.id, row.phone)
  const hasNewRestriction = restriction !== decryptRestriction(fields, row.id, row.restriction)
  const isSame =
    name === row.name && relation === row.relation && isPrimary === row.isPrimary && isEmergency === row.isEmergency
  if (isSame && !hasNewPhone && !hasNewRestriction) return null
  return {
    name,
    relation,
    is_primary: isPrimary,
    is_emergency: isEmergency,
    sort,
    ...(hasNewPhone ? encryptGuardianPhone(fields, row.id, phone) : {}),
    ...(hasNewRestriction ? encryptRestriction(fields, row.id, restriction) : {}),
  }
}
