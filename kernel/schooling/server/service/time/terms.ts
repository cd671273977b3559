import {
  addDays,
  changedByOthers,
  type Ctx,
  dayOf,
  daysBetween,
  getMonday,
  getWeekday,
  invalid,
  newId,
  orNotFound,
  Refusal,
} from '#packages/core'
import { onConstraint } from '#packages/db'
import { publish } from '#packages/jobs'
import { getSchoolYear } from '../../../contract-school-year.ts'
import { calendarChanged, type Term, type TermForm } from '../../../contract-time.ts'
import {
  insertMissingTerms,
  listTermRows,
  type TermRow,
  deleteTermDifferenceRow,
  insertTerm,
  findOverlappingSchool,
  upsertTermDifference,
  updateTerm,
  type TermDays,
} from '../../term-queries.ts'
import { findOrg, type OrgWithStages, lockSchoolTime } from '../../time-org-queries.ts'
import { findNationalDay } from './holidays.ts'
import { isDistrictOrg, getReadableOrg, getEditableOrg } from './time-scope.ts'

export const formatTermName = ({ schoolYear, number }: { schoolYear: number; number: number }) =>
  `${schoolYear}学年第${number === 1 ? '一' : '二'}学期`

/** The current term: the one of the day; in the holidays the last that started; before all terms the first. */
function findCurrentTerm<T extends { startsOn: string }>(terms: readonly T[], day: string): T | undefined {
  const inOrder = terms.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  return inOrder.findLast(({ startsOn }) => startsOn <= day) ?? inOrder[0]
}

/** Week 1 is the week, from Monday on, in which the term starts. */
export const getWeekOfTerm = ({ startsOn }: { startsOn: string }, day: string) =>
  Math.floor(daysBetween(getMonday(startsOn), day) / 7) + 1

function presentTerm(row: TermRow, org: OrgWithStages, today: string, isCurrent: boolean): Term {
  const { id, schoolYear, number, startsOn, endsOn } = row
  const state = row.isSealed ? 'sealed' : isCurrent ? 'current' : startsOn > today ? 'coming' : 'over'
  return {
    id,
    name: formatTermName(row),
    schoolYear,
    number,
    startsOn,
    endsOn,
    isCurrent,
    state,
    weeks: getWeekOfTerm(row, endsOn),
    differsFrom: row.differenceVersion === 0 ? null : { startsOn: row.usualStartsOn, endsOn: row.usualEndsOn },
    version: isDistrictOrg(org) ? row.version : row.differenceVersion,
  }
}

async function listOrgTermsOf(ctx: Pick<Ctx, 'db' | 'now'>, org: OrgWithStages): Promise<Term[]> {
  const today = dayOf(ctx.now)
  const rows = await listTermRows(ctx.db, org.id)
  const current = findCurrentTerm(rows, today)
  return rows.map((row) => presentTerm(row, org, today, row === current))
}

export async function listTerms(ctx: Ctx, orgId: string | null): Promise<Term[]> {
  return listOrgTermsOf(ctx, await getReadableOrg(ctx, orgId))
}

/** The terms of an organisation with its own dates, newest first. Callers must check the scope. */
export async function listOrgTerms(ctx: Pick<Ctx, 'db' | 'now'>, orgId: string): Promise<Term[]> {
  return listOrgTermsOf(ctx, orNotFound(await findOrg(ctx.db, orgId), '组织'))
}

/** The terms of the caller's organisation. The holidays after a term belong to it. */
export async function listTermPeriods(ctx: Ctx): Promise<{ name: string; from: string; to: string }[]> {
  const terms = (await listOrgTerms(ctx, ctx.actor.orgId)).toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  return terms.map(({ name, startsOn, endsOn }, at) => {
    const next = terms[at + 1]
    return { name, from: startsOn, to: next ? addDays(next.startsOn, -1) : endsOn }
  })
}

type TermFacts = Pick<Term, 'id' | 'name' | 'schoolYear' | 'number' | 'startsOn' | 'endsOn'>

/** The term of a day as `findCurrentTerm` defines it; undefined when no term exists. */
export async function findTermOn(ctx: Pick<Ctx, 'db'>, orgId: string, day: string): Promise<TermFacts | undefined> {
  const row = findCurrentTerm(await listTermRows(ctx.db, orgId), day)
  if (!row) return undefined
  const { id, schoolYear, number, startsOn, endsOn } = row
  return { id, name: formatTermName(row), schoolYear, number, startsOn, endsOn }
}

/** The first day from `day` on that is neither at a weekend nor a public holiday. */
function firstSchoolDay(day: string): string {
  let first = day
  while (getWeekday(first) > 5 || findNationalDay(first)?.kind === 'rest') first = addDays(first, 1)
  return first
}

/** Both terms of a school year with default dates, which the district can change. */
const createDefaultTerms = (schoolYear: number) => {
  const days = [
    { number: 1, startsOn: `${schoolYear}-09-01`, endsOn: `${schoolYear + 1}-01-31` },
    { number: 2, startsOn: `${schoolYear + 1}-02-15`, endsOn: `${schoolYear + 1}-07-10` },
  ]
  return days.map((term) => ({ id: newId(), schoolYear, ...term, startsOn: firstSchoolDay(term.startsOn) }))
}

