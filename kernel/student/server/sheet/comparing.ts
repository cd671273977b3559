import { idCardBirthday, idCardSex, isIdCard } from '#packages/core'
import { understandCell } from '#packages/sheet'
import { maskIdCard, maskPhone } from '#kernel/identity/server'
import { ethnicityName } from '#kernel/dictionary/contract.ts'
import { idKinds, relations, type IdKind, type Relation } from '../../contract.ts'
import { maskStudentNo, maskTail } from '../numbers.ts'
import { studentColumns } from './columns.ts'
import type { GuardianRow } from '../sheet-queries.ts'
import type { KnownPupil, Wanted } from './looking.ts'
import type { School } from './schools.ts'

/** A guardian whom a row names. */
export interface WantedGuardian {
  nth: 1 | 2
  name: string
  relation: Relation | undefined
  phone: string | undefined
}

/** Those whom the file names; a phone alone is somebody's of the family. */
export function guardiansIn({ values }: Wanted): WantedGuardian[] {
  return ([1, 2] as const).flatMap((nth): WantedGuardian[] => {
    const name = values[`guardian${nth}Name`]
    const phone = values[`guardian${nth}Phone`]
    if (name === undefined && phone === undefined) return []
    const relation = values[`guardian${nth}Relation`]
    return [
      {
        nth,
        name: name ?? `${values['name'] ?? ''}家长`,
        phone,
        relation: relation === undefined ? undefined : (Number(relation) as Relation),
      },
    ]
  })
}

/** What kind of paper a number is of, unless the file says it. */
export function idKindIn({ values: { idKind, idCard } }: Wanted): IdKind | undefined {
  if (idKind !== undefined) return idKind as IdKind
  if (idCard === undefined) return undefined
  if (isIdCard(idCard)) return 'id-card'
  if (/^[HM]\d{8}$/.test(idCard)) return 'hong-kong-macao'
  return /^\d{8}$/.test(idCard) ? 'taiwan' : 'passport'
}

/** What the ID number says where the file says nothing. */
const card = ({ values: { idCard } }: Wanted) => (idCard && isIdCard(idCard) ? idCard : undefined)
export const sexIn = (wanted: Wanted) => {
  const number = card(wanted)
  return (wanted.values['sex'] ?? (number ? idCardSex(number) : '')) as '男' | '女' | ''
}
export const birthdayIn = (wanted: Wanted) => {
  const number = card(wanted)
  return wanted.values['birthday'] ?? (number ? idCardBirthday(number) : '')
}

export interface Difference {
  column: string
  /** For people; the middle hidden where it is sensitive. */
  before: string
  of: 'person' | 'student' | 'seat' | 'class' | 'guardian'
}

/** 张 三 and 张三 are one, and the dot in a name is written in many ways. */
const plainName = (name: string) => name.replaceAll(/\s/g, '').replaceAll(/[•・‧∙.．]/g, '·')
export const isNamed = (known: { name: string }, name: string) => plainName(known.name) === plainName(name)

const columnsByKey = new Map(studentColumns.map((column) => [column.key, column]))

/** What we keep, read out of a file, is the same again, however it is written there. */
const isAsKept = (column: string, value: string, kept: string) =>
  value === kept || (kept !== '' && understandCell(columnsByKey.get(column)!, [], kept).value === value)

/** What the row says otherwise than we know it, field by field. What it does not say stays. */
export function differencesOf(known: KnownPupil, wanted: Wanted, school: School): Difference[] {
  const { values } = wanted
  const opened = known.open()
  const found: Difference[] = []
  const look = (column: string, of: Difference['of'], now: string, then: string | undefined, shown = now) => {
    if (then !== undefined && !isAsKept(column, then, now)) found.push({ column, of, before: shown })
  }
  if (!isNamed(known, values['name'] ?? known.name)) found.push({ column: 'name', of: 'person', before: known.name })
  look('sex', 'person', known.sex ?? '', values['sex'])
  const isCard = known.idKind === 'id-card'
  const number = isCard ? opened.idCard : opened.facts.paperNo
  const kind = values['idCard'] === undefined ? undefined : idKindIn(wanted)
  look(
    'idCard',
    kind === 'id-card' ? 'person' : 'student',
    number,
    values['idCard'],
    isCard ? maskIdCard(number) : maskTail(number),
  )
  look('idKind', 'student', known.idKind, kind, idKinds[known.idKind])
  look('studentNo', 'student', opened.studentNo, values['studentNo'], maskStudentNo(opened.studentNo))
  look('schoolNo', 'student', known.schoolNo, values['schoolNo'])
  look('birthday', 'student', opened.facts.birthday, values['birthday'])
  look('nation', 'student', known.nation, values['nation'], ethnicityName(known.nation))
  look('isBoarding', 'student', known.isBoarding ? '1' : '0', values['isBoarding'], known.isBoarding ? '住校' : '走读')
  look('isSpecial', 'student', known.isSpecial ? '1' : '0', values['isSpecial'], known.isSpecial ? '是' : '否')
  look('household', 'student', opened.facts.household, values['household'])
  look(
    'address',
    'student',
    opened.facts.address,
    values['address'],
    opened.facts.address && `${opened.facts.address.slice(0, 2)}**`,
  )
  look('icCard', 'student', opened.icCard, values['icCard'], maskTail(opened.icCard))
  return [...found, ...placeDifferences(known, wanted, school), ...guardianDifferences(known, wanted)]
}

/** During 休学 nobody is in a class. */
function placeDifferences(known: KnownPupil, { place, values }: Wanted, school: School): Difference[] {
  if (known.placeStatus === 'suspended') return []
  const label = school.all.find(({ id }) => id === known.classId)?.label ?? ''
  const moves = place !== null && place.class !== null && place.class.id !== known.classId
  const seat = values['seatNo']
  return [
    ...(moves ? [{ column: 'class', of: 'class' as const, before: label }] : []),
    ...(seat !== undefined && seat !== String(known.seatNo ?? '')
      ? [{ column: 'seatNo', of: 'seat' as const, before: String(known.seatNo ?? '') }]
      : []),
  ]
}

/** The one on the roster whom a row means: of the same name, or of the same number where the row has no name. */
export const linkOf = (known: KnownPupil, wanted: WantedGuardian): GuardianRow | undefined =>
  known.guardians.find((link) => isNamed(link, wanted.name)) ??
  known.guardians.find((link) => wanted.phone !== undefined && known.open().phones.get(link.id) === wanted.phone)

function guardianDifferences(known: KnownPupil, wanted: Wanted): Difference[] {
  return guardiansIn(wanted).flatMap((one): Difference[] => {
    const link = linkOf(known, one)
    const column = (what: string) => `guardian${one.nth}${what}`
    if (!link) return [{ column: column(one.name.endsWith('家长') ? 'Phone' : 'Name'), of: 'guardian', before: '' }]
    const phone = known.open().phones.get(link.id) ?? ''
    return [
      ...(one.relation !== undefined && one.relation !== link.relation
        ? [{ column: column('Relation'), of: 'guardian' as const, before: relations[link.relation] }]
        : []),
      ...(one.phone !== undefined && one.phone !== phone
        ? [{ column: column('Phone'), of: 'guardian' as const, before: phone && maskPhone(phone) }]
        : []),
    ]
  })
}
