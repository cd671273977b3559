import { newId, type Ctx } from '#packages/core'
import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import { onConstraint } from '#packages/db'
import { createPeople, createNumberHasher, numberRegisteredRefusal } from '#kernel/identity/server/api.ts'
import type { IdKind, Relation, Restriction } from '../../../contract.ts'
import {
  encryptIcCard,
  encryptPrivateFacts,
  encryptGuardianPhone,
  encryptReason,
  encryptRestriction,
  encryptStudentNo,
} from '../../encrypted-fields.ts'
import { insertStudentChanges, insertEnrolments } from '../../enrolment-queries.ts'
import {
  insertGuardians,
  insertStudents,
  findByIdCards,
  type GuardianRecord,
  type StudentRecord,
} from '../../student-write-queries.ts'
import { publishStudentsChanged } from './change-enrolments.ts'
import { notifyOfNewPupils } from './notify-class-heads.ts'

export interface NewGuardian {
  name: string
  relation: Relation
  phone: string
  isPrimary?: boolean
  isEmergency?: boolean
  restriction?: Restriction
}

export interface NewStudent {
  id?: string
  name: string
  sex: '男' | '女' | ''
  idKind?: IdKind
  /** The number of the identity document, of whatever kind. */
  idCard?: string
  studentNo?: string
  schoolNo?: string
  birthday?: string
  nation?: string
  household?: string
  address?: string
  isBoarding?: boolean
  isSpecial?: boolean
  icCard?: string
  orgId: string
  gradeId: string
  classId: string | null
  seatNo: number | null
  on: string
  guardians: readonly NewGuardian[]
}

interface EntryChange {
  type: 'enrol' | 'transfer-in'
  reason?: string
}

const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null
const getIdCard = ({ idKind = 'id-card', idCard = '' }: NewStudent) =>
  idKind === 'id-card' ? idCard.toUpperCase() : ''

/**
 * Creates pupils in bulk with a few statements. A person whom the district already has by ID number is reused. The
 * caller has checked scope and classes; a unique violation refuses the whole batch.
 */
export async function createStudents(
  ctx: Ctx,
  rows: readonly NewStudent[],
  { type, reason = '' }: EntryChange,
): Promise<string[]> {
  if (rows.length === 0) return []
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const students = rows.map((row) => ({ ...row, id: row.id ?? newId() }))
  const personIds = await findOrCreatePeople(ctx, fields, students)
  await insertStudents(
    ctx.db,
    students.map((row, at) => toStudentRecord(fields, row, personIds[at]!)),
    ctx.now,
  ).catch(refuseDuplicates)
  await insertEnrolments(
    ctx.db,
    students.map(({ id, orgId, gradeId, classId, seatNo, on }) => ({
      id: newId(),
      studentId: id,
      orgId,
      gradeId,
      classId,
      seatNo,
      on,
      status: 'studying' as const,
    })),
    ctx.now,
  )
  await insertGuardians(
    ctx.db,
    students.flatMap(({ id, guardians }) =>
      withPrimary(guardians).map((one, sort) => toGuardianRecord(fields, id, one, sort)),
    ),
    ctx.now,
  )
  await insertStudentChanges(
    ctx.db,
    students
      .map(({ id, orgId, classId, on }) => ({ id, orgId, classId, on, changeId: newId() }))
      .map(({ id, orgId, classId, on, changeId }) => ({
        id: changeId,
        studentId: id,
        type,
        on,
        fromOrgId: null,
        fromClassId: null,
        toOrgId: orgId,
        toClassId: classId,
        reason: reason ? encryptReason(fields, changeId, reason).toString('hex') : null,
        planId: null,
      })),
    ctx.actor.personId,
    ctx.now,
  )
  const ids = students.map(({ id }) => id)
  await publishStudentsChanged(ctx, ids)
  const joining = students.map(({ id, name, on, gradeId, classId }) => ({
    studentId: id,
    name,
    type,
    on,
    to: { gradeId, classId },
  }))
  await notifyOfNewPupils(ctx, joining)
  return ids
}

