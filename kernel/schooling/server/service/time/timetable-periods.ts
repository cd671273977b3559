import {
  addDays,
  changedByOthers,
  type Ctx,
  dayOf,
  invalid,
  newId,
  notFound,
  orNotFound,
  Refusal,
} from '#packages/core'
import { publish } from '#packages/jobs'
import { getSchoolYear, getFirstDayOfSchoolYear } from '../../../contract-school-year.ts'
import { periodsChanged, type LessonPeriod, type PeriodScheme, type PeriodSchemeForm } from '../../../contract-time.ts'
import {
  insertScheme,
  listPeriods,
  listSchemes,
  listSchemesBetween,
  listSchemesOn,
  replacePeriods,
  deleteScheme,
  endScheme,
  filterSchoolGrades,
  filterSlotsOfSchool,
  findScheme,
  updateScheme,
  type PeriodRow,
  type PeriodSchemeRow,
} from '../../period-queries.ts'
import { lockSchoolTime, findOrg, type OrgWithStages } from '../../time-org-queries.ts'
import { refuseLessonsWithout } from '../../period-guards.ts'
import { getDefaultPeriods } from '../../../contract-hours.ts'
import { getReadableOrg, getEditableOrg, requireEditableOrg } from './time-scope.ts'

/** A stored period: unlike one of a form it has both ids. */
export type PresentedPeriod = LessonPeriod & { id: string; slotId: string }

export async function listPeriodSchemes(ctx: Ctx, orgId: string | null): Promise<PeriodScheme[]> {
  const org = await getReadableOrg(ctx, orgId)
  const schemes = await listSchemes(ctx.db, org.id)
  const periods = await listPeriods(
    ctx.db,
    schemes.map(({ id }) => id),
  )
  return schemes.map(({ id, name, gradeIds, startsOn, overOn, version }) => ({
    id,
    name,
    gradeIds,
    startsOn,
    version,
    endsOn: overOn === null ? null : addDays(overOn, -1),
    periods: periods.filter(({ schemeId }) => schemeId === id).map(presentPeriod),
  }))
}

const presentPeriod = ({ id, slotId, name, begins, ends, sort, kind }: PeriodRow): PresentedPeriod => ({
  id,
  slotId,
  name,
  begins,
  ends,
  sort,
  kind,
})

/** The periods of a day for a grade or for the whole school; empty when no scheme exists. */
export async function listPeriodsOn(
  ctx: Pick<Ctx, 'db'>,
  orgId: string,
  gradeId: string | null,
  day: string,
): Promise<PresentedPeriod[]> {
  const scheme = findSchemeOn(await listSchemesOn(ctx.db, orgId, day), gradeId, day)
  return scheme ? (await listPeriods(ctx.db, [scheme.id])).map(presentPeriod) : []
}

export interface SchemeWithPeriods extends Omit<PeriodSchemeRow, 'version'> {
  periods: PresentedPeriod[]
}

/** The schemes of a school in force on some day of a range, with their periods. Callers must check the scope. */
export async function listPeriodSchemesOf(
  ctx: Pick<Ctx, 'db'>,
  orgId: string,
  from: string,
  to: string,
): Promise<SchemeWithPeriods[]> {
  const schemes = await listSchemesBetween(ctx.db, orgId, from, to)
  const periods = Map.groupBy(
    await listPeriods(
      ctx.db,
      schemes.map(({ id }) => id),
    ),
    ({ schemeId }) => schemeId,
  )
  return schemes.map(({ version: _, ...scheme }) => ({
    ...scheme,
    periods: (periods.get(scheme.id) ?? []).map(presentPeriod),
  }))
}

/** The scheme of a grade on a day: its own, or the one for all. Without a grade any scheme is better than none. */
export function findSchemeOn<Scheme extends Pick<PeriodSchemeRow, 'gradeIds' | 'startsOn' | 'overOn'>>(
  schemes: readonly Scheme[],
  gradeId: string | null,
  day: string,
): Scheme | undefined {
  const there = schemes.filter(({ startsOn, overOn }) => startsOn <= day && (overOn === null || overOn > day))
  const ofGrade = gradeId === null ? undefined : there.find(({ gradeIds }) => gradeIds.includes(gradeId))
  const forAll = there.find(({ gradeIds }) => gradeIds.length === 0)
  return ofGrade ?? forAll ?? (gradeId === null ? there[0] : undefined)
}

