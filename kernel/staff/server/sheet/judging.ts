import { idCardBirthday, type Ctx } from '#packages/core'
import { withoutBlind, type Cure, type RowIssue, type SheetRow, type Verdict } from '#packages/sheet'
import type { UserForm } from '../../contract.ts'
import type { Difference, Opened } from '../differences.ts'
import { isMaskedField, masked } from '../private-facts.ts'
import { homesOf, isNear, isOpenOn, reachesAll } from '../service/reach.ts'
import { alikeOf, matchSaid, maybeSame } from './alike.ts'
import { changesOf } from './forming.ts'
import { asOf, withoutMonth } from './settling.ts'
import { lookAt, type Known, type Look, type Wanted } from './looking.ts'
import {
  outOfScopeLookup,
  isNamed,
  keep,
  matchOf,
  numberTaken,
  phoneIssue,
  placeIn,
  skip,
  type KnownPlace,
  type Match,
} from './matching.ts'
import {
  columnOf,
  disagreements,
  nameIssue,
  ownerBy,
  ownIssues,
  ownPlace,
  personIssues,
  touches,
} from './person-issues.ts'
import { labelOf, type Unit } from './units.ts'

/** What is to be done for a row that is right. */
export type Plan = { wanted: Wanted; unit: Unit } & (
  | { kind: 'person' }
  /** Somebody who is known gets a place here; what else the file says of the person is written too. */
  | { kind: 'place'; known: Known; form: UserForm; differences: readonly Difference[] }
  | { kind: 'change'; known: Known; place: KnownPlace; form: UserForm; differences: readonly Difference[] }
)
export interface Judged {
  verdict: Verdict
  /** Whether the row is about somebody whom the district knows. */
  isKnown: boolean
  /** The column by which it is found who that is. */
  how?: Match['how'] | undefined
  plan?: Plan
}

export async function judgeRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<Judged[]> {
  const { look, wanted } = await lookAt(ctx, orgId, rows)
  return wanted.map((one) => withLookup(look, one, seeing(look, one, judge(look, one))))
}

function withLookup(look: Look, wanted: Wanted, judged: Judged): Judged {
  const outOfScope = wanted.unit && outOfScopeLookup(look, wanted, judged.verdict.issues)
  return outOfScope ? { ...judged, verdict: { ...judged.verdict, outOfScope } } : judged
}

/** What is hidden from the importer is not written over. */
function seeing({ hidden }: Look, { values }: Wanted, judged: Judged): Judged {
  const { verdict, isKnown, how, plan } = judged
  if (hidden.size === 0 || !isKnown) return judged
  const seen = withoutBlind(verdict, Object.keys(values), (column) => hidden.has(column), how)
  return { verdict: seen, isKnown, how, ...(plan && seen.issues.length === 0 ? { plan } : {}) }
}

function judge(look: Look, wanted: Wanted): Judged {
  const { unit } = wanted
  if (!unit) return told(look, wanted, { issues: wanted.issues })
  const { match = matchSaid(look, unit, wanted), issues } = matchOf(look, unit, wanted)
  if (!match) return judgeStranger(look, unit, wanted, issues)
  return judgeMatched(look, unit, asOf(look, unit, wanted, match.known), match, issues)
}

function judgeMatched(look: Look, unit: Unit, wanted: Wanted, match: Match, issues: readonly RowIssue[]): Judged {
  const own = [...wanted.issues, ...issues]
  const place = placeIn(look, match.known, unit, wanted)
  const judged = place
    ? judgeColleague(look, unit, wanted, { ...match, place }, own)
    : judgeJoining(look, unit, wanted, match, own)
  return { ...judged, how: match.how }
}

type Told = Partial<Omit<Verdict, 'keys' | 'unit'>> & { issues: readonly RowIssue[]; known?: Known }

function told(look: Look, wanted: Wanted, { known, ...about }: Told, plan?: Plan): Judged {
  const { unit, department } = wanted
  const label = unit ? labelOf(look.ground, unit, department ?? null) : ''
  const verdict = { result: 'new' as const, id: null, changes: [], mark: '', ...about }
  const keys = keysOf(wanted, known)
  return {
    verdict: { ...verdict, keys, unit: label },
    isKnown: known !== undefined,
    ...(plan && about.issues.length === 0 ? { plan } : {}),
  }
}

