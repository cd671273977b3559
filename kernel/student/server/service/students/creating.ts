import { newId, type Ctx } from '#packages/core'
import { fieldsOf, type FieldCipher } from '#packages/crypto'
import { onConstraint } from '#packages/db'
import { createPeople, hashesIn, numberRegistered } from '#kernel/identity/server'
import type { IdKind, Relation, Restriction } from '../../../contract.ts'
import { sealCard, sealFacts, sealPhone, sealReason, sealRestriction, sealStudentNo } from '../../numbers.ts'
import { insertChanges, insertPlaces } from '../../place-queries.ts'
import {
  insertGuardians,
  insertStudents,
  knownByIdCards,
  type GuardianRecord,
  type StudentRecord,
} from '../../student-queries.ts'
import { publishIds } from './placing.ts'

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
  /** The number of the paper, whatever paper it is. */
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

interface Coming {
  type: 'enrol' | 'transfer-in'
  reason?: string
}

const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null
const ownIdCard = ({ idKind = 'id-card', idCard = '' }: NewStudent) =>
  idKind === 'id-card' ? idCard.toUpperCase() : ''

/**
 * New pupils, a few statements for thousands of them. Whoever the district knows already by the ID number stays that
 * person. Whether they may come, and whether the classes are right, the caller has looked at; what the database finds
 * doubled is refused as a whole.
 */
export async function createStudents(
  ctx: Ctx,
  rows: readonly NewStudent[],
  { type, reason = '' }: Coming,
): Promise<string[]> {
  if (rows.length === 0) return []
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const students = rows.map((row) => ({ ...row, id: row.id ?? newId() }))
  const personIds = await peopleOf(ctx, fields, students)
  await insertStudents(
    ctx.db,
    students.map((row, at) => recordOf(fields, row, personIds[at]!)),
    ctx.now,
  ).catch(refuseDoubles)
  await insertPlaces(
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
      withPrimary(guardians).map((one, sort) => guardianRecord(fields, id, one, sort)),
    ),
    ctx.now,
  )
  await insertChanges(
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
        reason: reason ? sealReason(fields, changeId, reason).toString('hex') : null,
        planId: null,
      })),
    ctx.actor.personId,
    ctx.now,
  )
  const ids = students.map(({ id }) => id)
  await publishIds(ctx, 'student.changed', ids)
  return ids
}

export function refuseDoubles(error: unknown): never {
  try {
    return onConstraint('student_person', '该学生已有学籍，请走转学流程', 'idCard')(error)
  } catch (other) {
    return onSecond(other)
  }
}
function onSecond(error: unknown): never {
  try {
    return onConstraint('student_number', '学籍号已存在', 'studentNo')(error)
  } catch (other) {
    return onConstraint('student_school_no', '学号已存在', 'schoolNo')(other)
  }
}

/** The person behind each: one whom the district knows by the ID number, or a new one. */
async function peopleOf(ctx: Ctx, fields: FieldCipher, students: readonly (NewStudent & { id: string })[]) {
  const { idCard } = hashesIn(fields)
  const hashOf = (row: NewStudent) => (ownIdCard(row) ? idCard(ownIdCard(row)).toString('hex') : '')
  const hashes = students.map(hashOf)
  const known = new Map(
    (
      await knownByIdCards(
        ctx.db,
        hashes.filter((hash) => hash !== ''),
      )
    ).map((person) => [person.idCardHash, person]),
  )
  const ids = students.map((row, at) => {
    const person = known.get(hashes[at]!)
    if (person && (person.isStaff || person.name !== row.name)) throw numberRegistered()
    return person?.personId ?? null
  })
  const fresh = students.filter((_, at) => ids[at] === null)
  const made = await createPeople(
    ctx,
    fresh.map((row) => ({
      name: row.name,
      ...(row.sex ? { sex: row.sex } : {}),
      ...(ownIdCard(row) ? { idCard: ownIdCard(row) } : {}),
    })),
  ).catch(onConstraint('person_id_card', '该身份证号刚刚被他人登记，请重试', 'idCard'))
  let next = 0
  return ids.map((id) => id ?? made[next++]!)
}

function recordOf(fields: FieldCipher, row: NewStudent & { id: string }, personId: string): StudentRecord {
  const { idKind = 'id-card', birthday = '', household = '', address = '' } = row
  const number = sealStudentNo(fields, row.id, row.studentNo?.toUpperCase() ?? '')
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
    private: hex(sealFacts(fields, row.id, { birthday, household, address, paperNo })),
    ic_card: hex(sealCard(fields, row.id, row.icCard ?? '')),
  }
}

export function guardianRecord(
  fields: FieldCipher,
  studentId: string,
  { name, relation, phone, isPrimary = false, isEmergency = false, restriction = 'none' }: NewGuardian,
  sort: number,
): GuardianRecord {
  const id = newId()
  const sealed = sealPhone(fields, id, phone)
  const hidden = sealRestriction(fields, id, restriction)
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

/** The first one is called first, unless somebody says otherwise. */
const withPrimary = (guardians: readonly NewGuardian[]) =>
  guardians.some(({ isPrimary }) => isPrimary)
    ? guardians
    : guardians.map((one, at) => (at === 0 ? { ...one, isPrimary: true } : one))
