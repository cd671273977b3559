import { idCardBirthday } from '#packages/core'
import type { RowIssue } from '#packages/sheet'
import { userTypes } from '../../contract.ts'
import { maskField } from '../private-facts.ts'
import { isOpenOn } from '../service/staff-scope.ts'
import type { RegisteredPerson, ImportLookup, ImportRow } from './import-lookup.ts'
import {
  hasOtherIdCard,
  hasSameName,
  createSkipFix,
  type RegisteredMembership,
  type StaffMatch,
} from './match-staff.ts'
import type { ImportUnit } from './import-context.ts'

const describeMembership = (membership: RegisteredMembership) => {
  const facts = [membership.number && `工号${membership.number}`, membership.departmentName].filter(Boolean)
  return facts.length > 0 ? `（${facts.join('，')}）` : ''
}

interface Namesake {
  known: RegisteredPerson
  membership: RegisteredMembership
  message: string
}

/**
 * Possible matches: the same name in the unit; or in the whole scope the same or a similar-sounding name with the same
 * birthday or end of the phone number. Excludes people with another ID number and people added by this import.
 */
export function findNamesakes(lookup: ImportLookup, unit: ImportUnit, importRow: ImportRow): Namesake[] {
  const { name = '', idCard, mobile } = importRow.values
  const isShown = (column: string) => !lookup.hidden.has(column)
  const birthday = importRow.values['birthday'] ?? (idCard ? idCardBirthday(idCard) : undefined)
  return lookup.namesakes(name).flatMap((known): Namesake[] => {
    const open = known.memberships.filter((membership) => isOpenOn(lookup.day)(membership) && membership.mayEdit)
    const membership = open.find(({ orgId }) => orgId === unit.id) ?? open[0]
    if (!membership || membership.updatedAt.getTime() === lookup.now.getTime() || hasOtherIdCard(known, importRow))
      return []
    const opened = known.decrypt(membership)
    const bornOn = opened.facts.birthday || (opened.idCard && idCardBirthday(opened.idCard))
    const shared = [
      ...(birthday && birthday === bornOn && isShown('birthday') ? ['出生日期相同'] : []),
      ...(mobile && mobile.slice(-4) === opened.phone.slice(-4) && isShown('mobile') ? ['手机尾号相同'] : []),
    ]
    const isHere = membership.orgId === unit.id
    const where = isHere ? '本单位' : membership.orgName
    const named = hasSameName(known, name)
    if (named && isHere && shared.length === 0)
      return [{ known, membership, message: `${where}已有同名人员${describeMembership(membership)}` }]
    if (shared.length === 0) return []
    const who = named ? '同名人员' : `读音相同的“${known.name}”`
    return [{ known, membership, message: `${where}已有${who}，${shared.join('、')}${describeMembership(membership)}` }]
  })
}

/** The person that the importer has chosen for the row, as long as it is still a possible match. */
export function findAcceptedMatch(
  lookup: ImportLookup,
  unit: ImportUnit,
  importRow: ImportRow,
): StaffMatch | undefined {
  if (!importRow.accepted.some((code) => code.startsWith('is:'))) return undefined
  const accepted = findNamesakes(lookup, unit, importRow).find(({ membership }) =>
    importRow.accepted.includes(`is:${membership.id}`),
  )
  return accepted && { known: accepted.known, how: 'name' }
}

/** Shows both records and asks; with several candidates none is preselected. */
export function createMaybeSameIssue(lookup: ImportLookup, namesakes: readonly Namesake[]): RowIssue {
  const [one] = namesakes
  const question = { column: 'name', code: 'maybe-same', isByRow: true }
  const others = [{ kind: 'accept' as const, label: '不是同一人，新建' }, createSkipFix('跳过')]
  if (namesakes.length > 1)
    return { ...question, message: `可能是已有的${namesakes.length}人之一，请填写工号或身份证号`, fixes: others }
  const { message, membership } = one!
  const update = { kind: 'is' as const, id: membership.id, label: '是同一人，更新资料' }
  return { ...question, message, fixes: [update, ...others], known: presentColleague(lookup, one!) }
}

/** The record of a colleague as far as the importer may see it, with the fields that identify people. */
function presentColleague({ hidden, context }: ImportLookup, { known, membership }: Namesake): Record<string, string> {
  const { phone, idCard, facts } = known.decrypt(membership)
  const unit = context.units.find(({ id }) => id === membership.orgId)
  const title = unit?.departments.find(({ id }) => id === membership.departmentId)?.title
  const facets = {
    name: known.name,
    sex: membership.sex ?? '',
    number: membership.number,
    org: membership.orgName,
    department: title ?? membership.departmentName,
    userType: userTypes[membership.userType].title,
    post: membership.post,
    subject: membership.subject,
    idCard: maskField('idCard', idCard),
    mobile: maskField('mobile', phone),
    // Without the day beside a masked ID number, which contains it.
    birthday: facts.birthday.slice(0, 7),
  }
  return Object.fromEntries(Object.entries(facets).filter(([column, value]) => value !== '' && !hidden.has(column)))
}