/** Default periods from the start of the school year, for a school without a scheme. */
export async function ensureDefaultPeriods(ctx: Ctx, orgId: string) {
  const org = orNotFound(await findOrg(ctx.db, orgId), '组织')
  await lockSchoolTime(ctx.db, org.id)
  if ((await listSchemes(ctx.db, org.id)).length > 0) return
  const id = newId()
  const startsOn = getFirstDayOfSchoolYear(getSchoolYear(dayOf(ctx.now)))
  await insertScheme(ctx.db, org.id, { id, name: '常规作息', gradeIds: [], startsOn, overOn: null }, ctx.now)
  const periods = getDefaultPeriods(org.stages).map((hour, sort) => ({
    id: newId(),
    slotId: newId(),
    ...hour,
    sort: sort + 1,
  }))
  await replacePeriods(ctx.db, id, periods)
  await publish(ctx, periodsChanged, { orgId: org.id })
}

export async function savePeriodScheme(ctx: Ctx, form: PeriodSchemeForm) {
  refuseWrongDates(form)
  refuseWrongHours(form.periods)
  const org = await getSchemeOrg(ctx, form)
  await lockSchoolTime(ctx.db, org.id)
  await requireGrades(ctx, org, form.gradeIds)
  const others = (await listSchemes(ctx.db, org.id)).filter(({ id }) => id !== form.id)
  const rest = await endFollowedScheme(ctx, form, others)
  refuseOverlappingScheme(form, rest)
  const stored = form.id === null ? [] : await listPeriods(ctx.db, [form.id])
  const periods = await identifyPeriods(ctx, org.id, form, stored)
  const kept = new Set(periods.map(({ slotId }) => slotId))
  await refuseLessonsWithout(
    ctx,
    org.id,
    stored.filter(({ slotId }) => !kept.has(slotId)),
    form,
  )
  await refuseLessonsLeftBehind(ctx, org.id, kept, form)
  const id = await storeScheme(ctx, org, form)
  await replacePeriods(ctx.db, id, periods)
  await publish(ctx, periodsChanged, { orgId: org.id })
  return { id }
}

/**
 * The periods to store, in their order. An existing period stays what it is; a new one may be the same as a period of
 * another scheme of the school, for example of the one that it replaces.
 */
async function identifyPeriods(ctx: Ctx, orgId: string, form: PeriodSchemeForm, stored: readonly PeriodRow[]) {
  const slotOf = new Map(stored.map(({ id, slotId }) => [id, slotId]))
  const taken = form.periods.flatMap(({ id, slotId }) => (id === null && slotId !== null ? slotId : []))
  const known = taken.length === 0 ? new Set<string>() : await filterSlotsOfSchool(ctx.db, orgId, taken)
  if (taken.some((slotId) => !known.has(slotId))) throw notFound('节次')
  const periods = sortPeriods(form.periods).map(({ id, slotId, ...period }, at) => ({
    ...period,
    id: id ?? newId(),
    slotId: id === null ? (slotId ?? newId()) : orNotFound(slotOf.get(id), '节次'),
    sort: at + 1,
  }))
  const repeated = periods.find(({ slotId }, at) => periods.findIndex((other) => other.slotId === slotId) < at)
  if (repeated) throw new Refusal(`“${repeated.name}”与本方案的另一节对应同一节次，请刷新后重试`)
  return periods
}

/** Lessons in periods of the replaced scheme that the new one does not have would have no time. */
async function refuseLessonsLeftBehind(ctx: Ctx, orgId: string, kept: ReadonlySet<string>, form: PeriodSchemeForm) {
  if (form.followsId === null) return
  const before = await listPeriods(ctx.db, [form.followsId])
  const left = before.filter(({ slotId }) => !kept.has(slotId))
  await refuseLessonsWithout(ctx, orgId, left, form)
}

/** An existing scheme keeps its school; `orgId` of the form is ignored. */
async function getSchemeOrg(ctx: Ctx, { id, orgId }: PeriodSchemeForm): Promise<OrgWithStages> {
  if (id === null) return getEditableOrg(ctx, 'term.edit', orgId)
  const scheme = orNotFound(await findScheme(ctx.db, id), '作息方案')
  return requireEditableOrg(ctx, 'term.edit', scheme.orgId, '作息方案')
}

