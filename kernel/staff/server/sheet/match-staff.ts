import type { Fix, RowIssue, RowVerdict } from '#packages/sheet'
import { phoneRegisteredMessage } from '#kernel/identity/server/api.ts'
import { isInCallersScope, isOpenOn, coversWholeDistrict } from '../service/staff-scope.ts'
import type { RegisteredPerson, ImportLookup, ImportRow } from './import-lookup.ts'
import type { ImportUnit } from './import-context.ts'

export type RegisteredMembership = RegisteredPerson['memberships'][number]
/** `name` only after the importer has chosen the person. */
type MatchColumn = 'idCard' | 'number' | 'mobile' | 'name'

export interface StaffMatch {
  known: RegisteredPerson
  how: MatchColumn
}

export const createSkipFix = (label = '不导入此行'): Fix => ({ kind: 'skip', label })
export const createKeepFix = (column: string, label: string): Fix => ({ kind: 'set', column, value: '', label })

/** 张 三 and 张三 are equal, and so are the different dots in names. */
const normaliseName = (name: string) => name.replaceAll(/\s/g, '').replaceAll(/[•・‧∙.．]/g, '·')
export const hasSameName = (known: RegisteredPerson, name: string) => normaliseName(known.name) === normaliseName(name)

/** Both values exist and differ. */
const areDifferent = (one: string | undefined, other: string) => Boolean(one && other && one !== other)

const isSomebodyElse = ({ hidden }: ImportLookup, known: RegisteredPerson, { values }: ImportRow) => {
  const { idCard, phone } = known.decrypt(known.memberships[0] ?? null)
  const hasOtherPhone = hidden.has('mobile') ? values['mobile'] !== undefined : areDifferent(values['mobile'], phone)
  return areDifferent(values['idCard'], idCard) || hasOtherPhone
}
export const hasOtherIdCard = (known: RegisteredPerson, { values }: ImportRow) =>
  areDifferent(values['idCard'], known.decrypt(known.memberships[0] ?? null).idCard)

/**
 * The person of a row: by ID number, else by staff number, else by mobile with name; never by name alone. Many people
 * know a mobile number, so it only matches within the scope: otherwise it would be enough to add anybody of the
 * district and read their file.
 */
export function findMatch(
  lookup: ImportLookup,
  unit: ImportUnit,
  importRow: ImportRow,
): { match?: StaffMatch; issues: RowIssue[] } {
  const { name = '', idCard, number, mobile } = importRow.values
  const byIdCard = idCard === undefined ? undefined : lookup.byIdCard(idCard)
  if (byIdCard) return { match: { known: byIdCard, how: 'idCard' }, issues: [] }
  const numbered = number === undefined ? [] : lookup.byNumber(unit.id, number)
  const one = numbered.find((known) => hasSameName(known, name)) ?? (numbered.length === 1 ? numbered[0] : undefined)
  // A person with another name and another number is not the holder of this staff number.
  if (one && (hasSameName(one, name) || !isSomebodyElse(lookup, one, importRow)))
    return { match: { known: one, how: 'number' }, issues: [] }
  const issues = numbered.length > 0 ? [createNumberTakenIssue(numbered[0]!)] : []
  const phoned = mobile === undefined ? [] : lookup.byPhone(mobile)
  const byPhone = phoned.find(
    (known) =>
      isInCallersScope(known.memberships, lookup.day) && hasSameName(known, name) && !hasOtherIdCard(known, importRow),
  )
  return byPhone ? { match: { known: byPhone, how: 'mobile' }, issues } : { issues }
}

export const createNumberTakenIssue = ({ name }: RegisteredPerson): RowIssue => ({
  column: 'number',
  code: 'taken',
  message: `工号已被${name}使用`,
  fixes: [createKeepFix('number', '不填工号'), createSkipFix()],
})

/**
 * A phone number belongs to one person. The owner is named only for colleagues, because a file could probe thousands of
 * numbers.
 */
export function listPhoneIssues(
  lookup: ImportLookup,
  { values: { mobile } }: ImportRow,
  owner: RegisteredPerson | undefined,
): RowIssue[] {
  const others = mobile === undefined ? [] : lookup.byPhone(mobile).filter(({ id }) => id !== owner?.id)
  const [one] = others.toSorted(
    (a, b) => Number(isInCallersScope(b.memberships, lookup.day)) - Number(isInCallersScope(a.memberships, lookup.day)),
  )
  if (!one) return []
  if (!isInCallersScope(one.memberships, lookup.day)) return [phoneRegisteredIssue]
  return [{ ...phoneRegisteredIssue, message: `该手机号已被${one.name}使用` }]
}
const phoneRegisteredIssue: RowIssue = {
  column: 'mobile',
  code: 'taken',
  message: phoneRegisteredMessage,
  fixes: [createKeepFix('mobile', '不填手机'), createSkipFix()],
}

/** Whether the row's numbers were looked up outside the scope, for the rate limit. Hidden fields count as outside. */
export function getOutOfScopeLookup(
  lookup: ImportLookup,
  { values }: ImportRow,
  issues: readonly RowIssue[],
): RowVerdict['outOfScope'] {
  const { idCard, mobile } = values
  const { hidden } = lookup
  const inScope = (owner: RegisteredPerson | undefined) =>
    owner !== undefined && isInCallersScope(owner.memberships, lookup.day)
  const isIdCardKnown = idCard === undefined || (!hidden.has('idCard') && inScope(lookup.byIdCard(idCard)))
  const isPhoneKnown = mobile === undefined || (!hidden.has('mobile') && lookup.byPhone(mobile).some(inScope))
  if (coversWholeDistrict(lookup.scope) || (isIdCardKnown && isPhoneKnown)) return undefined
  return issues.some((issue) => issue === phoneRegisteredIssue || issue.code === 'of-others')
    ? 'reported'
    : 'unreported'
}

/** Of several memberships in a unit, the one in the department, else the main one. */
export function findMembershipInUnit(
  lookup: ImportLookup,
  { memberships }: RegisteredPerson,
  unit: ImportUnit,
  importRow: ImportRow,
): RegisteredMembership | undefined {
  const here = memberships.filter((membership) => membership.orgId === unit.id && isOpenOn(lookup.day)(membership))
  const { department } = importRow
  return (
    here.find((membership) => department !== undefined && membership.departmentId === (department?.id ?? null)) ??
    here[0]
  )
}
