import type { Fix, RowIssue } from '#packages/sheet'
import { idCardBirthday, isIdCard } from '#packages/core'
import { numberRegisteredMessage, maskIdCard } from '#kernel/identity/server/api.ts'
import { maskStudentNo, maskTail } from '../encrypted-fields.ts'
import { hasSameName } from './compare-pupils.ts'
import type { RegisteredPerson, RegisteredPupil, ImportLookup, ImportRow } from './import-lookup.ts'
import type { ImportSchool } from './import-context.ts'

/** `name` only after a user has confirmed the match. */
export type MatchColumn = 'studentNo' | 'idCard' | 'schoolNo' | 'name'
export interface PupilMatch {
  known: RegisteredPerson
  how: MatchColumn
}

export const createSkipFix = (label = '不导入此行'): Fix => ({ kind: 'skip', label })
export const createKeepFix = (column: string, label: string): Fix => ({ kind: 'set', column, value: '', label })

export const isRegisteredPupil = (known: RegisteredPerson): known is RegisteredPupil => known.id !== null
export const isCurrentPupil = ({ status }: RegisteredPerson) => status === 'studying' || status === 'suspended'

/** True if both values are given and different. */
export const differ = (one: string | undefined, other: string) => Boolean(one && other && one !== other)
export const hasOtherNumber = (known: RegisteredPerson, { values }: ImportRow) => {
  const { idCard, studentNo } = known.decrypt()
  return differ(values['idCard'], idCard) || differ(values['studentNo'], studentNo)
}

/**
 * Finds the pupil of a row by 学籍号, else by ID number (which stays when a temporary 学籍号 becomes a formal one), else by
 * school number and name. Never by name alone.
 */
export function findMatch(
  lookup: ImportLookup,
  school: ImportSchool,
  importRow: ImportRow,
): { match?: PupilMatch; issues: RowIssue[] } {
  const { name = '', studentNo, idCard, schoolNo } = importRow.values
  const byNumber = studentNo === undefined ? undefined : lookup.byStudentNo(studentNo)
  const byCard = idCard === undefined ? undefined : lookup.byIdCard(idCard)
  if (byNumber && byCard && byNumber.personId !== byCard.personId)
    return { issues: [lookup.isInScope(byNumber) && lookup.isInScope(byCard) ? twoPeopleIssue : numberRegisteredIssue] }
  if (byNumber) return { match: { known: byNumber, how: 'studentNo' }, issues: [] }
  if (byCard) return { match: { known: byCard, how: 'idCard' }, issues: [] }
  const bySchoolNo = schoolNo === undefined ? undefined : lookup.bySchoolNo(school.id, schoolNo)
  if (!bySchoolNo) return { issues: [] }
  if (hasSameName(bySchoolNo, name) && !hasOtherNumber(bySchoolNo, importRow))
    return { match: { known: bySchoolNo, how: 'schoolNo' }, issues: [] }
  return { issues: [createSchoolNoTakenIssue(bySchoolNo)] }
}

const twoPeopleIssue: RowIssue = {
  column: 'idCard',
  code: 'two-people',
  title: '学籍号和身份证号属于不同的学生',
  message: '学籍号和身份证号属于不同的学生，请核对',
  fixes: [createSkipFix()],
}

/**
 * The only issue for a person out of scope. It is in the name column, so as not to reveal which number is registered.
 */
export const numberRegisteredIssue: RowIssue = {
  column: 'name',
  code: 'elsewhere',
  title: '号码已登记',
  message: numberRegisteredMessage,
  fixes: [createSkipFix()],
}

export const createSchoolNoTakenIssue = ({ name }: RegisteredPerson): RowIssue => ({
  column: 'schoolNo',
  code: 'taken',
  message: `学号已被${name}使用`,
  fixes: [createKeepFix('schoolNo', '不填学号'), createSkipFix()],
})

export const getRegisteredBirthday = (known: RegisteredPerson): string => {
  const { facts, idCard } = known.decrypt()
  return facts.birthday || (isIdCard(idCard) ? idCardBirthday(idCard) : '')
}

