import type { Cure, RowIssue, Verdict } from '#packages/sheet'
import { phoneRegisteredMessage } from '#kernel/identity/server'
import { isNear, isOpenOn, reachesAll } from '../service/reach.ts'
import type { Known, Look, Wanted } from './looking.ts'
import type { Unit } from './units.ts'

export type KnownPlace = Known['places'][number]
/** By the name only where somebody has said who it is. */
type How = 'idCard' | 'number' | 'mobile' | 'name'

export interface Match {
  known: Known
  how: How
}

export const skip = (words = '不导入此行'): Cure => ({ kind: 'skip', words })
export const keep = (column: string, words: string): Cure => ({ kind: 'set', column, value: '', words })

/** 张 三 and 张三 are one, and the dot in a name is written in many ways. */
const plainName = (name: string) => name.replaceAll(/\s/g, '').replaceAll(/[•・‧∙.．]/g, '·')
export const isNamed = (known: Known, name: string) => plainName(known.name) === plainName(name)

/** Both have one, and they are not the same. */
const differ = (one: string | undefined, other: string) => Boolean(one && other && one !== other)

const isSomebodyElse = ({ hidden }: Look, known: Known, { values }: Wanted) => {
  const { idCard, phone } = known.open(known.places[0] ?? null)
  const hasOtherPhone = hidden.has('mobile') ? values['mobile'] !== undefined : differ(values['mobile'], phone)
  return differ(values['idCard'], idCard) || hasOtherPhone
}
export const hasOtherIdCard = (known: Known, { values }: Wanted) =>
  differ(values['idCard'], known.open(known.places[0] ?? null).idCard)

/**
 * Whom a row is about: by the ID number, else by the number at work, else by the mobile with the name. Never by a name
 * alone. A mobile is known to many, so it leads only to whoever is within reach: otherwise it would be enough to make
 * anybody of the district a colleague, and to read the file.
 */
export function matchOf(look: Look, unit: Unit, wanted: Wanted): { match?: Match; issues: RowIssue[] } {
  const { name = '', idCard, number, mobile } = wanted.values
  const byIdCard = idCard === undefined ? undefined : look.byIdCard(idCard)
  if (byIdCard) return { match: { known: byIdCard, how: 'idCard' }, issues: [] }
  const numbered = number === undefined ? [] : look.byNumber(unit.id, number)
  const one = numbered.find((known) => isNamed(known, name)) ?? (numbered.length === 1 ? numbered[0] : undefined)
  // Somebody of another name and another number is not the one who has this number at work.
  if (one && (isNamed(one, name) || !isSomebodyElse(look, one, wanted)))
    return { match: { known: one, how: 'number' }, issues: [] }
  const issues = numbered.length > 0 ? [numberTaken(numbered[0]!)] : []
  const phoned = mobile === undefined ? [] : look.byPhone(mobile)
  const byPhone = phoned.find(
    (known) => isNear(known.places, look.day) && isNamed(known, name) && !hasOtherIdCard(known, wanted),
  )
  return byPhone ? { match: { known: byPhone, how: 'mobile' }, issues } : { issues }
}

export const numberTaken = ({ name }: Known): RowIssue => ({
  column: 'number',
  code: 'taken',
  words: `工号已被${name}使用`,
  cures: [keep('number', '不填工号'), skip()],
})

/** A phone number belongs to one. Whose it is, is told of colleagues only: a file could ask for a hundred thousand. */
export function phoneIssue(look: Look, { values: { mobile } }: Wanted, owner: Known | undefined): RowIssue[] {
  const others = mobile === undefined ? [] : look.byPhone(mobile).filter(({ id }) => id !== owner?.id)
  const [one] = others.toSorted((a, b) => Number(isNear(b.places, look.day)) - Number(isNear(a.places, look.day)))
  if (!one) return []
  if (!isNear(one.places, look.day)) return [phoneRegisteredIssue]
  return [{ ...phoneRegisteredIssue, words: `该手机号已被${one.name}使用` }]
}
const phoneRegisteredIssue: RowIssue = {
  column: 'mobile',
  code: 'taken',
  words: phoneRegisteredMessage,
  cures: [keep('mobile', '不填手机'), skip()],
}

/** Whether numbers of the row were looked up out of scope, for the rate limit. A hidden field is in nobody's scope. */
export function outOfScopeLookup(look: Look, { values }: Wanted, issues: readonly RowIssue[]): Verdict['outOfScope'] {
  const { idCard, mobile } = values
  const { hidden } = look
  const inScope = (owner: Known | undefined) => owner !== undefined && isNear(owner.places, look.day)
  const isIdCardKnown = idCard === undefined || (!hidden.has('idCard') && inScope(look.byIdCard(idCard)))
  const isPhoneKnown = mobile === undefined || (!hidden.has('mobile') && look.byPhone(mobile).some(inScope))
  if (reachesAll(look.scope) || (isIdCardKnown && isPhoneKnown)) return undefined
  return issues.some((issue) => issue === phoneRegisteredIssue || issue.code === 'of-others')
    ? 'reported'
    : 'unreported'
}

/** Of several places in a unit the one in that department, else the main one. */
export function placeIn(look: Look, { places }: Known, unit: Unit, wanted: Wanted): KnownPlace | undefined {
  const here = places.filter((place) => place.orgId === unit.id && isOpenOn(look.day)(place))
  const { department } = wanted
  return here.find((place) => department !== undefined && place.departmentId === (department?.id ?? null)) ?? here[0]
}
