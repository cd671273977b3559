import { notFound, Refusal, type Ctx } from '#packages/core'
import { describeClasses } from '#kernel/schooling/server'
import { yearDecisions, type StudentStatus, type YearDecision, type YearWishes } from '../../../contract.ts'
import { openClassesOf, staysOf, type Stay } from '../../year-queries.ts'
import { gradeBelow, isOver, leavingGrades, type Ground } from './ground.ts'

type Wish = YearWishes['pupils'][number]

/** What becomes of one pupil. A repeater's grade may be one that is opened on the way: then only its stage is known. */
export type Fate = { stay: Stay; reason: string } & (
  | { kind: 'leaves'; type: Exclude<YearDecision, 'repeat'>; status: StudentStatus; on: string }
  | { kind: 'repeats'; stage: number; gradeId: string | null; classId: string | null; on: string }
)
export interface Unresolved {
  studentId: string
  name: string
  className: string
  why: string
}

const statusAfter: Record<Exclude<YearDecision, 'repeat'>, StudentStatus> = {
  graduate: 'graduated',
  complete: 'completed',
  'leave-early': 'left-early',
}

/** What the wishes come to, pupil by pupil; whoever cannot be decided stands apart with the reason. */
export async function weigh(ctx: Ctx, ground: Ground, wishes: YearWishes) {
  const wished = new Map(wishes.pupils.map((wish) => [wish.studentId, wish]))
  const leaving = leavingGrades(ground)
  const stays = await staysOf(
    ctx.db,
    ground.orgId,
    leaving.map(({ id }) => id),
    [...wished.keys()],
  )
  const fates: Fate[] = []
  const waiting: { stay: Stay; why: string }[] = []
  for (const stay of stays) {
    const outcome = fateOf(ground, wishes, stay, wished.get(stay.studentId))
    if ('why' in outcome) waiting.push({ stay, why: outcome.why })
    else fates.push(outcome)
  }
  const classIds = [...new Set(waiting.flatMap(({ stay: { classId } }) => classId ?? []))]
  const labels = classIds.length > 0 ? await describeClasses(ctx, { classIds }, ground.today) : new Map()
  const unresolved = waiting.map(({ stay: { studentId, name, classId }, why }): Unresolved => ({
    studentId,
    name,
    why,
    className: classId === null ? '' : (labels.get(classId)?.label ?? ''),
  }))
  return { fates, unresolved, stays }
}

function fateOf(ground: Ground, wishes: YearWishes, stay: Stay, wish: Wish | undefined): Fate | { why: string } {
  const { leavesOn } = wishes
  const reason = wish?.reason ?? ''
  if (wish?.decision === 'repeat') return repeating(ground, wishes, stay, wish)
  if (!wish) {
    if (stay.status === 'suspended') return { why: '休学中' }
    if (stay.isLeaving) return { why: '转学申请待处理' }
    if (stay.classId === null) return { why: '未编班' }
  }
  if (stay.beginsOn >= leavesOn) return { why: '离校日期之后有学籍异动' }
  const type = wish?.decision ?? 'graduate'
  return { kind: 'leaves', stay, type, status: statusAfter[type], on: leavesOn, reason }
}

function repeating(ground: Ground, { newGrades }: YearWishes, stay: Stay, wish: Wish): Fate | { why: string } {
  const grade = ground.grades.find(({ id }) => id === stay.gradeId)!
  const below = gradeBelow(ground, grade)
  const isOpened =
    grade.startYear + 1 === ground.schoolYear &&
    newGrades.some(({ stage, classes }) => stage === grade.stage && classes > 0)
  if (!below && !isOpened) return { why: '没有可以留级的年级' }
  if (stay.beginsOn >= ground.firstDay) return { why: '新学年开始后有学籍异动' }
  const classId = stay.status === 'suspended' ? null : (wish.classId ?? null)
  const to = { stage: grade.stage, gradeId: below?.id ?? null, classId, on: ground.firstDay }
  return { kind: 'repeats', stay, reason: wish.reason, ...to }
}

/** Refuses wishes that name others' pupils or classes, or that nobody may have. */
export async function refuseWrongWishes(ctx: Ctx, ground: Ground, wishes: YearWishes, stays: readonly Stay[]) {
  const staying = new Map(stays.map((stay) => [stay.studentId, stay]))
  const classes = new Map((await openClassesOf(ctx.db, ground.orgId)).map(({ id, gradeId }) => [id, gradeId]))
  for (const { studentId, decision, classId } of wishes.pupils) {
    const stay = staying.get(studentId)
    if (!stay) throw notFound('学生')
    const grade = ground.grades.find(({ id }) => id === stay.gradeId)!
    if ((decision === 'graduate' || decision === 'complete') && !isOver(ground, grade))
      throw new Refusal(`${stay.name}不在毕业年级，不能${yearDecisions[decision]}`)
    if (decision !== 'repeat') continue
    const below = gradeBelow(ground, grade)
    if (classId && !classes.has(classId)) throw notFound('班级')
    if (classId && classes.get(classId) !== below?.id) throw new Refusal(`${stay.name}只能留到低一级的班级`)
    if (!classId && below && below.classCount > 0 && stay.status === 'studying')
      throw new Refusal(`请选择${stay.name}留级后的班级`)
  }
}
