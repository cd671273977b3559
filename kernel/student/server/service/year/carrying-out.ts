import { found, invalid, newId, Refusal, Ret, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { openGrade, readOpened, takeBackOpened } from '#kernel/schooling/server'
import type { BodyOf } from '#packages/contract'
import type { studentApi, YearPlan, YearWishes } from '../../../contract.ts'
import { expectGrowth } from '../../seed-queries.ts'
import {
  changedSince,
  holdPupils,
  insertPlan,
  keepResult,
  keepRows,
  keptRows,
  markApplied,
  markChangesUndone,
  markUndone,
  openedChangedSince,
  planById,
  planOf,
  restoreRows,
  rowsOfPupils,
  updateWishes,
  type KeptKind,
  type KeptRow,
} from '../../year-queries.ts'
import { changePlaces, holdSchool, publishIds, type PlaceChange } from '../students/placing.ts'
import { daysLeft, groundOf, isEarly, newGrade, schoolIn, yearsOf, type Ground } from './ground.ts'
import { deadlineOf, resultOf, tooLate, viewPlan, wordsForChanged } from './viewing.ts'
import { refuseWrongWishes, weigh, type Fate, type Unresolved } from './weighing.ts'

const overtakenWords = '数据已被他人修改，请刷新后重试'
const overtaken = () => new Refusal(overtakenWords, Ret.changedByOthers)
const alreadyDone = () => new Refusal('本学年升级已执行')

interface Saving {
  orgId?: string | null | undefined
  schoolYear: number
  wishes: YearWishes
  version: number
}

export async function saveYearPlan(ctx: Ctx, { orgId, schoolYear, wishes, version }: Saving): Promise<YearPlan> {
  const ground = await groundOf(ctx, await schoolIn(ctx, orgId), schoolYear)
  const { leavesOn } = wishes
  if (leavesOn < `${schoolYear}-05-01` || leavesOn > `${schoolYear}-12-31`)
    throw invalid([{ field: 'leavesOn', msg: `离校日期应在${schoolYear}年5月至12月之间` }])
  const { stays } = await weigh(ctx, ground, wishes)
  await refuseWrongWishes(ctx, ground, wishes, stays)
  const plan = await planOf(ctx.db, ground.orgId, schoolYear)
  if (plan?.status === 'applied') throw alreadyDone()
  const { personId } = ctx.actor
  if (plan?.status === 'draft') {
    if (!(await updateWishes(ctx.db, { id: plan.id, version }, wishes, personId))) throw overtaken()
  } else {
    const made = { id: newId(), orgId: ground.orgId, schoolYear, wishes, personId }
    await insertPlan(ctx.db, made, ctx.now).catch(onConstraint('year_plan_once', overtakenWords))
  }
  return viewPlan(ctx, ground, await planOf(ctx.db, ground.orgId, schoolYear))
}

/** One's own school's plan, and the school held: two changes of one school queue. */
async function planInReach(ctx: Ctx, id: string) {
  const { orgId } = found(await planById(ctx.db, id), '方案')
  const school = await schoolIn(ctx, orgId)
  await holdSchool(ctx, orgId)
  return { school, plan: (await planById(ctx.db, id))! }
}

type Applying = BodyOf<typeof studentApi.applyYearPlan>

/** Nobody goes into the next year by a slip of the hand: the name is typed, and before June it is said expressly. */
function requireIntent(ground: Ground, { orgName, isEarly: isMeant }: Applying) {
  if (orgName !== ground.orgName) throw invalid([{ field: 'orgName', msg: '学校名称不一致，请核对后重新输入' }])
  if (isEarly(ground) && !isMeant)
    throw new Refusal(`离学年结束还有${daysLeft(ground)}天，提前办理请先勾选“仍要提前办理”`)
}

/** Does all of it in one transaction, and remembers every row that it touches. */
export async function applyYearPlan(ctx: Ctx, asked: Applying): Promise<YearPlan> {
  const { id, version } = asked
  const { school, plan } = await planInReach(ctx, id)
  requireIntent(await groundOf(ctx, school, plan.schoolYear), asked)
  if (plan.status === 'applied') throw alreadyDone()
  await expectGrowth(ctx.db) // the first year change may come in the week in which the tables were filled
  if (!(await markApplied(ctx.db, { id, version }, ctx.now))) throw overtaken()
  const { wishes } = plan
  const ground = await groundOf(ctx, school, plan.schoolYear)
  const { fates, unresolved, stays } = await weigh(ctx, ground, wishes)
  // Since the plan was saved a class may have been closed; whoever has left in the meantime is no matter of it any more.
  const here = new Set(stays.map(({ studentId }) => studentId))
  const pupils = wishes.pupils.filter(({ studentId }) => here.has(studentId))
  await refuseWrongWishes(ctx, ground, { ...wishes, pupils }, stays)
  if (unresolved.length > 0) throw new Refusal(wordsForUnresolved(unresolved))
  const opened = await openNewGrades(ctx, ground, wishes)
  const students = fates.map(({ stay }) => stay.studentId)
  await holdPupils(ctx.db, students)
  const before = await rowsOfPupils(ctx.db, students)
  const grades = (await groundOf(ctx, school, plan.schoolYear)).grades
  await changePlaces(
    ctx,
    fates.map((fate) => changeOf({ ...ground, grades }, fate, id)),
  )
  const after = await rowsOfPupils(ctx.db, students)
  const made = (await readOpened(ctx, opened)).map(({ kind, id: row, row: now }) => ({
    kind,
    id: row,
    before: null,
    after: now,
  }))
  await keepRows(ctx.db, id, [...differing(before, after), ...made])
  await keepResult(ctx.db, id, resultOf(ground, wishes, fates, []))
  return viewPlan(ctx, ground, (await planById(ctx.db, id))!)
}

const namesShown = 5
function wordsForUnresolved(unresolved: readonly Unresolved[]) {
  const some = unresolved.slice(0, namesShown).map(({ name, why }) => `${name}（${why}）`)
  return `还有${unresolved.length}名学生待处理：${some.join('、')}`
}

async function openNewGrades(ctx: Ctx, ground: Ground, { newGrades }: YearWishes) {
  const opened = { gradeIds: [] as string[], classIds: [] as string[] }
  for (const { stage, classes } of newGrades) {
    if (classes === 0) continue
    const years = yearsOf(ground, stage)
    const grade = { orgId: ground.orgId, stage, startYear: ground.schoolYear, years, classes }
    const { gradeId, classIds, isNew } = await openGrade(ctx, grade)
    if (isNew) opened.gradeIds.push(gradeId)
    opened.classIds.push(...classIds)
  }
  return opened
}

function changeOf(ground: Ground, fate: Fate, planId: string): PlaceChange {
  const { stay, reason, on } = fate
  const about = { studentId: stay.studentId, on, planId, ...(reason ? { reason } : {}) }
  if (fate.kind === 'leaves') return { ...about, type: fate.type, to: null, status: fate.status }
  const gradeId = fate.gradeId ?? newGrade(ground, fate.stage)!.id
  return { ...about, type: 'repeat', to: { orgId: ground.orgId, gradeId, classId: fate.classId, status: stay.status } }
}

type Rows = readonly { kind: KeptKind; id: string; row: object }[]
function differing(before: Rows, after: Rows): KeptRow[] {
  const was = new Map(before.map((one) => [one.id, one]))
  const is = new Map(after.map((one) => [one.id, one]))
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id): KeptRow[] => {
    const [old, now] = [was.get(id), is.get(id)]
    if (old && now && JSON.stringify(old.row) === JSON.stringify(now.row)) return []
    return [{ kind: (old ?? now)!.kind, id, before: old?.row ?? null, after: now?.row ?? null }]
  })
}

