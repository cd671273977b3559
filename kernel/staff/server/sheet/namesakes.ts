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
 * Who might be the same: of the same name in the unit; of the same name or one that is read alike, with the same birthday
 * or the same end of the phone number, anywhere within reach. Not whoever has another ID number, and not whoever this very
 * import has just brought: they stand in the same file.
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

/** Somebody has said of the row who it is. It holds as long as that person is still one of those who might be. */
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

/** Who it is, nobody guesses: both records are shown, and of several nobody is proposed. */
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

/** Somebody's record as the importer may see it, with what tells people apart. */
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
    // Beside a masked number without the day.
    birthday: facts.birthday.slice(0, 7),
  }
  return Object.fromEntries(Object.entries(facets).filter(([column, value]) => value !== '' && !hidden.has(column)))
}
