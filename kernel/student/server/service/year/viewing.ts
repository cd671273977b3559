import type { Ctx } from '#packages/core'
import { undoDays, type YearPlan, type YearWishes } from '../../../contract.ts'
import { changedSince, planOf, type PlanRow } from '../../year-queries.ts'
import {
  countNewClasses,
  daysLeft,
  describeGrades,
  describeNewGrades,
  groundOf,
  isEarly,
  schoolIn,
  usualWishes,
  type Ground,
} from './ground.ts'
import { weigh, type Fate } from './weighing.ts'

const dayMs = 24 * 3600_000

/** What was shown when it was done: afterwards it could not be counted any more. */
export type Result = Pick<YearPlan, 'grades' | 'newGrades' | 'unresolved' | 'counts'>

export function resultOf(
  ground: Ground,
  wishes: YearWishes,
  fates: readonly Fate[],
  unresolved: YearPlan['unresolved'],
): Result {
  const leave = fates.filter(({ kind }) => kind === 'leaves').length
  const repeat = fates.length - leave
  const all = ground.grades.reduce((sum, { pupils }) => sum + pupils, 0)
  return {
    grades: describeGrades(ground),
    newGrades: describeNewGrades(ground, wishes),
    unresolved,
    counts: {
      leave,
      repeat,
      goOn: all - leave - repeat - unresolved.length,
      newClasses: countNewClasses(ground, wishes),
    },
  }
}

/** The plan of a school for a year, or what it would be. */
export async function readYearPlan(
  ctx: Ctx,
  { orgId, schoolYear }: { orgId?: string | null | undefined; schoolYear?: number | undefined },
): Promise<YearPlan> {
  const school = await schoolIn(ctx, orgId)
  const ground = await groundOf(ctx, school, schoolYear)
  return viewPlan(ctx, ground, await planOf(ctx.db, ground.orgId, ground.schoolYear))
}

export async function viewPlan(ctx: Ctx, ground: Ground, plan: PlanRow | undefined): Promise<YearPlan> {
  const { orgId, orgName, schoolYear } = ground
  const wishes = plan?.wishes ?? usualWishes(ground)
  const about = {
    orgId,
    orgName,
    schoolYear,
    wishes,
    id: plan?.id ?? null,
    version: plan?.version ?? 0,
    isEarly: isEarly(ground),
    daysLeft: daysLeft(ground),
  }
  if (plan?.status === 'applied')
    return { ...about, status: 'applied', ...(plan.result as Result), ...(await undoing(ctx, plan)) }
  const { fates, unresolved } = await weigh(ctx, ground, wishes)
  const result = resultOf(ground, wishes, fates, unresolved)
  return { ...about, status: plan?.status ?? 'none', ...result, undoUntil: null, whyNot: '' }
}

async function undoing(ctx: Ctx, plan: PlanRow): Promise<Pick<YearPlan, 'undoUntil' | 'whyNot'>> {
  const until = deadlineOf(plan)
  if (ctx.now >= until) return { undoUntil: null, whyNot: tooLate }
  const changed = await changedSince(ctx.db, plan.id)
  if (changed.length > 0) return { undoUntil: null, whyNot: wordsForChanged(changed) }
  return { undoUntil: until.toISOString(), whyNot: '' }
}

export const deadlineOf = ({ appliedAt }: PlanRow) => new Date(appliedAt!.getTime() + undoDays * dayMs)
export const tooLate = `执行已超过${undoDays}天，不能撤销`
const namesShown = 3
export function wordsForChanged(changed: readonly { name: string }[]) {
  const names = changed.slice(0, namesShown).map(({ name }) => name).join('、') // prettier-ignore
  const who = changed.length > namesShown ? `${names}等${changed.length}名学生` : names
  return `${who}在升级后又有变动，不能撤销`
}