/** Within seven days, and only if nothing that it touched was touched since. */
export async function undoYearPlan(ctx: Ctx, id: string): Promise<YearPlan> {
  const { school, plan } = await planInReach(ctx, id)
  if (plan.status !== 'applied') throw new Refusal('本学年升级尚未执行')
  if (ctx.now >= deadlineOf(plan)) throw new Refusal(tooLate)
  await expectGrowth(ctx.db)
  const rows = await keptRows(ctx.db, id)
  const idsOf = (kind: KeptKind) => rows.flatMap((row) => (row.kind === kind ? row.id : []))
  const opened = { gradeIds: idsOf('grade'), classIds: idsOf('class') }
  await holdPupils(ctx.db, idsOf('student'))
  const changed = await changedSince(ctx.db, id)
  if (changed.length > 0) throw new Refusal(wordsForChanged(changed))
  if ((await openedChangedSince(ctx.db, id, await readOpened(ctx, opened))).length > 0)
    throw new Refusal('新年级或新班级在升级后又有变动，不能撤销')
  if (!(await markUndone(ctx.db, id, ctx.now))) throw overtaken()
  await restoreRows(ctx.db, id)
  await markChangesUndone(ctx.db, id, ctx.now)
  await takeBackOpened(ctx, opened)
  await publishIds(ctx, 'student.changed', idsOf('student'))
  const ground = await groundOf(ctx, school, plan.schoolYear)
  return viewPlan(ctx, ground, (await planById(ctx.db, id))!)
}
