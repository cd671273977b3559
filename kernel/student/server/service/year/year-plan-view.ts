import type { Ctx } from '#packages/core'
import { undoDays, type YearPlan, type YearPlanInput } from '../../../contract.ts'
import { listPupilsChangedSince, findYearPlan, type YearPlanRow } from '../../year-queries.ts'
import {
  countNewClasses,
  countDaysLeft,
  describeGrades,
  describeNewGrades,
  loadYearChangeContext,
  isEarly,
  requireYearSchool,
  getDefaultPlanInput,
  type YearChangeContext,
} from './year-change-context.ts'
import { planYearChange, type PupilOutcome } from './plan-year-change.ts'

const dayMs = 24 * 3600_000

/** The figures at the time of execution; they are stored because they cannot be counted afterwards. */
export type YearPlanResult = Pick<YearPlan, 'grades' | 'newGrades' | 'unresolved' | 'counts'>

export function getYearPlanResult(
  context: YearChangeContext,
  input: YearPlanInput,
  outcomes: readonly PupilOutcome[],
  unresolved: YearPlan['unresolved'],
): YearPlanResult {
  const leave = outcomes.filter(({ kind }) => kind === 'leaves').length
  const repeat = outcomes.length - leave
  const all = context.grades.reduce((sum, { pupils }) => sum + pupils, 0)
  return {
    grades: describeGrades(context),
    newGrades: describeNewGrades(context, input),
    unresolved,
    counts: {
      leave,
      repeat,
      goOn: all - leave - repeat - unresolved.length,
      newClasses: countNewClasses(context, input),
    },
  }
}

/** The saved plan of a school for a year, or the default plan. */
export async function getYearPlan(
  ctx: Ctx,
  { orgId, schoolYear }: { orgId?: string | null | undefined; schoolYear?: number | undefined },
): Promise<YearPlan> {
  const school = await requireYearSchool(ctx, orgId)
  const context = await loadYearChangeContext(ctx, school, schoolYear)
  return presentYearPlan(ctx, context, await findYearPlan(ctx.db, context.orgId, context.schoolYear))
}

export async function presentYearPlan(
  ctx: Ctx,
  context: YearChangeContext,
  plan: YearPlanRow | undefined,
): Promise<YearPlan> {
  const { orgId, orgName, schoolYear } = context
  const input = plan?.input ?? getDefaultPlanInput(context)
  const about = {
    orgId,
    orgName,
    schoolYear,
    input,
    id: plan?.id ?? null,
    version: plan?.version ?? 0,
    isEarly: isEarly(context),
    daysLeft: countDaysLeft(context),
  }
  if (plan?.status === 'applied')
    return { ...about, status: 'applied', ...(plan.result as YearPlanResult), ...(await getUndoState(ctx, plan)) }
  const { outcomes, unresolved } = await planYearChange(ctx, context, input)
  const result = getYearPlanResult(context, input, outcomes, unresolved)
  return { ...about, status: plan?.status ?? 'none', ...result, undoUntil: null, whyNot: '' }
}

async function getUndoState(ctx: Ctx, plan: YearPlanRow): Promise<Pick<YearPlan, 'undoUntil' | 'whyNot'>> {
  const until = getUndoDeadline(plan)
  if (ctx.now >= until) return { undoUntil: null, whyNot: undoExpiredMessage }
  const changed = await listPupilsChangedSince(ctx.db, plan.id)
  if (changed.length > 0) return { undoUntil: null, whyNot: describeChangedPupils(changed) }
  return { undoUntil: until.toISOString(), whyNot: '' }
}

export const getUndoDeadline = ({ appliedAt }: YearPlanRow) => new Date(appliedAt!.getTime() + undoDays * dayMs)
export const undoExpiredMessage = `执行已超过${undoDays}天，不能撤销`
const maxNamesShown = 3
export function describeChangedPupils(changed: readonly { name: string }[]) {
  const names = changed.slice(0, maxNamesShown).map(({ name }) => name).join('、') // prettier-ignore
  const who = changed.length > maxNamesShown ? `${names}等${changed.length}名学生` : names
  return `${who}在升级后又有变动，不能撤销`
}