/** Creates both terms of the current school year, from May on also of the next. Existing terms stay. */
export async function ensureTerms(ctx: Pick<Ctx, 'db' | 'now'>) {
  const today = dayOf(ctx.now)
  const running = getSchoolYear(today)
  const isNearEnd = today.slice(5) >= '05-01' && today.slice(5) < '09-01'
  const years = isNearEnd ? [running, running + 1] : [running]
  await insertMissingTerms(ctx.db, years.flatMap(createDefaultTerms), ctx.now)
}

/** The same for a school year, whenever it is. */
export const ensureTermsOf = (ctx: Pick<Ctx, 'db' | 'now'>, schoolYear: number) =>
  insertMissingTerms(ctx.db, createDefaultTerms(schoolYear), ctx.now)

/** Saves the dates of the district, or a school's own dates. */
export async function saveTerm(ctx: Ctx, form: TermForm) {
  const org = await getEditableOrg(ctx, 'term.edit', form.orgId)
  // District-wide lock: dates of a school must not overlap dates of the district in another term, and vice versa.
  await lockSchoolTime(ctx.db, `district ${ctx.actor.districtId}`)
  refuseOutsideYear(form)
  const rows = await listTermRows(ctx.db, org.id)
  const there = rows.find(({ schoolYear, number }) => schoolYear === form.schoolYear && number === form.number)
  if (there?.isSealed) throw new Refusal('学期已封存，不能修改')
  refuseOverlap(form, rows, there)
  const id = await (isDistrictOrg(org) ? saveForDistrict(ctx, form, there) : saveForSchool(ctx, org, form, there))
  await publish(ctx, calendarChanged, { orgId: org.id })
  return { id }
}

function refuseOutsideYear({ schoolYear, startsOn, endsOn }: TermForm) {
  if (startsOn < `${schoolYear}-08-01`)
    throw invalid([{ field: 'startsOn', msg: `开始日期不能早于${schoolYear}年8月` }])
  if (endsOn > `${schoolYear + 1}-08-31`)
    throw invalid([{ field: 'endsOn', msg: `结束日期不能晚于${schoolYear + 1}年8月` }])
}

function refuseOverlap({ startsOn, endsOn }: TermForm, rows: readonly TermRow[], own: TermRow | undefined) {
  const other = rows.find((row) => row !== own && row.startsOn <= endsOn && row.endsOn >= startsOn)
  if (other) throw new Refusal(`学期时间与“${formatTermName(other)}”重叠`)
}

async function saveForDistrict(ctx: Ctx, form: TermForm, there: TermRow | undefined): Promise<string> {
  const { schoolYear, number, startsOn, endsOn, version } = form
  const days: TermDays = { id: there?.id ?? newId(), startsOn, endsOn }
  const inTheWay = await findOverlappingSchool(ctx.db, days)
  if (inTheWay) throw new Refusal(`学期时间与${inTheWay.orgName}的“${formatTermName(inTheWay)}”重叠`)
  if (!there)
    await insertTerm(ctx.db, { ...days, schoolYear, number }, ctx.now).catch(onConstraint('term_once', '该学期已存在'))
  else if (version === 0) throw new Refusal('该学期已存在')
  else if (!(await updateTerm(ctx.db, days, version, ctx.now))) throw changedByOthers()
  return days.id
}

async function saveForSchool(
  ctx: Ctx,
  org: OrgWithStages,
  form: TermForm,
  there: TermRow | undefined,
): Promise<string> {
  if (!there) throw new Refusal('教育局还没有设置该学期')
  const { startsOn, endsOn, version } = form
  // Own dates equal to the district's are deleted, so that the school follows later changes of the district.
  const isDistrictDates = startsOn === there.usualStartsOn && endsOn === there.usualEndsOn
  if (version !== there.differenceVersion) throw changedByOthers()
  if (isDistrictDates) await deleteTermDifferenceRow(ctx.db, org.id, there.id)
  else if (!(await upsertTermDifference(ctx.db, org.id, { id: there.id, startsOn, endsOn }, version, ctx.now)))
    throw changedByOthers()
  return there.id
}

export async function deleteTermDifference(ctx: Ctx, { orgId, termId }: { orgId: string | null; termId: string }) {
  const org = await getEditableOrg(ctx, 'term.edit', orgId)
  await lockSchoolTime(ctx.db, `district ${ctx.actor.districtId}`)
  const rows = await listTermRows(ctx.db, org.id)
  const term = orNotFound(
    rows.find(({ id }) => id === termId),
    '学期',
  )
  const districtTerm = { ...term, startsOn: term.usualStartsOn, endsOn: term.usualEndsOn }
  const other = rows.find(
    (row) => row !== term && row.startsOn <= districtTerm.endsOn && row.endsOn >= districtTerm.startsOn,
  )
  if (other) throw new Refusal(`学期时间与“${formatTermName(other)}”重叠`)
  if (await deleteTermDifferenceRow(ctx.db, org.id, termId)) await publish(ctx, calendarChanged, { orgId: org.id })
  return null
}
