import { scopeOf, type Ctx, type Scope } from '#packages/core'
import type { FieldCipher } from '#packages/crypto'
import { hashesIn, openNumbers } from '#kernel/identity/server'
import { pinyinOf } from '#packages/pinyin'
import type { RowIssue, SheetRow } from '#packages/sheet'
import type { Opened } from '../differences.ts'
import { hiddenKeys } from '../hidden.ts'
import { openCard, openFacts } from '../private-facts.ts'
import { fieldsIn, momentOf } from '../service/presenting.ts'
import { namesakes, ownersOfNumbers, placesOfPeople, type KnownRow, type NumberOwner } from '../sheet-queries.ts'
import type { UserRow } from '../user-queries.ts'
import { departmentNamed, groundOf, unitNamed, type Department, type Ground, type Unit } from './units.ts'

/** A row of the file, with where it leads. */
export interface Wanted extends SheetRow {
  /** Nothing when the file names one that is not there. */
  unit: Unit | undefined
  /** Left out when the file says nothing about it. */
  department?: Department | null
  /** Several departments have the name in the file. */
  among?: readonly Department[] | undefined
  issues: readonly RowIssue[]
}

/** Somebody whom the district knows, with all places there are or were. */
export interface Known {
  id: string
  name: string
  accountId: string | null
  version: number
  places: readonly (KnownRow & { id: string })[]
  /** What is known, in this place or apart from any. */
  open(place: (KnownRow & { id: string }) | null): Opened
}

/** What has to be known to say what rows would do: read for a thousand of them at once. */
export interface Look {
  ground: Ground
  day: string
  now: Date
  /** Who imports. */
  self: string
  /** What the importer is not shown of people. */
  hidden: ReadonlySet<string>
  /** Where the importer may edit. */
  scope: Scope
  byIdCard(idCard: string): Known | undefined
  byPhone(phone: string): readonly Known[]
  byNumber(unitId: string, number: string): readonly Known[]
  /** Those within reach whose name is read in the same way. */
  namesakes(name: string): readonly Known[]
}

function wantedOf(ground: Ground, row: SheetRow): Wanted {
  const unit = unitNamed(ground, row.values['org'])
  if ('issue' in unit) return { ...row, unit: undefined, issues: [unit.issue] }
  const word = row.values['department']
  if (word === undefined) return { ...row, unit: unit.found, issues: [] }
  const department = departmentNamed(unit.found, word)
  if ('issue' in department) return { ...row, unit: unit.found, among: department.among, issues: [department.issue] }
  return { ...row, unit: unit.found, department: department.found, issues: [] }
}

const given = (rows: readonly Wanted[], column: string) => [
  ...new Set(rows.flatMap(({ values }) => values[column] ?? [])),
]

/** Hashing a number and reading a name take a while, and both are asked for more than once. */
function once(work: (text: string) => string) {
  const done = new Map<string, string>()
  return (text: string) => {
    const result = done.get(text) ?? work(text)
    done.set(text, result)
    return result
  }
}

export async function lookAt(ctx: Ctx, orgId: string, rows: readonly SheetRow[]) {
  const ground = await groundOf(ctx, orgId)
  const wanted = rows.map((row) => wantedOf(ground, row))
  const { day, now } = momentOf(ctx)
  const fields = await fieldsIn(ctx)
  const hashes = hashesIn(fields)
  const cardHash = once((number) => hashes.idCard(number).toString('hex'))
  const phoneHash = once((number) => hashes.phone(number).toString('hex'))
  const readAs = once((name) => pinyinOf(name, 'surname').full)
  const owners = await ownersOfNumbers(
    ctx.db,
    {
      idCards: given(wanted, 'idCard').map(cardHash),
      phones: given(wanted, 'mobile').map(phoneHash),
      orgIds: [...new Set(wanted.flatMap(({ unit }) => unit?.id ?? []))],
      numbers: given(wanted, 'number'),
    },
    day,
  )
  const owned = new Set(owners.map(({ by, key }) => `${by}:${key}`))
  const isOwned = ({ unit, values: { idCard, mobile, number } }: Wanted) =>
    (idCard !== undefined && owned.has(`idCard:${cardHash(idCard)}`)) ||
    (mobile !== undefined && owned.has(`phone:${phoneHash(mobile)}`)) ||
    (number !== undefined && owned.has(`number:${unit?.id}:${number}`))
  // Whoever is known by a number is not looked for by the name.
  const strangers = wanted.filter((row) => !isOwned(row))
  const pinyins = [...new Set(given(strangers, 'name').map(readAs).filter(Boolean))]
  const scope = scopeOf(ctx, 'user.edit')
  const alike = new Set(pinyins.length > 0 ? await namesakes(ctx.db, scope, pinyins, day) : [])
  const ids = [...new Set([...owners.map(({ personId }) => personId), ...alike])]
  const people = peopleIn(fields, ids.length > 0 ? await placesOfPeople(ctx.db, scope, ids, { day, now }) : [])
  const owning = ownersIn(owners, people)
  const byReading = Map.groupBy(
    [...people.values()].filter(({ id }) => alike.has(id)),
    ({ name }) => readAs(name),
  )
  const look: Look = {
    ground,
    day,
    now,
    self: ctx.actor.personId,
    hidden: hiddenKeys(ctx),
    scope,
    byIdCard: (idCard) => owning('idCard', cardHash(idCard))[0],
    byPhone: (phone) => owning('phone', phoneHash(phone)),
    byNumber: (unitId, number) => owning('number', `${unitId}:${number}`),
    namesakes: (name) => byReading.get(readAs(name)) ?? [],
  }
  return { look, wanted }
}

function ownersIn(owners: readonly NumberOwner[], people: ReadonlyMap<string, Known>) {
  const byKey = Map.groupBy(owners, ({ by, key }) => `${by}:${key}`)
  return (by: NumberOwner['by'], key: string) =>
    (byKey.get(`${by}:${key}`) ?? []).flatMap(({ personId }) => people.get(personId) ?? [])
}

/** What a place has that is not there. */
const noPlace = {
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

function peopleIn(fields: FieldCipher, rows: readonly KnownRow[]): Map<string, Known> {
  const people = new Map<string, Known>()
  for (const [id, all] of Map.groupBy(rows, ({ personId }) => personId)) {
    const [first] = all
    const { name, accountId, personVersion: version } = first!
    const places = all.filter((row): row is KnownRow & { id: string } => row.id !== null)
    people.set(id, {
      id,
      name,
      accountId,
      version,
      places,
      open: opening(fields, first!),
    })
  }
  return people
}

/** Opened only for whom something is compared with, and once: it is the dearest part. */
function opening(fields: FieldCipher, person: KnownRow): Known['open'] {
  const opened = new Map<string, Opened>()
  return (place) => {
    const row: UserRow = place ?? { ...person, ...noPlace }
    const known = opened.get(row.id)
    if (known) return known
    // A claimed number is not compared with.
    const numbers = row.idCardIsClaim ? { ...row, idCard: null } : row
    const made = {
      row,
      ...openNumbers(fields, numbers),
      icCard: openCard(fields, row.icCard),
      facts: openFacts(fields, row.personId, row.private),
    }
    opened.set(row.id, made)
    return made
  }
}
