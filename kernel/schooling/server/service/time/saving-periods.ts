import { changedByOthers, found, invalid, newId, notFound, Refusal, type Ctx } from '#packages/core'
import type { LessonPeriod, PeriodSchemeForm } from '../../../contract-time.ts'
import { addDays } from '../../../contract-days.ts'
import {
  deleteScheme,
  endScheme,
  gradesAmong,
  insertScheme,
  periodsOf,
  schemeById,
  schemesOf,
  storePeriods,
  updateScheme,
  type SchemeRow,
} from '../../period-queries.ts'
import { holdTime, type TimeOrg } from '../../time-org-queries.ts'
import { orgToEdit, requireEdit } from './reach.ts'

export async function saveScheme(ctx: Ctx, form: PeriodSchemeForm) {
  refuseWrongDays(form)
  refuseWrongHours(form.periods)
  const org = await orgOfScheme(ctx, form)
  await holdTime(ctx.db, org.id)
  await requireGrades(ctx, org, form.gradeIds)
  const others = (await schemesOf(ctx.db, org.id)).filter(({ id }) => id !== form.id)
  const rest = await followOn(ctx, form, others)
  refuseSecond(form, rest)
  const known = form.id === null ? [] : (await periodsOf(ctx.db, [form.id])).map(({ id }) => id)
  const periods = inOrder(form.periods).map((period, at) => ({
    ...period,
    id: period.id === null ? newId() : found(known.includes(period.id) ? period.id : null, '节次'),
    sort: at + 1,
  }))
  const id = await storeScheme(ctx, org, form)
  await storePeriods(ctx.db, id, periods)
  return { id }
}

/** A scheme stays with its school, whatever the form says. */
async function orgOfScheme(ctx: Ctx, { id, orgId }: PeriodSchemeForm): Promise<TimeOrg> {
  if (id === null) return orgToEdit(ctx, 'term.edit', orgId)
  const scheme = found(await schemeById(ctx.db, id), '作息方案')
  return requireEdit(ctx, 'term.edit', scheme.orgId, '作息方案')
}

const overOnOf = (endsOn: string | null) => (endsOn === null ? null : addDays(endsOn, 1))

async function storeScheme(
  ctx: Ctx,
  org: TimeOrg,
  { id, name, gradeIds, startsOn, endsOn, version }: PeriodSchemeForm,
) {
  const scheme = { id: id ?? newId(), name, gradeIds, startsOn, overOn: overOnOf(endsOn) }
  if (id === null) await insertScheme(ctx.db, org.id, scheme, ctx.now)
  else if (!(await updateScheme(ctx.db, scheme, version, ctx.now))) throw changedByOthers()
  return scheme.id
}

function refuseWrongDays({ startsOn, endsOn }: PeriodSchemeForm) {
  if (endsOn !== null && endsOn < startsOn) throw invalid([{ field: 'endsOn', msg: '结束日期不能早于开始日期' }])
}

const inOrder = (periods: readonly LessonPeriod[]) => periods.toSorted((a, b) => (a.begins < b.begins ? -1 : 1))

function refuseWrongHours(periods: readonly LessonPeriod[]) {
  for (const [at, { begins, ends }] of periods.entries())
    if (ends <= begins) throw invalid([{ field: `periods.${at}.ends`, msg: '结束时间应晚于开始时间' }])
  const ordered = inOrder(periods)
  for (const [at, period] of ordered.entries()) {
    const before = ordered[at - 1]
    if (before && period.begins < before.ends)
      throw invalid([{ field: `periods.${periods.indexOf(period)}.begins`, msg: `与“${before.name}”时间重叠` }])
  }
}

async function requireGrades(ctx: Ctx, org: TimeOrg, gradeIds: readonly string[]) {
  if (gradeIds.length === 0) return
  const known = await gradesAmong(ctx.db, org.id, gradeIds)
  if (gradeIds.some((id) => !known.includes(id))) throw notFound('年级')
}

/** Ends the scheme that this one takes over from; the others, as they are then. */
async function followOn(ctx: Ctx, { followsId, startsOn }: PeriodSchemeForm, others: readonly SchemeRow[]) {
  if (followsId === null) return others
  const before = found(
    others.find(({ id }) => id === followsId),
    '作息方案',
  )
  if (before.startsOn >= startsOn)
    throw invalid([{ field: 'startsOn', msg: `开始日期应晚于“${before.name}”的开始日期` }])
  if (before.overOn !== null && before.overOn <= startsOn) return others
  await endScheme(ctx.db, before, startsOn, ctx.now)
  return others.map((other) => (other === before ? { ...other, overOn: startsOn } : other))
}

/** A grade has one day's hours: two schemes must not both be for it. One for all grades is for each of them. */
function refuseSecond({ gradeIds, startsOn, endsOn }: PeriodSchemeForm, others: readonly SchemeRow[]) {
  const overOn = overOnOf(endsOn)
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

export async function removeScheme(ctx: Ctx, id: string) {
  const scheme = found(await schemeById(ctx.db, id), '作息方案')
  const org = await requireEdit(ctx, 'term.edit', scheme.orgId, '作息方案')
  await holdTime(ctx.db, org.id)
  await deleteScheme(ctx.db, id)
  return null
}
