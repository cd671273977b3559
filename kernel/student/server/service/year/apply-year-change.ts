import { orNotFound, invalid, newId, Refusal, Ret, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { openGrade, listOpenedRows, undoOpenedClasses } from '#kernel/schooling/server/api.ts'
import type { BodyOf } from '#packages/contract'
import type { studentApi, YearPlan, YearPlanInput } from '../../../contract.ts'
import { forceCustomPlans } from '../../seed-queries.ts'
import {
  listPupilsChangedSince,
  lockPupils,
  insertYearPlan,
  saveYearPlanResult,
  insertPlanRows,
  listPlanRows,
  markYearPlanApplied,
  markChangesUndone,
  markYearPlanUndone,
  listOpenedChangedSince,
  findYearPlanById,
  findYearPlan,
  restorePlanRows,
  listPupilRows,
  updateYearPlanInput,
  type PlanRowKind,
  type PlanRowSnapshot,
} from '../../year-queries.ts'
import {
  changeEnrolments,
  lockSchool,
  publishStudentsChanged,
  type EnrolmentChange,
} from '../students/change-enrolments.ts'
import {
  countDaysLeft,
  loadYearChangeContext,
  isEarly,
  findNewGrade,
  requireYearSchool,
  getStageYears,
  type YearChangeContext,
} from './year-change-context.ts'
import {
  getUndoDeadline,
  getYearPlanResult,
  undoExpiredMessage,
  presentYearPlan,
  describeChangedPupils,
} from './year-plan-view.ts'
import { refuseInvalidInput, planYearChange, type PupilOutcome, type UnresolvedPupil } from './plan-year-change.ts'

const changedByOthersMessage = '数据已被他人修改，请刷新后重试'
const planChangedByOthers = () => new Refusal(changedByOthersMessage, Ret.changedByOthers)
const alreadyApplied = () => new Refusal('本学年升级已执行')

interface YearPlanSave {
  orgId?: string | null | undefined
  schoolYear: number
  input: YearPlanInput
  version: number
}

export async function saveYearPlan(ctx: Ctx, { orgId, schoolYear, input, version }: YearPlanSave): Promise<YearPlan> {
  const context = await loadYearChangeContext(ctx, await requireYearSchool(ctx, orgId), schoolYear)
  const { leavesOn } = input
  if (leavesOn < `${schoolYear}-05-01` || leavesOn > `${schoolYear}-12-31`)
    throw invalid([{ field: 'leavesOn', msg: `离校日期应在${schoolYear}年5月至12月之间` }])
  const { enrolments } = await planYearChange(ctx, context, input)
  await refuseInvalidInput(ctx, context, input, enrolments)
  const plan = await findYearPlan(ctx.db, context.orgId, schoolYear)
  if (plan?.status === 'applied') throw alreadyApplied()
  const { personId } = ctx.actor
  if (plan?.status === 'draft') {
    if (!(await updateYearPlanInput(ctx.db, { id: plan.id, version }, input, personId))) throw planChangedByOthers()
  } else {
    const made = { id: newId(), orgId: context.orgId, schoolYear, input, personId }
    await insertYearPlan(ctx.db, made, ctx.now).catch(onConstraint('year_plan_once', changedByOthersMessage))
  }
  return presentYearPlan(ctx, context, await findYearPlan(ctx.db, context.orgId, schoolYear))
}

/** Locks the school, so that concurrent changes of one school run one after the other. */
async function lockYearPlan(ctx: Ctx, id: string) {
  const { orgId } = orNotFound(await findYearPlanById(ctx.db, id), '方案')
  const school = await requireYearSchool(ctx, orgId)
  await lockSchool(ctx, orgId)
  return { school, plan: (await findYearPlanById(ctx.db, id))! }
}

type ApplyForm = BodyOf<typeof studentApi.applyYearPlan>

/** Guards against accidents: the user types the school's name, and confirms explicitly before June. */
function requireIntent(context: YearChangeContext, { orgName, isEarly: isMeant }: ApplyForm) {
  if (orgName !== context.orgName) throw invalid([{ field: 'orgName', msg: '学校名称不一致，请核对后重新输入' }])
  if (isEarly(context) && !isMeant)
    throw new Refusal(`离学年结束还有${countDaysLeft(context)}天，提前办理请先勾选“仍要提前办理”`)
}

/** Applies the plan in one transaction and saves a snapshot of every changed row for the undo. */
export async function applyYearPlan(ctx: Ctx, form: ApplyForm): Promise<YearPlan> {
  const { id, version } = form
  const { school, plan } = await lockYearPlan(ctx, id)
  requireIntent(await loadYearChangeContext(ctx, school, plan.schoolYear), form)
  if (plan.status === 'applied') throw alreadyApplied()
  await forceCustomPlans(ctx.db) // cached plans may date from when the tables were nearly empty
  if (!(await markYearPlanApplied(ctx.db, { id, version }, ctx.now))) throw planChangedByOthers()
  const { input } = plan
  const context = await loadYearChangeContext(ctx, school, plan.schoolYear)
  const { outcomes, unresolved, enrolments } = await planYearChange(ctx, context, input)
  // Classes may have been closed since the plan was saved. Decisions for pupils who have left since are dropped.
  const here = new Set(enrolments.map(({ studentId }) => studentId))
  const pupils = input.pupils.filter(({ studentId }) => here.has(studentId))
  await refuseInvalidInput(ctx, context, { ...input, pupils }, enrolments)
  if (unresolved.length > 0) throw new Refusal(describeUnresolved(unresolved))
  const opened = await openNewGrades(ctx, context, input)
  const students = outcomes.map(({ enrolment }) => enrolment.studentId)
  await lockPupils(ctx.db, students)
  const before = await listPupilRows(ctx.db, students)
  const grades = (await loadYearChangeContext(ctx, school, plan.schoolYear)).grades
  await changeEnrolments(
    ctx,
    outcomes.map((outcome) => toEnrolmentChange({ ...context, grades }, outcome, id)),
  )
  const after = await listPupilRows(ctx.db, students)
  const made = (await listOpenedRows(ctx, opened)).map(({ kind, id: row, row: now }) => ({
    kind,
    id: row,
    before: null,
    after: now,
  }))
  await insertPlanRows(ctx.db, id, [...listDifferences(before, after), ...made])
  await saveYearPlanResult(ctx.db, id, getYearPlanResult(context, input, outcomes, []))
  return presentYearPlan(ctx, context, (await findYearPlanById(ctx.db, id))!)
}

const maxNamesShown = 5
function describeUnresolved(unresolved: readonly UnresolvedPupil[]) {
  const some = unresolved.slice(0, maxNamesShown).map(({ name, why }) => `${name}（${why}）`)
  return `还有${unresolved.length}名学生待处理：${some.join('、')}`
}

async function openNewGrades(ctx: Ctx, context: YearChangeContext, { newGrades }: YearPlanInput) {
  const opened = { gradeIds: [] as string[], classIds: [] as string[] }
  for (const { stage, classes } of newGrades) {
    if (classes === 0) continue
    const years = getStageYears(context, stage)
    const grade = { orgId: context.orgId, stage, startYear: context.schoolYear, years, classes }
    const { gradeId, classIds, isNew } = await openGrade(ctx, grade)
    if (isNew) opened.gradeIds.push(gradeId)
    opened.classIds.push(...classIds)
  }
  return opened
}

function toEnrolmentChange(context: YearChangeContext, outcome: PupilOutcome, planId: string): EnrolmentChange {
  const { enrolment, reason, on } = outcome
  const about = { studentId: enrolment.studentId, on, planId, ...(reason ? { reason } : {}) }
  if (outcome.kind === 'leaves') return { ...about, type: outcome.type, to: null, status: outcome.status }
  const gradeId = outcome.gradeId ?? findNewGrade(context, outcome.stage)!.id
  return {
    ...about,
    type: 'repeat',
    to: { orgId: context.orgId, gradeId, classId: outcome.classId, status: enrolment.status },
  }
}

type PupilRows = readonly { kind: PlanRowKind; id: string; row: object }[]
function listDifferences(before: PupilRows, after: PupilRows): PlanRowSnapshot[] {
  const was = new Map(before.map((one) => [one.id, one]))
  const is = new Map(after.map((one) => [one.id, one]))
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id): PlanRowSnapshot[] => {
    const [old, now] = [was.get(id), is.get(id)]
    if (old && now && JSON.stringify(old.row) === JSON.stringify(now.row)) return []
    return [{ kind: (old ?? now)!.kind, id, before: old?.row ?? null, after: now?.row ?? null }]
  })
}

