import { notFound, Refusal, type Ctx } from '#packages/core'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { yearDecisions, type StudentStatus, type YearDecision, type YearPlanInput } from '../../../contract.ts'
import { listOpenClasses, listYearEnrolments, type YearEnrolment } from '../../year-queries.ts'
import { findGradeBelow, isGradeOver, listLeavingGrades, type YearChangeContext } from './year-change-context.ts'

type PupilDecision = YearPlanInput['pupils'][number]

/** The planned outcome of one pupil. A repeater's grade may not be open yet: then only its stage is known. */
export type PupilOutcome = { enrolment: YearEnrolment; reason: string } & (
  | { kind: 'leaves'; type: Exclude<YearDecision, 'repeat'>; status: StudentStatus; on: string }
  | { kind: 'repeats'; stage: number; gradeId: string | null; classId: string | null; on: string }
)
export interface UnresolvedPupil {
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

/** Plans every pupil by the decisions of the form. Pupils who cannot be planned are returned with the reason. */
export async function planYearChange(ctx: Ctx, context: YearChangeContext, input: YearPlanInput) {
  const decisionInputs = new Map(input.pupils.map((decisionInput) => [decisionInput.studentId, decisionInput]))
  const leaving = listLeavingGrades(context)
  const enrolments = await listYearEnrolments(
    ctx.db,
    context.orgId,
    leaving.map(({ id }) => id),
    [...decisionInputs.keys()],
  )
  const outcomes: PupilOutcome[] = []
  const waiting: { enrolment: YearEnrolment; why: string }[] = []
  for (const enrolment of enrolments) {
    const outcome = planPupil(context, input, enrolment, decisionInputs.get(enrolment.studentId))
    if ('why' in outcome) waiting.push({ enrolment, why: outcome.why })
    else outcomes.push(outcome)
  }
  const classIds = [...new Set(waiting.flatMap(({ enrolment: { classId } }) => classId ?? []))]
  const labels = classIds.length > 0 ? await describeClasses(ctx, { classIds }, context.today) : new Map()
  const unresolved = waiting.map(({ enrolment: { studentId, name, classId }, why }): UnresolvedPupil => ({
    studentId,
    name,
    why,
    className: classId === null ? '' : (labels.get(classId)?.label ?? ''),
  }))
  return { outcomes, unresolved, enrolments }
}

function planPupil(
  context: YearChangeContext,
  input: YearPlanInput,
  enrolment: YearEnrolment,
  decisionInput: PupilDecision | undefined,
): PupilOutcome | { why: string } {
  const { leavesOn } = input
  const reason = decisionInput?.reason ?? ''
  if (decisionInput?.decision === 'repeat') return planRepeat(context, input, enrolment, decisionInput)
  if (!decisionInput) {
    if (enrolment.status === 'suspended') return { why: '休学中' }
    if (enrolment.isLeaving) return { why: '转学申请待处理' }
    if (enrolment.classId === null) return { why: '未编班' }
  }
  if (enrolment.beginsOn >= leavesOn) return { why: '离校日期之后有学籍异动' }
  const type = decisionInput?.decision ?? 'graduate'
  return { kind: 'leaves', enrolment, type, status: statusAfter[type], on: leavesOn, reason }
}

function planRepeat(
  context: YearChangeContext,
  { newGrades }: YearPlanInput,
  enrolment: YearEnrolment,
  decisionInput: PupilDecision,
): PupilOutcome | { why: string } {
  const grade = context.grades.find(({ id }) => id === enrolment.gradeId)!
  const below = findGradeBelow(context, grade)
  const isOpened =
    grade.startYear + 1 === context.schoolYear &&
    newGrades.some(({ stage, classes }) => stage === grade.stage && classes > 0)
  if (!below && !isOpened) return { why: '没有可以留级的年级' }
  if (enrolment.beginsOn >= context.firstDay) return { why: '新学年开始后有学籍异动' }
  const classId = enrolment.status === 'suspended' ? null : (decisionInput.classId ?? null)
  const to = { stage: grade.stage, gradeId: below?.id ?? null, classId, on: context.firstDay }
  return { kind: 'repeats', enrolment, reason: decisionInput.reason, ...to }
}

/** Refuses decisions about pupils or classes of other schools, and decisions that the rules do not allow. */
export async function refuseInvalidInput(
  ctx: Ctx,
  context: YearChangeContext,
  input: YearPlanInput,
  enrolments: readonly YearEnrolment[],
) {
  const byStudent = new Map(enrolments.map((enrolment) => [enrolment.studentId, enrolment]))
  const classes = new Map((await listOpenClasses(ctx.db, context.orgId)).map(({ id, gradeId }) => [id, gradeId]))
  for (const { studentId, decision, classId } of input.pupils) {
    const enrolment = byStudent.get(studentId)
    if (!enrolment) throw notFound('学生')
    const grade = context.grades.find(({ id }) => id === enrolment.gradeId)!
    if ((decision === 'graduate' || decision === 'complete') && !isGradeOver(context, grade))
      throw new Refusal(`${enrolment.name}不在毕业年级，不能${yearDecisions[decision]}`)
    if (decision !== 'repeat') continue
    const below = findGradeBelow(context, grade)
    if (classId && !classes.has(classId)) throw notFound('班级')
    if (classId && classes.get(classId) !== below?.id) throw new Refusal(`${enrolment.name}只能留到低一级的班级`)
    if (!classId && below && below.classCount > 0 && enrolment.status === 'studying')
      throw new Refusal(`请选择${enrolment.name}留级后的班级`)
  }
}
