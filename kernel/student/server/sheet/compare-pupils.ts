import { idCardBirthday, idCardSex, isIdCard } from '#packages/core'
import { parseCell } from '#packages/sheet'
import { maskIdCard, maskPhone } from '#kernel/identity/server/api.ts'
import { ethnicityName } from '#kernel/dictionary/contract.ts'
import { idKinds, relations, type IdKind, type Relation } from '../../contract.ts'
import { maskStudentNo, maskTail } from '../encrypted-fields.ts'
import { studentColumns } from './import-columns.ts'
import type { RegisteredGuardianRow } from '../student-import-queries.ts'
import type { RegisteredPupil, ImportRow } from './import-lookup.ts'
import type { ImportSchool } from './import-context.ts'

/** A guardian in a row of the file. */
export interface ImportGuardian {
  nth: 1 | 2
  name: string
  relation: Relation | undefined
  phone: string | undefined
}

/** A phone number without a name becomes a guardian named after the pupil. */
export function listImportGuardians({ values }: ImportRow): ImportGuardian[] {
  return ([1, 2] as const).flatMap((nth): ImportGuardian[] => {
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

/** The document kind in the file, or guessed from the number. */
export function getIdKind({ values: { idKind, idCard } }: ImportRow): IdKind | undefined {
  if (idKind !== undefined) return idKind as IdKind
  if (idCard === undefined) return undefined
  if (isIdCard(idCard)) return 'id-card'
  if (/^[HM]\d{8}$/.test(idCard)) return 'hong-kong-macao'
  return /^\d{8}$/.test(idCard) ? 'taiwan' : 'passport'
}

/** Missing values are taken from the ID number. */
const getIdCard = ({ values: { idCard } }: ImportRow) => (idCard && isIdCard(idCard) ? idCard : undefined)
export const getSex = (importRow: ImportRow) => {
  const number = getIdCard(importRow)
  return (importRow.values['sex'] ?? (number ? idCardSex(number) : '')) as '男' | '女' | ''
}
export const getBirthday = (importRow: ImportRow) => {
  const number = getIdCard(importRow)
  return importRow.values['birthday'] ?? (number ? idCardBirthday(number) : '')
}

export interface PupilDifference {
  column: string
  /** Shown to users; sensitive values are masked. */
  before: string
  of: 'person' | 'student' | 'seat' | 'class' | 'guardian'
}

/** Ignores spaces and the various dots in names. */
const normaliseName = (name: string) => name.replaceAll(/\s/g, '').replaceAll(/[•・‧∙.．]/g, '·')
export const hasSameName = (known: { name: string }, name: string) => normaliseName(known.name) === normaliseName(name)

const columnsByKey = new Map(studentColumns.map((column) => [column.key, column]))

/** A stored value and its parsed form count as equal, however the file writes it. */
const isSameValue = (column: string, value: string, stored: string) =>
  value === stored || (stored !== '' && parseCell(columnsByKey.get(column)!, [], stored).value === value)

/** The fields in which the row differs from the stored pupil. Missing values mean no change. */
export function listPupilDifferences(
  known: RegisteredPupil,
  importRow: ImportRow,
  school: ImportSchool,
): PupilDifference[] {
  const { values } = importRow
  const opened = known.decrypt()
  const found: PupilDifference[] = []
  const compare = (column: string, of: PupilDifference['of'], now: string, then: string | undefined, shown = now) => {
    if (then !== undefined && !isSameValue(column, then, now)) found.push({ column, of, before: shown })
  }
  if (!hasSameName(known, values['name'] ?? known.name))
    found.push({ column: 'name', of: 'person', before: known.name })
  compare('sex', 'person', known.sex ?? '', values['sex'])
  const isCard = known.idKind === 'id-card'
  const number = isCard ? opened.idCard : opened.facts.paperNo
  const kind = values['idCard'] === undefined ? undefined : getIdKind(importRow)
  compare(
    'idCard',
    kind === 'id-card' ? 'person' : 'student',
    number,
    values['idCard'],
    isCard ? maskIdCard(number) : maskTail(number),
  )
  compare('idKind', 'student', known.idKind, kind, idKinds[known.idKind])
  compare('studentNo', 'student', opened.studentNo, values['studentNo'], maskStudentNo(opened.studentNo))
  compare('schoolNo', 'student', known.schoolNo, values['schoolNo'])
  compare('birthday', 'student', opened.facts.birthday, values['birthday'])
  compare('nation', 'student', known.nation, values['nation'], ethnicityName(known.nation))
  compare(
    'isBoarding',
    'student',
    known.isBoarding ? '1' : '0',
    values['isBoarding'],
    known.isBoarding ? '住校' : '走读',
  )
  compare('isSpecial', 'student', known.isSpecial ? '1' : '0', values['isSpecial'], known.isSpecial ? '是' : '否')
  compare('household', 'student', opened.facts.household, values['household'])
  compare(
    'address',
    'student',
    opened.facts.address,
    values['address'],
    opened.facts.address && `${opened.facts.address.slice(0, 2)}**`,
  )
  compare('icCard', 'student', opened.icCard, values['icCard'], maskTail(opened.icCard))
  return [...found, ...listEnrolmentDifferences(known, importRow, school), ...listGuardianDifferences(known, importRow)]
}

/** A suspended pupil (休学) has no class. */
function listEnrolmentDifferences(
  known: RegisteredPupil,
  { target, values }: ImportRow,
  school: ImportSchool,
): PupilDifference[] {
  if (known.enrolmentStatus === 'suspended') return []
  const label = school.all.find(({ id }) => id === known.classId)?.label ?? ''
  const moves = target !== null && target.class !== null && target.class.id !== known.classId
  const seat = values['seatNo']
  return [
    ...(moves ? [{ column: 'class', of: 'class' as const, before: label }] : []),
    ...(seat !== undefined && seat !== String(known.seatNo ?? '')
      ? [{ column: 'seatNo', of: 'seat' as const, before: String(known.seatNo ?? '') }]
      : []),
  ]
}

/** The guardian with the same name, or else with the same phone number. */
export const findGuardianLink = (known: RegisteredPupil, guardian: ImportGuardian): RegisteredGuardianRow | undefined =>
  known.guardians.find((link) => hasSameName(link, guardian.name)) ??
  known.guardians.find((link) => guardian.phone !== undefined && known.decrypt().phones.get(link.id) === guardian.phone)

function listGuardianDifferences(known: RegisteredPupil, importRow: ImportRow): PupilDifference[] {
  return listImportGuardians(importRow).flatMap((one): PupilDifference[] => {
    const link = findGuardianLink(known, one)
    const column = (what: string) => `guardian${one.nth}${what}`
    if (!link) return [{ column: column(one.name.endsWith('家长') ? 'Phone' : 'Name'), of: 'guardian', before: '' }]
    const phone = known.decrypt().phones.get(link.id) ?? ''
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