const getOverDay = (endsOn: string | null) => (endsOn === null ? null : addDays(endsOn, 1))

async function storeScheme(
  ctx: Ctx,
  org: OrgWithStages,
  { id, name, gradeIds, startsOn, endsOn, version }: PeriodSchemeForm,
) {
  const scheme = { id: id ?? newId(), name, gradeIds, startsOn, overOn: getOverDay(endsOn) }
  if (id === null) await insertScheme(ctx.db, org.id, scheme, ctx.now)
  else if (!(await updateScheme(ctx.db, scheme, version, ctx.now))) throw changedByOthers()
  return scheme.id
}

function refuseWrongDates({ startsOn, endsOn }: PeriodSchemeForm) {
  if (endsOn !== null && endsOn < startsOn) throw invalid([{ field: 'endsOn', msg: '结束日期不能早于开始日期' }])
}

const sortPeriods = (periods: readonly LessonPeriod[]) => periods.toSorted((a, b) => (a.begins < b.begins ? -1 : 1))

function refuseWrongHours(periods: readonly LessonPeriod[]) {
  for (const [at, { begins, ends }] of periods.entries())
    if (ends <= begins) throw invalid([{ field: `periods.${at}.ends`, msg: '结束时间应晚于开始时间' }])
  const ordered = sortPeriods(periods)
  for (const [at, period] of ordered.entries()) {
    const before = ordered[at - 1]
    if (before && period.begins < before.ends)
      throw invalid([{ field: `periods.${periods.indexOf(period)}.begins`, msg: `与“${before.name}”时间重叠` }])
  }
}

async function requireGrades(ctx: Ctx, org: OrgWithStages, gradeIds: readonly string[]) {
  if (gradeIds.length === 0) return
  const known = await filterSchoolGrades(ctx.db, org.id, gradeIds)
  if (gradeIds.some((id) => !known.includes(id))) throw notFound('年级')
}

/** Ends the scheme that this one replaces; returns the other schemes after that change. */
async function endFollowedScheme(
  ctx: Ctx,
  { followsId, startsOn }: PeriodSchemeForm,
  others: readonly PeriodSchemeRow[],
) {
  if (followsId === null) return others
  const before = orNotFound(
    others.find(({ id }) => id === followsId),
    '作息方案',
  )
  if (before.startsOn >= startsOn)
    throw invalid([{ field: 'startsOn', msg: `开始日期应晚于“${before.name}”的开始日期` }])
  if (before.overOn !== null && before.overOn <= startsOn) return others
  await endScheme(ctx.db, before, startsOn, ctx.now)
  return others.map((other) => (other === before ? { ...other, overOn: startsOn } : other))
}

/** A grade has one scheme per day. A scheme without grades applies to all of them. */
function refuseOverlappingScheme({ gradeIds, startsOn, endsOn }: PeriodSchemeForm, others: readonly PeriodSchemeRow[]) {
  const overOn = getOverDay(endsOn)
  for (const other of others) {
    const isTogether =
      (overOn === null || other.startsOn < overOn) && (other.overOn === null || other.overOn > startsOn)
    const isForSame =
      gradeIds.length === 0 || other.gradeIds.length === 0 || gradeIds.some((id) => other.gradeIds.includes(id))
    if (!isTogether || !isForSame) continue
    const first = other.startsOn > startsOn ? other.startsOn : startsOn
    throw new Refusal(`该年级在${first}已有作息方案`)
  }
}

export async function deletePeriodScheme(ctx: Ctx, id: string) {
  const scheme = orNotFound(await findScheme(ctx.db, id), '作息方案')
  const org = await requireEditableOrg(ctx, 'term.edit', scheme.orgId, '作息方案')
  await lockSchoolTime(ctx.db, org.id)
  const endsOn = scheme.overOn === null ? null : addDays(scheme.overOn, -1)
  await refuseLessonsWithout(ctx, org.id, await listPeriods(ctx.db, [id]), { ...scheme, endsOn })
  await deleteScheme(ctx.db, id)
  await publish(ctx, periodsChanged, { orgId: org.id })
  return null
}
