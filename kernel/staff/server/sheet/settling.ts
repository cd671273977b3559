import { idCardBirthday } from '#packages/core'
import { isOpenOn } from '../service/reach.ts'
import type { Known, Look, Wanted } from './looking.ts'
import { ambiguousFor, departmentsAmong, type Unit } from './units.ts'

/** What a row says when it is known whom it is about. */
export function asOf(look: Look, unit: Unit, wanted: Wanted, known: Known): Wanted {
  const bornOn = () => {
    const { idCard, facts } = known.open(known.places[0] ?? null)
    return facts.birthday || (idCard && idCardBirthday(idCard))
  }
  return withOwnDepartment(look, unit, withoutMonth(wanted, bornOn), known)
}

/** A month that fits the birthday says nothing new: an export shows no more of it beside a masked number. */
export function withoutMonth(wanted: Wanted, bornOn: () => string): Wanted {
  const { birthday, ...values } = wanted.values
  const isMonth = birthday !== undefined && (wanted.months ?? []).includes('birthday')
  return isMonth && bornOn().slice(0, 7) === birthday.slice(0, 7) ? { ...wanted, values } : wanted
}

/** Of departments with one name somebody stays in the one that he or she is in. In several of them: it is asked which. */
function withOwnDepartment({ day }: Look, unit: Unit, wanted: Wanted, { places }: Known): Wanted {
  const { among, issues, ...row } = wanted
  if (!among) return wanted
  const here = places.filter((place) => place.orgId === unit.id && isOpenOn(day)(place))
  const own = departmentsAmong(among, here)
  const others = issues.filter(({ code }) => code !== 'ambiguous')
  if (own.length === 1) return { ...row, department: own[0]!, issues: others }
  return { ...row, issues: issues.map((issue) => (issue.code === 'ambiguous' ? ambiguousFor(issue, own) : issue)) }
}