/** Drops a month that fits the birthday: exports shorten the birthday beside a masked number. */
export function dropMatchingMonth(importRow: ImportRow, bornOn: () => string): ImportRow {
  const { birthday, ...values } = importRow.values
  const isMonth = birthday !== undefined && (importRow.months ?? []).includes('birthday')
  return isMonth && bornOn().slice(0, 7) === birthday.slice(0, 7) ? { ...importRow, values } : importRow
}

/** If several classes share the name, a pupil stays in the own class. For other pupils no class is guessed. */
export function preferOwnClass(importRow: ImportRow, { classId }: RegisteredPerson): ImportRow {
  const own = importRow.candidates?.find(({ id }) => id === classId)
  if (!own) return importRow
  const issues = importRow.issues.filter(({ code }) => code !== 'ambiguous')
  return { ...importRow, target: { gradeId: own.gradeId, class: own }, issues }
}

/** Pupils of the same name at the school, unless a number or the birthday differs. */
export function findNamesakes(lookup: ImportLookup, school: ImportSchool, importRow: ImportRow): RegisteredPupil[] {
  const { name = '' } = importRow.values
  return lookup
    .namesakes(school.id, name)
    .filter(isRegisteredPupil)
    .filter((known) => {
      if (hasOtherNumber(known, importRow)) return false
      if (lookup.isColumnHidden('birthday')) return true
      const { birthday } = dropMatchingMonth(importRow, () => getRegisteredBirthday(known)).values
      return !differ(birthday, getRegisteredBirthday(known))
    })
}

/** The match that a user has confirmed. It is valid only while the pupil is still a namesake. */
export function findAcceptedMatch(
  lookup: ImportLookup,
  school: ImportSchool,
  importRow: ImportRow,
): PupilMatch | undefined {
  if (!importRow.accepted.some((code) => code.startsWith('is:'))) return undefined
  const known = findNamesakes(lookup, school, importRow).find(({ id }) => importRow.accepted.includes(`is:${id}`))
  return known && { known, how: 'name' }
}

/** Asks the user instead of guessing. With several namesakes none is proposed. */
export function createMaybeSameIssue(
  lookup: ImportLookup,
  school: ImportSchool,
  namesakes: readonly RegisteredPupil[],
): RowIssue {
  const question = { column: 'name', code: 'maybe-same', title: '可能是已有学生', isByRow: true }
  const others = [{ kind: 'accept' as const, label: '不是同一人，新建' }, createSkipFix('跳过')]
  const seen = namesakes.filter(lookup.isInScope)
  if (namesakes.length > 1)
    return { ...question, message: `可能是本校${namesakes.length}名同名学生之一，请填写学号或学籍号`, fixes: others }
  if (!seen[0]) return { ...question, message: '本校已有同名学生', fixes: others }
  const update = { kind: 'is' as const, id: seen[0].id, label: '是同一人，更新资料' }
  const known = presentPupil(lookup, school, seen[0])
  return { ...question, message: '本校已有同名学生', fixes: [update, ...others], known }
}

/** The pupil's record as the importer may see it, with the fields that distinguish namesakes. */
function presentPupil(
  { isColumnHidden }: ImportLookup,
  school: ImportSchool,
  known: RegisteredPupil,
): Record<string, string> {
  const { idCard, studentNo, facts } = known.decrypt()
  const number = known.idKind === 'id-card' ? maskIdCard(idCard) : maskTail(facts.paperNo)
  const facets = {
    name: known.name,
    sex: known.sex ?? '',
    schoolNo: known.schoolNo,
    class: school.all.find(({ id }) => id === known.classId)?.label ?? '',
    seatNo: String(known.seatNo ?? ''),
    studentNo: maskStudentNo(studentNo),
    idCard: number,
    // Without the day, because the ID number beside it is masked.
    birthday: getRegisteredBirthday(known).slice(0, 7),
    guardian1Name: known.guardians[0]?.name ?? '',
  }
  return Object.fromEntries(Object.entries(facets).filter(([column, value]) => value !== '' && !isColumnHidden(column)))
}
