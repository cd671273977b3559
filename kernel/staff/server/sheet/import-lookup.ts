import { scopeOf, type Ctx, type Scope } from '#packages/core'
import type { FieldCipher } from '#packages/crypto'
import { createNumberHasher, decryptNumbers } from '#kernel/identity/server/api.ts'
import { toPinyin } from '#packages/pinyin'
import type { RowIssue, SheetRow } from '#packages/sheet'
import type { DecryptedStaff } from '../staff-differences.ts'
import { listHiddenKeys } from '../hidden-fields.ts'
import { decryptCard, decryptFacts } from '../private-facts.ts'
import { getFieldCipher, getMoment } from '../service/staff-presentation.ts'
import {
  listNamesakeIds,
  listNumberOwners,
  listMembershipsOfPeople,
  type RegisteredStaffRow,
  type NumberOwner,
} from '../staff-import-queries.ts'
import type { UserRow } from '../user-queries.ts'
import {
  findDepartmentByName,
  loadImportContext,
  findUnitByName,
  type ImportDepartment,
  type ImportContext,
  type ImportUnit,
} from './import-context.ts'

/** A row of the file with its target unit. */
export interface ImportRow extends SheetRow {
  /** Undefined when the file names an unknown one. */
  unit: ImportUnit | undefined
  /** Undefined when the file has no value. */
  department?: ImportDepartment | null
  /** Several departments have this name. */
  candidates?: readonly ImportDepartment[] | undefined
  issues: readonly RowIssue[]
}

/** A known person with all memberships, past ones included. */
export interface RegisteredPerson {
  id: string
  name: string
  accountId: string | null
  version: number
  memberships: readonly (RegisteredStaffRow & { id: string })[]
  /** The decrypted values, with or without a membership. */
  decrypt(membership: (RegisteredStaffRow & { id: string }) | null): DecryptedStaff
}

/** The data that the checks need, read for about a thousand rows at once. */
export interface ImportLookup {
  context: ImportContext
  day: string
  now: Date
  /** The importer. */
  self: string
  /** Fields hidden from the importer. */
  hidden: ReadonlySet<string>
  /** The scope of the importer's edit permission. */
  scope: Scope
  byIdCard(idCard: string): RegisteredPerson | undefined
  byPhone(phone: string): readonly RegisteredPerson[]
  byNumber(unitId: string, number: string): readonly RegisteredPerson[]
  /** People in scope whose name sounds the same. */
  namesakes(name: string): readonly RegisteredPerson[]
}

function toImportRow(context: ImportContext, row: SheetRow): ImportRow {
  const unit = findUnitByName(context, row.values['org'])
  if ('issue' in unit) return { ...row, unit: undefined, issues: [unit.issue] }
  const departmentName = row.values['department']
  if (departmentName === undefined) return { ...row, unit: unit.found, issues: [] }
  const department = findDepartmentByName(unit.found, departmentName)
  if ('issue' in department)
    return { ...row, unit: unit.found, candidates: department.candidates, issues: [department.issue] }
  return { ...row, unit: unit.found, department: department.found, issues: [] }
}

const listValues = (rows: readonly ImportRow[], column: string) => [
  ...new Set(rows.flatMap(({ values }) => values[column] ?? [])),
]

/** Hashes and pinyin are slow and needed more than once. */
function memoize(work: (text: string) => string) {
  const done = new Map<string, string>()
  return (text: string) => {
    const result = done.get(text) ?? work(text)
    done.set(text, result)
    return result
  }
}

