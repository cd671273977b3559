import { dayOf, type Ctx } from '#packages/core'
import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import type { RowIssue, SheetRow } from '#packages/sheet'
import { createNumberHasher, decryptNumbers } from '#kernel/identity/server/api.ts'
import { isHiddenColumn } from '../hidden-fields.ts'
import {
  hashStudentNo,
  decryptIcCard,
  decryptPrivateFacts,
  decryptGuardianPhone,
  decryptStudentNo,
  type PrivateFacts,
} from '../encrypted-fields.ts'
import { listStudentIdsInScope } from '../student-read-queries.ts'
import {
  listRegisteredPeople,
  findNumberOwners,
  type RegisteredPersonRow,
  type NumberOwnerRow,
} from '../student-import-queries.ts'
import {
  loadImportContext,
  findClassByName,
  findSchoolByName,
  type ImportClass,
  type ImportContext,
  type ImportSchool,
} from './import-context.ts'

/** A row of the file with its target school and class. */
export interface ImportRow extends SheetRow {
  /** Undefined if the school in the file does not exist. */
  school: ImportSchool | undefined
  /** Null if the file has neither grade nor class. */
  target: { gradeId: string; class: ImportClass | null } | null
  /** The classes with an ambiguous name. */
  candidates?: readonly ImportClass[] | undefined
  issues: readonly RowIssue[]
}

interface DecryptedNumbers {
  idCard: string
  studentNo: string
  icCard: string
  facts: PrivateFacts
  /** By link id. */
  phones: ReadonlyMap<string, string>
}

/** A person of the district; only pupils have an `id`. */
export interface RegisteredPerson extends RegisteredPersonRow {
  decrypt(): DecryptedNumbers
}
export type RegisteredPupil = RegisteredPerson & { id: string }

/** The data for checking rows, loaded at once for a thousand of them. */
export interface ImportLookup {
  context: ImportContext
  day: string
  /** Whether the column belongs to a field that is hidden from the importer. */
  isColumnHidden(column: string): boolean
  /** The importer's scope is the whole district: no lookup is out of scope. */
  coversDistrict: boolean
  /** Whether the importer may read this pupil. */
  isInScope(known: RegisteredPerson): boolean
  byStudentNo(number: string): RegisteredPerson | undefined
  byIdCard(number: string): RegisteredPerson | undefined
  bySchoolNo(schoolId: string, number: string): RegisteredPerson | undefined
  /** Current pupils of the school with this name. */
  namesakes(schoolId: string, name: string): readonly RegisteredPerson[]
}

function toImportRow(context: ImportContext, row: SheetRow): ImportRow {
  const number = row.values['studentNo']
  const values = number ? { ...row.values, studentNo: number.toUpperCase() } : row.values
  const school = findSchoolByName(context, values['org'])
  if ('issue' in school) return { ...row, values, school: undefined, target: null, issues: [school.issue] }
  const target = findClassByName(school.found, values['grade'], values['class'])
  if ('issue' in target)
    return { ...row, values, school: school.found, target: null, candidates: target.candidates, issues: [target.issue] }
  return { ...row, values, school: school.found, target: target.found, issues: [] }
}

const listValues = (rows: readonly ImportRow[], column: string) => [
  ...new Set(rows.flatMap(({ values }) => values[column] ?? [])),
]

/** Hashing is slow, and the same number is hashed several times. */
function memoizeHash(work: (text: string) => Buffer) {
  const done = new Map<string, string>()
  return (text: string) => {
    const result = done.get(text) ?? work(text).toString('hex')
    done.set(text, result)
    return result
  }
}

export async function loadImportLookup(ctx: Ctx, orgId: string, rows: readonly SheetRow[]) {
  const context = await loadImportContext(ctx, orgId)
  const importRows = rows.map((row) => toImportRow(context, row))
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const cardHash = memoizeHash(createNumberHasher(fields).idCard)
  const numberHash = memoizeHash((number) => hashStudentNo(fields, number))
  const hasNumber = ({ values }: ImportRow) => values['studentNo'] !== undefined || values['idCard'] !== undefined
  const owners = await findNumberOwners(ctx.db, {
    studentNos: listValues(importRows, 'studentNo').map(numberHash),
    idCards: listValues(importRows, 'idCard').map(cardHash),
    orgIds: [...new Set(importRows.flatMap(({ school }) => school?.id ?? []))],
    schoolNos: listValues(importRows, 'schoolNo'),
    names: listValues(
      importRows.filter((row) => !hasNumber(row)),
      'name',
    ),
  })
  const ids = [...new Set(owners.map(({ personId }) => personId))]
  const people = indexPeople(fields, ids.length > 0 ? await listRegisteredPeople(ctx.db, ids) : [])
  const inScope = await listReadableIds(ctx, [...people.values()])
  const owning = indexOwners(owners, people)
  const lookup: ImportLookup = {
    context,
    day: dayOf(ctx.now),
    isColumnHidden: isHiddenColumn(ctx),
    coversDistrict: ctx.actor.permissions.get('student.read')?.district ?? false,
    isInScope: ({ id }) => id !== null && inScope.has(id),
    byStudentNo: (number) => owning('studentNo', numberHash(number))[0],
    byIdCard: (number) => owning('idCard', cardHash(number))[0],
    bySchoolNo: (schoolId, number) => owning('schoolNo', `${schoolId}:${number}`)[0],
    namesakes: (schoolId, name) => owning('name', `${schoolId}:${name}`),
  }
  return { lookup, importRows }
}

async function listReadableIds(ctx: Ctx, people: readonly RegisteredPerson[]): Promise<ReadonlySet<string>> {
  const reading = ctx.actor.permissions.get('student.read')
  const ids = people.flatMap(({ id }) => id ?? [])
  return new Set(reading && ids.length > 0 ? await listStudentIdsInScope(ctx.db, reading, ids, dayOf(ctx.now)) : [])
}

function indexOwners(owners: readonly NumberOwnerRow[], people: ReadonlyMap<string, RegisteredPerson>) {
  const byKey = Map.groupBy(owners, ({ by, key }) => `${by}:${key}`)
  return (by: NumberOwnerRow['by'], key: string) =>
    (byKey.get(`${by}:${key}`) ?? []).flatMap(({ personId }) => people.get(personId) ?? [])
}

/** Decrypts on demand and once per person, because decryption is the most expensive step. */
function indexPeople(fields: FieldCipher, rows: readonly RegisteredPersonRow[]): Map<string, RegisteredPerson> {
  const opening = (row: RegisteredPersonRow) => {
    let opened: DecryptedNumbers | undefined
    return () =>
      (opened ??= {
        idCard: decryptNumbers(fields, { personId: row.personId, phone: null, idCard: row.idCard }).idCard,
        studentNo: decryptStudentNo(fields, row.id ?? '', row.studentNo),
        icCard: decryptIcCard(fields, row.id ?? '', row.icCard),
        facts: decryptPrivateFacts(fields, row.id ?? '', row.private),
        phones: new Map(
          row.guardians.map(({ id, phone }) => [
            id,
            decryptGuardianPhone(fields, id, phone === null ? null : Buffer.from(phone, 'hex')),
          ]),
        ),
      })
  }
  return new Map(rows.map((row) => [row.personId, { ...row, decrypt: opening(row) }]))
}