export function refuseDuplicates(error: unknown): never {
  try {
    return onConstraint('student_person', '该学生已有学籍，请走转学流程', 'idCard')(error)
  } catch (other) {
    return refuseDuplicateNumbers(other)
  }
}
function refuseDuplicateNumbers(error: unknown): never {
  try {
    return onConstraint('student_number', '学籍号已存在', 'studentNo')(error)
  } catch (other) {
    return onConstraint('student_school_no', '学号已存在', 'schoolNo')(other)
  }
}

/** Reuses the person with the same ID number, or creates a new one. */
async function findOrCreatePeople(ctx: Ctx, fields: FieldCipher, students: readonly (NewStudent & { id: string })[]) {
  const { idCard } = createNumberHasher(fields)
  const hashOf = (row: NewStudent) => (getIdCard(row) ? idCard(getIdCard(row)).toString('hex') : '')
  const hashes = students.map(hashOf)
  const known = new Map(
    (
      await findByIdCards(
        ctx.db,
        hashes.filter((hash) => hash !== ''),
      )
    ).map((person) => [person.idCardHash, person]),
  )
  const ids = students.map((row, at) => {
    const person = known.get(hashes[at]!)
    if (person && (person.isStaff || person.name !== row.name)) throw numberRegisteredRefusal()
    return person?.personId ?? null
  })
  const fresh = students.filter((_, at) => ids[at] === null)
  const made = await createPeople(
    ctx,
    fresh.map((row) => ({
      name: row.name,
      ...(row.sex ? { sex: row.sex } : {}),
      ...(getIdCard(row) ? { idCard: getIdCard(row) } : {}),
    })),
  ).catch(onConstraint('person_id_card', '该身份证号刚刚被他人登记，请重试', 'idCard'))
  let next = 0
  return ids.map((id) => id ?? made[next++]!)
}

function toStudentRecord(fields: FieldCipher, row: NewStudent & { id: string }, personId: string): StudentRecord {
  const { idKind = 'id-card', birthday = '', household = '', address = '' } = row
  const number = encryptStudentNo(fields, row.id, row.studentNo?.toUpperCase() ?? '')
  const paperNo = idKind === 'id-card' ? '' : (row.idCard ?? '')
  return {
    id: row.id,
    person_id: personId,
    org_id: row.orgId,
    status: 'studying',
    entered_on: row.on,
    student_no: hex(number.student_no),
    student_no_hash: hex(number.student_no_hash),
    school_no: row.schoolNo ?? '',
    id_kind: idKind,
    nation: row.nation ?? '',
    is_boarding: row.isBoarding ?? false,
    is_special: row.isSpecial ?? false,
    private: hex(encryptPrivateFacts(fields, row.id, { birthday, household, address, paperNo })),
    ic_card: hex(encryptIcCard(fields, row.id, row.icCard ?? '')),
  }
}

export function toGuardianRecord(
  fields: FieldCipher,
  studentId: string,
  { name, relation, phone, isPrimary = false, isEmergency = false, restriction = 'none' }: NewGuardian,
  sort: number,
): GuardianRecord {
  const id = newId()
  const sealed = encryptGuardianPhone(fields, id, phone)
  const hidden = encryptRestriction(fields, id, restriction)
  return {
    id,
    student_id: studentId,
    name,
    relation,
    sort,
    is_primary: isPrimary,
    is_emergency: isEmergency,
    phone: hex(sealed.phone),
    phone_hash: hex(sealed.phone_hash),
    phone_tail_hash: hex(sealed.phone_tail_hash),
    restriction: hex(hidden.restriction),
    may_see: hidden.may_see,
  }
}

/** The first guardian is the primary one if none is marked. */
const withPrimary = (guardians: readonly NewGuardian[]) =>
  guardians.some(({ isPrimary }) => isPrimary)
    ? guardians
    : guardians.map((one, at) => (at === 0 ? { ...one, isPrimary: true } : one))