export async function loadImportLookup(ctx: Ctx, orgId: string, rows: readonly SheetRow[]) {
  const context = await loadImportContext(ctx, orgId)
  const importRows = rows.map((row) => toImportRow(context, row))
  const { day, now } = getMoment(ctx)
  const fields = await getFieldCipher(ctx)
  const hashes = createNumberHasher(fields)
  const cardHash = memoize((number) => hashes.idCard(number).toString('hex'))
  const phoneHash = memoize((number) => hashes.phone(number).toString('hex'))
  const readAs = memoize((name) => toPinyin(name, 'surname').full)
  const owners = await listNumberOwners(
    ctx.db,
    {
      idCards: listValues(importRows, 'idCard').map(cardHash),
      phones: listValues(importRows, 'mobile').map(phoneHash),
      orgIds: [...new Set(importRows.flatMap(({ unit }) => unit?.id ?? []))],
      numbers: listValues(importRows, 'number'),
    },
    day,
  )
  const owned = new Set(owners.map(({ by, key }) => `${by}:${key}`))
  const isOwned = ({ unit, values: { idCard, mobile, number } }: ImportRow) =>
    (idCard !== undefined && owned.has(`idCard:${cardHash(idCard)}`)) ||
    (mobile !== undefined && owned.has(`phone:${phoneHash(mobile)}`)) ||
    (number !== undefined && owned.has(`number:${unit?.id}:${number}`))
  // A row matched by a number needs no search by name.
  const strangers = importRows.filter((row) => !isOwned(row))
  const pinyins = [...new Set(listValues(strangers, 'name').map(readAs).filter(Boolean))]
  const scope = scopeOf(ctx, 'user.edit')
  const namesakeIds = new Set(pinyins.length > 0 ? await listNamesakeIds(ctx.db, scope, pinyins, day) : [])
  const ids = [...new Set([...owners.map(({ personId }) => personId), ...namesakeIds])]
  const people = indexPeople(
    fields,
    ids.length > 0 ? await listMembershipsOfPeople(ctx.db, scope, ids, { day, now }) : [],
  )
  const owning = indexOwners(owners, people)
  const byReading = Map.groupBy(
    [...people.values()].filter(({ id }) => namesakeIds.has(id)),
    ({ name }) => readAs(name),
  )
  const lookup: ImportLookup = {
    context,
    day,
    now,
    self: ctx.actor.personId,
    hidden: listHiddenKeys(ctx),
    scope,
    byIdCard: (idCard) => owning('idCard', cardHash(idCard))[0],
    byPhone: (phone) => owning('phone', phoneHash(phone)),
    byNumber: (unitId, number) => owning('number', `${unitId}:${number}`),
    namesakes: (name) => byReading.get(readAs(name)) ?? [],
  }
  return { lookup, importRows }
}

function indexOwners(owners: readonly NumberOwner[], people: ReadonlyMap<string, RegisteredPerson>) {
  const byKey = Map.groupBy(owners, ({ by, key }) => `${by}:${key}`)
  return (by: NumberOwner['by'], key: string) =>
    (byKey.get(`${by}:${key}`) ?? []).flatMap(({ personId }) => people.get(personId) ?? [])
}

/** Empty values for a person without a membership. */
const noMembership = {
  id: '',
  orgId: '',
  departmentId: null,
  orgName: '',
  departmentName: '',
  userType: 'teacher' as const,
  post: '',
  isMain: false,
  isSuspended: false,
  beginsOn: '',
  overOn: null,
  sort: 0,
  flag: 0,
  version: 0,
  number: '',
  subject: '',
  workerType: null,
  officePhone: '',
  remark: '',
  icCard: null,
  noSecondStep: false,
} as const

function indexPeople(fields: FieldCipher, rows: readonly RegisteredStaffRow[]): Map<string, RegisteredPerson> {
  const people = new Map<string, RegisteredPerson>()
  for (const [id, all] of Map.groupBy(rows, ({ personId }) => personId)) {
    const [first] = all
    const { name, accountId, personVersion: version } = first!
    const memberships = all.filter((row): row is RegisteredStaffRow & { id: string } => row.id !== null)
    people.set(id, {
      id,
      name,
      accountId,
      version,
      memberships,
      decrypt: createDecrypt(fields, first!),
    })
  }
  return people
}

/** Decrypts lazily and once, because it is the slowest part. */
function createDecrypt(fields: FieldCipher, person: RegisteredStaffRow): RegisteredPerson['decrypt'] {
  const opened = new Map<string, DecryptedStaff>()
  return (membership) => {
    const row: UserRow = membership ?? { ...person, ...noMembership }
    const known = opened.get(row.id)
    if (known) return known
    // A claimed ID number is not compared.
    const numbers = row.idCardIsClaim ? { ...row, idCard: null } : row
    const made = {
      row,
      ...decryptNumbers(fields, numbers),
      icCard: decryptCard(fields, row.icCard),
      facts: decryptFacts(fields, row.personId, row.private),
    }
    opened.set(row.id, made)
    return made
  }
}