/** Allowed within seven days, if none of the changed rows was changed again. */
export async function undoYearPlan(ctx: Ctx, id: string): Promise<YearPlan> {
  const { school, plan } = await lockYearPlan(ctx, id)
  if (plan.status !== 'applied') throw new Refusal('本学年升级尚未执行')
  if (ctx.now >= getUndoDeadline(plan)) throw new Refusal(undoExpiredMessage)
  await forceCustomPlans(ctx.db)
  const rows = await listPlanRows(ctx.db, id)
  const idsOf = (kind: PlanRowKind) => rows.flatMap((row) => (row.kind === kind ? row.id : []))
  const opened = { gradeIds: idsOf('grade'), classIds: idsOf('class') }
  await lockPupils(ctx.db, idsOf('student'))
  const changed = await listPupilsChangedSince(ctx.db, id)
  if (changed.length > 0) throw new Refusal(describeChangedPupils(changed))
  if ((await listOpenedChangedSince(ctx.db, id, await listOpenedRows(ctx, opened))).length > 0)
    throw new Refusal('新年级或新班级在升级后又有变动，不能撤销')
  if (!(await markYearPlanUndone(ctx.db, id, ctx.now))) throw planChangedByOthers()
  await restorePlanRows(ctx.db, id)
  await markChangesUndone(ctx.db, id, ctx.now)
  await undoOpenedClasses(ctx, opened)
  await publishStudentsChanged(ctx, idsOf('student'))
  const context = await loadYearChangeContext(ctx, school, plan.schoolYear)
  return presentYearPlan(ctx, context, (await findYearPlanById(ctx.db, id))!)
}
