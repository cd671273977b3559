import type { BodyOf } from '#packages/contract'
import { invalid, notFound, type Ctx } from '#packages/core'
import type { FieldCipher } from '#packages/crypto'
import type { GuardianForm, studentApi } from '../../../contract.ts'
import { isKept } from '../../hidden.ts'
import { openFacts, openPhone, openRestriction, sealPhone, sealRestriction } from '../../numbers.ts'
import { guardiansOf, type GuardianRow } from '../../read-queries.ts'
import {
  deleteListed,
  holdStudent,
  insertGuardians,
  updateGuardian,
  type GuardianChange,
} from '../../student-queries.ts'
import { requireGuardianPhone } from './adding.ts'
import { guardianRecord } from './creating.ts'
import { changedByOthers } from './editing.ts'
import { findStudent } from './finding.ts'
import { publishIds } from './placing.ts'
import { fieldsIn } from './presenting.ts'

/** The guardians of a pupil as the school knows them, from now on. Whoever has bound stays until unbound. */
export async function saveGuardians(ctx: Ctx, { studentId, guardians }: BodyOf<typeof studentApi.saveGuardians>) {
  const student = await findStudent(ctx, 'student.contact', studentId)
  await holdStudent(ctx.db, studentId)
  const fields = await fieldsIn(ctx)
  const rows = new Map((await guardiansOf(ctx.db, [studentId])).map((row) => [row.id, row]))
  if (guardians.some(({ id }) => id && !rows.has(id))) throw notFound('监护人')
  if (isKept(ctx, 'guardianPhone') && guardians.some(({ id, phone }) => id && phone))
    throw invalid([{ field: 'guardians', msg: '监护人电话对您不可见，不能修改' }])
  if (guardians.filter(({ isPrimary }) => isPrimary).length > 1)
    throw invalid([{ field: 'guardians', msg: '主要监护人只能有一位' }])
  const kept = [...rows.values()].filter(({ status }) => status !== 'listed')
  const phones = [...guardians, ...kept].map((one) => ({ phone: phoneAfter(fields, one, rows) }))
  requireGuardianPhone(ctx, openFacts(fields, student.id, student.private).birthday, phones)
  await write(ctx, studentId, guardians, rows)
  await publishIds(ctx, 'student.changed', [studentId])
  return null
}

/** What is not sent stays. */
function phoneAfter(fields: FieldCipher, one: GuardianForm | GuardianRow, rows: ReadonlyMap<string, GuardianRow>) {
  if (typeof one.phone === 'string') return one.phone
  return one.id ? openPhone(fields, one.id, rows.get(one.id)?.phone ?? null) : ''
}

async function write(
  ctx: Ctx,
  studentId: string,
  guardians: readonly GuardianForm[],
  rows: ReadonlyMap<string, GuardianRow>,
) {
  const fields = await fieldsIn(ctx)
  const named = new Set(guardians.map(({ id }) => id))
  const gone = [...rows.values()].filter(({ id, status }) => status === 'listed' && !named.has(id))
  await deleteListed(
    ctx.db,
    gone.map(({ id }) => id),
  )
  const fresh: ReturnType<typeof guardianRecord>[] = []
  for (const [sort, form] of guardians.entries()) {
    const row = form.id ? rows.get(form.id) : undefined
    if (!row) {
      fresh.push(guardianRecord(fields, studentId, { ...form, phone: form.phone ?? '' }, sort))
      continue
    }
    const change = differenceOf(fields, row, form, sort)
    if (change && !(await updateGuardian(ctx.db, row.id, form.version, change, ctx.now))) throw changedByOthers()
  }
  await insertGuardians(ctx.db, fresh, ctx.now)
}

/** Nothing where nothing changes: whoever only turned the pages does not overwrite another's word. */
function differenceOf(fields: FieldCipher, row: GuardianRow, form: GuardianForm, sort: number): GuardianChange | null {
  const { name, relation, isPrimary, isEmergency, phone, restriction } = form
  const hasNewPhone = phone !== undefined && phone !== openPhone(fields, row.id, row.phone)
  const hasNewRestriction = restriction !== openRestriction(fields, row.id, row.restriction)
  const isSame =
    name === row.name && relation === row.relation && isPrimary === row.isPrimary && isEmergency === row.isEmergency
  if (isSame && !hasNewPhone && !hasNewRestriction) return null
  return {
    name,
    relation,
    is_primary: isPrimary,
    is_emergency: isEmergency,
    sort,
    ...(hasNewPhone ? sealPhone(fields, row.id, phone) : {}),
    ...(hasNewRestriction ? sealRestriction(fields, row.id, restriction) : {}),
  }
}
