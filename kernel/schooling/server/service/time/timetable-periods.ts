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
import { getSchoolYear, getFirstDayOfSchoolYear } from '../../../contract-school-year.ts'
import type { LessonPeriod, PeriodScheme, PeriodSchemeForm } from '../../../contract-time.ts'
import {
  insertScheme,
  listPeriods,
  listSchemes,
  listSchemesOn,
  replacePeriods,
  deleteScheme,
  endScheme,
  filterSchoolGrades,
  findScheme,
  updateScheme,
  type PeriodSchemeRow,
} from '../../period-queries.ts'
import { lockSchoolTime, findOrg, type OrgWithStages } from '../../time-org-queries.ts'
import { getDefaultPeriods } from '../../../contract-hours.ts'
import { getReadableOrg, getEditableOrg, requireEditableOrg } from './time-scope.ts'

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

const presentPeriod = ({ id, name, begins, ends, sort, kind }: LessonPeriod): LessonPeriod => ({
  id,
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
): Promise<LessonPeriod[]> {
  const schemes = await listSchemesOn(ctx.db, orgId, day)
  const ofGrade = gradeId === null ? undefined : schemes.find(({ gradeIds }) => gradeIds.includes(gradeId))
  const forAll = schemes.find(({ gradeIds }) => gradeIds.length === 0)
  const scheme = ofGrade ?? forAll ?? (gradeId === null ? schemes[0] : undefined)
  return scheme ? (await listPeriods(ctx.db, [scheme.id])).map(presentPeriod) : []
}

/** Default periods from the start of the school year, for a school without a scheme. */
export async function ensureDefaultPeriods(ctx: Pick<Ctx, 'db' | 'now'>, orgId: string) {
  const org = orNotFound(await findOrg(ctx.db, orgId), '组织')
  await lockSchoolTime(ctx.db, org.id)
  if ((await listSchemes(ctx.db, org.id)).length > 0) return
  const id = newId()
  const startsOn = getFirstDayOfSchoolYear(getSchoolYear(dayOf(ctx.now)))
  await insertScheme(ctx.db, org.id, { id, name: '常规作息', gradeIds: [], startsOn, overOn: null }, ctx.now)
  const periods = getDefaultPeriods(org.stages).map((hour, sort) => ({ id: newId(), ...hour, sort: sort + 1 }))
  await replacePeriods(ctx.db, id, periods)
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
  const known = form.id === null ? [] : (await listPeriods(ctx.db, [form.id])).map(({ id }) => id)
  const periods = sortPeriods(form.periods).map((period, at) => ({
    ...period,
    id: period.id === null ? newId() : orNotFound(known.includes(period.id) ? period.id : null, '节次'),
    sort: at + 1,
  }))
  const id = await storeScheme(ctx, org, form)
  await replacePeriods(ctx.db, id, periods)
  return { id }
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
  await deleteScheme(ctx.db, id)
  return null
}
