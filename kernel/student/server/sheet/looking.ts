import { dayOf, type Ctx } from '#packages/core'
import { fieldsOf, type FieldCipher } from '#packages/crypto'
import type { RowIssue, SheetRow } from '#packages/sheet'
import { hashesIn, openNumbers } from '#kernel/identity/server'
import { isHiddenColumn } from '../hidden.ts'
import { hashStudentNo, openCard, openFacts, openPhone, openStudentNo, type PrivateFacts } from '../numbers.ts'
import { idsWithin } from '../read-queries.ts'
import { knownPeople, ownersOf, type KnownRow, type Owner } from '../sheet-queries.ts'
import { groundOf, placeNamed, schoolNamed, type Class, type Ground, type School } from './schools.ts'

/** A row of the file, with where it leads. */
export interface Wanted extends SheetRow {
  /** Nothing when the file names one that is not there. */
  school: School | undefined
  /** Null when the file says nothing about it. */
  place: { gradeId: string; class: Class | null } | null
  /** Several classes have the name in the file. */
  among?: readonly Class[] | undefined
  issues: readonly RowIssue[]
}

interface Opened {
  idCard: string
  studentNo: string
  icCard: string
  facts: PrivateFacts
  /** By the ids of the links. */
  phones: ReadonlyMap<string, string>
}

/** Somebody whom the district knows; a pupil has an id. */
export interface Known extends KnownRow {
  open(): Opened
}
export type KnownPupil = Known & { id: string }

/** What has to be known to say what rows would do: read for a thousand of them at once. */
export interface Look {
  ground: Ground
  day: string
  /** Whether the column is about something that the importer is not shown. */
  isBlind(column: string): boolean
  /** The importer's scope is the whole district: no lookup is out of scope. */
  coversDistrict: boolean
  /** Whether the importer may read about this pupil. */
  isInScope(known: Known): boolean
  byStudentNo(number: string): Known | undefined
  byIdCard(number: string): Known | undefined
  bySchoolNo(schoolId: string, number: string): Known | undefined
  /** Those who are at the school now. */
  namesakes(schoolId: string, name: string): readonly Known[]
}

function wantedOf(ground: Ground, row: SheetRow): Wanted {
  const number = row.values['studentNo']
  const values = number ? { ...row.values, studentNo: number.toUpperCase() } : row.values
  const school = schoolNamed(ground, values['org'])
  if ('issue' in school) return { ...row, values, school: undefined, place: null, issues: [school.issue] }
  const place = placeNamed(school.found, values['grade'], values['class'])
  if ('issue' in place)
    return { ...row, values, school: school.found, place: null, among: place.among, issues: [place.issue] }
  return { ...row, values, school: school.found, place: place.found, issues: [] }
}

const given = (rows: readonly Wanted[], column: string) => [
  ...new Set(rows.flatMap(({ values }) => values[column] ?? [])),
]

/** Hashing a number takes a while, and is asked for more than once. */
function once(work: (text: string) => Buffer) {
  const done = new Map<string, string>()
  return (text: string) => {
    const result = done.get(text) ?? work(text).toString('hex')
    done.set(text, result)
    return result
  }
}

export async function lookAt(ctx: Ctx, orgId: string, rows: readonly SheetRow[]) {
  const ground = await groundOf(ctx, orgId)
  const wanted = rows.map((row) => wantedOf(ground, row))
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const cardHash = once(hashesIn(fields).idCard)
  const numberHash = once((number) => hashStudentNo(fields, number))
  const hasNumber = ({ values }: Wanted) => values['studentNo'] !== undefined || values['idCard'] !== undefined
  const owners = await ownersOf(ctx.db, {
    // A temporary number was made of the same ID number as the one that counts.
    studentNos: given(wanted, 'studentNo').map(numberHash),
    idCards: given(wanted, 'idCard').map(cardHash),
    orgIds: [...new Set(wanted.flatMap(({ school }) => school?.id ?? []))],
    schoolNos: given(wanted, 'schoolNo'),
    names: given(
      wanted.filter((row) => !hasNumber(row)),
      'name',
    ),
  })
  const ids = [...new Set(owners.map(({ personId }) => personId))]
  const people = peopleIn(fields, ids.length > 0 ? await knownPeople(ctx.db, ids) : [])
  const inScope = await studentsInScope(ctx, [...people.values()])
  const owning = ownersIn(owners, people)
  const look: Look = {
    ground,
    day: dayOf(ctx.now),
    isBlind: isHiddenColumn(ctx),
    coversDistrict: ctx.actor.permissions.get('student.read')?.district ?? false,
    isInScope: ({ id }) => id !== null && inScope.has(id),
    byStudentNo: (number) => owning('studentNo', numberHash(number))[0],
    byIdCard: (number) => owning('idCard', cardHash(number))[0],
    bySchoolNo: (schoolId, number) => owning('schoolNo', `${schoolId}:${number}`)[0],
    namesakes: (schoolId, name) => owning('name', `${schoolId}:${name}`),
  }
  return { look, wanted }
}

async function studentsInScope(ctx: Ctx, people: readonly Known[]): Promise<ReadonlySet<string>> {
  const reading = ctx.actor.permissions.get('student.read')
  const ids = people.flatMap(({ id }) => id ?? [])
  return new Set(reading && ids.length > 0 ? await idsWithin(ctx.db, reading, ids, dayOf(ctx.now)) : [])
}

function ownersIn(owners: readonly Owner[], people: ReadonlyMap<string, Known>) {
  const byKey = Map.groupBy(owners, ({ by, key }) => `${by}:${key}`)
  return (by: Owner['by'], key: string) =>
    (byKey.get(`${by}:${key}`) ?? []).flatMap(({ personId }) => people.get(personId) ?? [])
}

/** Opened only for whom something is compared with, and once: it is the dearest part. */
function peopleIn(fields: FieldCipher, rows: readonly KnownRow[]): Map<string, Known> {
  const opening = (row: KnownRow) => {
    let opened: Opened | undefined
    return () =>
      (opened ??= {
        idCard: openNumbers(fields, { personId: row.personId, phone: null, idCard: row.idCard }).idCard,
        studentNo: openStudentNo(fields, row.id ?? '', row.studentNo),
        icCard: openCard(fields, row.id ?? '', row.icCard),
        facts: openFacts(fields, row.id ?? '', row.private),
        phones: new Map(
          row.guardians.map(({ id, phone }) => [
            id,
            openPhone(fields, id, phone === null ? null : Buffer.from(phone, 'hex')),
          ]),
        ),
      })
  }
  return new Map(rows.map((row) => [row.personId, { ...row, open: opening(row) }]))
}