/** What no two rows may share; a person stands in a file once, however the rows tell who it is. */
function keysOf({ unit, values: { name = '', idCard, mobile, number } }: Wanted, known: Known | undefined) {
  const numbers = [
    ...(idCard ? [{ column: 'idCard', value: idCard }] : []),
    ...(mobile ? [{ column: 'mobile', value: mobile }] : []),
    ...(number ? [{ column: 'number', value: `${unit?.id ?? ''}:${number}` }] : []),
  ]
  const alone = numbers.length === 0 ? [{ column: 'name', value: `${unit?.id ?? ''}:${name}` }] : []
  return [...numbers, ...alone, ...(known ? [{ column: 'name', value: `person:${known.id}` }] : [])]
}

/** Nobody whom we know: a new person, unless somebody is alike. */
function judgeStranger(look: Look, unit: Unit, row: Wanted, issues: readonly RowIssue[]): Judged {
  const { idCard } = row.values
  const wanted = withoutMonth(row, () => (idCard === undefined ? '' : idCardBirthday(idCard)))
  const alike = alikeOf(look, unit, wanted)
  // Whoever is not shown everything is not told that all of it is the same.
  const isBlind = Object.keys(wanted.values).some((column) => look.hidden.has(column))
  const isOther = wanted.accepted.includes('maybe-same')
  const isAsked = !isBlind && !isOther && issues.length === 0
  const same = isAsked ? alike.flatMap(({ known }) => placeThatSaysSo(look, unit, wanted, known))[0] : undefined
  if (same) {
    const { known, place } = same
    return told(look, wanted, { issues: [], known, result: 'same', id: place.id, mark: markOf(known, place) })
  }
  const found = [
    ...wanted.issues,
    ...issues,
    ...(alike.length > 0 && !isOther ? [maybeSame(look, alike)] : []),
    ...phoneIssue(look, wanted, undefined),
    ...disagreements(wanted, ''),
  ]
  return told(look, wanted, { issues: found }, { kind: 'person', wanted, unit })
}

/** In which of somebody's places in the unit everything is as the row says it. */
function placeThatSaysSo(look: Look, unit: Unit, wanted: Wanted, known: Known): { known: Known; place: KnownPlace }[] {
  const row = asOf(look, unit, wanted, known)
  if (row.issues.length > 0) return []
  const here = known.places.filter((place) => place.orgId === unit.id && isOpenOn(look.day)(place) && place.mayEdit)
  return here
    .filter((place) => changesOf(known, known.open(place), row).differences.length === 0)
    .map((place) => ({ known, place }))
}

/** Somebody whom the district knows and who has no place here. */
function judgeJoining(look: Look, unit: Unit, wanted: Wanted, match: Match, own: readonly RowIssue[]): Judged {
  const { known, how } = match
  const { day, scope } = look
  // Before the name is compared: nothing is told of somebody elsewhere, and nobody is taken from there by a list.
  if (!reachesAll(scope) && !isNear(known.places, day))
    return told(look, wanted, { issues: [...own, ofOthers(how)], known })
  if (!isNamed(known, wanted.values['name'] ?? '')) {
    const words = `${ownerBy[how]}已登记，姓名与登记的不一致，请核对`
    const issue = { column: 'name', code: 'name-differs', words, cures: [skip()] }
    return told(look, wanted, { issues: [...own, issue], known })
  }
  if (known.id === look.self) return told(look, wanted, { issues: [...own, ownPlace(how)], known })
  const open = known.places.filter(isOpenOn(day))
  if (open.length > 0 && !wanted.accepted.includes('elsewhere'))
    return told(look, wanted, { issues: [...own, elsewhere(how, open[0]!.orgName)], known })
  const opened = known.open(null)
  const isOurs = homesOf(known.places, day).every(({ mayEdit }) => mayEdit)
  const { form, differences: all } = changesOf(known, opened, isOurs ? wanted : fillingGaps(known, opened, wanted))
  const differences = all.filter(({ of }) => of !== 'place')
  const issues = [
    ...own,
    ...personIssues(look, known, opened, wanted, differences),
    ...numberIssue(look, unit, known, wanted),
    ...overlapWithPast(look, known, unit, wanted),
  ]
  const mark = [known.version, ...known.places.map(({ id, version }) => `${id}:${version}`)].join('.')
  return told(look, wanted, { issues, known, mark }, { kind: 'place', wanted, unit, known, form, differences })
}

/**
 * What another school keeps in somebody's file cannot be shown here, so it is not overwritten either: nobody would have
 * seen what went.
 */
