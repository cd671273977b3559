import { changedByOthers, found, invalid, newId, Refusal, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { publish } from '#packages/jobs'
import type { TermForm } from '../../../contract-time.ts'
import {
  deleteDifference,
  insertTerm,
  schoolInTheWay,
  storeDifference,
  termsFor,
  updateTerm,
  type TermDays,
  type TermRow,
} from '../../term-queries.ts'
import { holdTime, type TimeOrg } from '../../time-org-queries.ts'
import { isDistrict, orgToEdit } from './reach.ts'
import { termName } from './terms.ts'

/** Days have changed: whoever has worked with them counts again. */
export const calendarChanged = 'calendar.changed'

/** The district's days of a term, or a school's own. */
export async function saveTerm(ctx: Ctx, form: TermForm) {
  const org = await orgToEdit(ctx, 'term.edit', form.orgId)
  // A school's days must not run into the district's of another term, nor the other way round: all take turns.
  await holdTime(ctx.db, `district ${ctx.actor.districtId}`)
  refuseOutsideYear(form)
  const rows = await termsFor(ctx.db, org.id)
  const there = rows.find(({ schoolYear, number }) => schoolYear === form.schoolYear && number === form.number)
  if (there?.isSealed) throw new Refusal('学期已封存，不能修改')
  refuseOverlap(form, rows, there)
  const id = await (isDistrict(org) ? saveForDistrict(ctx, form, there) : saveForSchool(ctx, org, form, there))
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
  if (other) throw new Refusal(`学期时间与“${termName(other)}”重叠`)
}

async function saveForDistrict(ctx: Ctx, form: TermForm, there: TermRow | undefined): Promise<string> {
  const { schoolYear, number, startsOn, endsOn, version } = form
  const days: TermDays = { id: there?.id ?? newId(), startsOn, endsOn }
  const inTheWay = await schoolInTheWay(ctx.db, days)
  if (inTheWay) throw new Refusal(`学期时间与${inTheWay.orgName}的“${termName(inTheWay)}”重叠`)
  if (!there)
    await insertTerm(ctx.db, { ...days, schoolYear, number }, ctx.now).catch(onConstraint('term_once', '该学期已存在'))
  else if (version === 0) throw new Refusal('该学期已存在')
  else if (!(await updateTerm(ctx.db, days, version, ctx.now))) throw changedByOthers()
  return days.id
}

async function saveForSchool(ctx: Ctx, org: TimeOrg, form: TermForm, there: TermRow | undefined): Promise<string> {
  if (!there) throw new Refusal('教育局还没有设置该学期')
  const { startsOn, endsOn, version } = form
  // The district's days are no difference: the school follows again, also when they change later.
  const isUsual = startsOn === there.usualStartsOn && endsOn === there.usualEndsOn
  if (version !== there.differenceVersion) throw changedByOthers()
  if (isUsual) await deleteDifference(ctx.db, org.id, there.id)
  else if (!(await storeDifference(ctx.db, org.id, { id: there.id, startsOn, endsOn }, version, ctx.now)))
    throw changedByOthers()
  return there.id
}

export async function dropTermDifference(ctx: Ctx, { orgId, termId }: { orgId: string | null; termId: string }) {
  const org = await orgToEdit(ctx, 'term.edit', orgId)
  await holdTime(ctx.db, `district ${ctx.actor.districtId}`)
  const rows = await termsFor(ctx.db, org.id)
  const term = found(
    rows.find(({ id }) => id === termId),
    '学期',
  )
  const usual = { ...term, startsOn: term.usualStartsOn, endsOn: term.usualEndsOn }
  const other = rows.find((row) => row !== term && row.startsOn <= usual.endsOn && row.endsOn >= usual.startsOn)
  if (other) throw new Refusal(`学期时间与“${termName(other)}”重叠`)
  if (await deleteDifference(ctx.db, org.id, termId)) await publish(ctx, calendarChanged, { orgId: org.id })
  return null
}