function fillingGaps(known: Known, opened: Opened, wanted: Wanted): Wanted {
  const kept = new Set<string>(
    changesOf(known, opened, wanted).differences.flatMap(({ of, field, before }) =>
      of === 'file' && before !== '' ? [field] : [],
    ),
  )
  return { ...wanted, values: Object.fromEntries(Object.entries(wanted.values).filter(([key]) => !kept.has(key))) }
}

/** One at a time, because the organisation of the main place decides about each. */
const ofOthers = (column: Match['how']): RowIssue => ({
  column,
  code: 'of-others',
  title: '已在其他单位登记',
  words: '该人员已在其他单位登记，请在教师管理中用“新建教师”申请任职，由其主要任职单位同意',
  cures: [skip()],
})

const elsewhere = (column: Match['how'], orgName: string): RowIssue => ({
  column,
  code: 'elsewhere',
  words: `该人员已在${orgName}，是否添加为兼职？`,
  cures: [{ kind: 'accept', words: '添加为兼职' }, skip()],
})

/** The same place again, from before the day when it ended. */
function overlapWithPast({ day }: Look, { places }: Known, unit: Unit, { values, department }: Wanted): RowIssue[] {
  const startsOn = values['startsOn'] ?? day
  const past = places.find(
    ({ orgId, departmentId, overOn }) =>
      orgId === unit.id && departmentId === (department?.id ?? null) && overOn !== null && overOn > startsOn,
  )
  if (!past) return []
  const cure: Cure = { kind: 'set', column: 'startsOn', value: past.overOn!, words: `改为${past.overOn}` }
  return [{ ...overlap, column: 'startsOn', cures: [cure] }]
}

const markOf = (known: Known, place: KnownPlace) => `${place.version}.${known.version}`

function judgeColleague(
  look: Look,
  unit: Unit,
  wanted: Wanted,
  { known, how, place }: Match & { place: KnownPlace },
  own: readonly RowIssue[],
): Judged {
  const opened = known.open(place)
  const { form, differences } = changesOf(known, opened, wanted)
  const issues = [
    ...own,
    ...personIssues(look, known, opened, wanted, differences, nameIssue(known, how, wanted, differences)),
    ...ownIssues(look, known, differences),
    ...(touches(differences, 'number') ? numberIssue(look, unit, known, wanted) : []),
    ...(touches(differences, 'departmentId') ? overlapElsewhere(unit, known, place, wanted) : []),
  ]
  const changes = differences.map(({ field, before }) => ({
    column: columnOf(field),
    before: isMaskedField(field) ? masked(field, before) : before,
  }))
  const result = differences.length === 0 ? ('same' as const) : ('changed' as const)
  return told(
    look,
    { ...wanted, department: wanted.department === undefined ? departmentOf(unit, place) : wanted.department },
    { issues, known, result, id: place.id, changes, mark: markOf(known, place) },
    { kind: 'change', wanted, unit, known, place, form, differences },
  )
}

const departmentOf = ({ departments }: Unit, place: KnownPlace) =>
  departments.find(({ id }) => id === place.departmentId) ?? null

/** A number at work that somebody else has; people are given new ones now and then, so it may be meant. */
function numberIssue(look: Look, unit: Unit, known: Known, { accepted, values: { number } }: Wanted): RowIssue[] {
  if (number === undefined || accepted.includes('taken')) return []
  const owner = look.byNumber(unit.id, number).find(({ id }) => id !== known.id)
  const issue = owner && numberTaken(owner)
  return issue ? [{ ...issue, cures: [{ kind: 'accept', words: '仍使用该工号' }, ...issue.cures!] }] : []
}

const overlap = { code: 'overlap', title: '任职时间重叠', words: '该人员在此单位或部门已有任职，任职时间不能重叠' }

/** The department that somebody is to go to is one where the same person is, or was, in these days. */
function overlapElsewhere({ id: unitId }: Unit, known: Known, place: KnownPlace, { department }: Wanted): RowIssue[] {
  const meets = known.places.some(
    ({ id, orgId, departmentId, overOn, beginsOn }) =>
      id !== place.id &&
      orgId === unitId &&
      departmentId === (department?.id ?? null) &&
      (overOn === null || overOn > place.beginsOn) &&
      (place.overOn === null || place.overOn > beginsOn),
  )
  return meets ? [{ ...overlap, column: 'department', cures: [keep('department', '不改部门'), skip()] }] : []
}
