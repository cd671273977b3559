import { dayOf, invalid, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { lockTree } from '#kernel/org/server/api.ts'
import {
  changeTypes,
  isCompulsory,
  needsBasis,
  findLegalObstacle,
  type EventEffect,
  type EventForm,
  type StudentTargets,
} from '../../../contract.ts'
import { lockEnrolments, listCurrentEnrolments, type CurrentEnrolment } from '../../enrolment-queries.ts'
import { listStudentIdsInScope } from '../../student-read-queries.ts'
import { listClassesByIds, listGradesByIds, type ClassRow, type GradeRow } from '../../school-queries.ts'
import { getGradeClassNames } from './class-names.ts'
import { findDateObstacle, type EnrolmentChange, changeEnrolments, lockSchools } from './change-enrolments.ts'
import { requireNearDay } from './scope-checks.ts'
import { listStudentIdsByFilter } from './search-students.ts'

/** More than one school has, so that nobody changes a whole district by mistake. */
const maxStudents = 5_000
/** The preview lists at most so many pupils; the total count is always exact. */
const maxChangesShown = 200

/** The target pupils within the caller's scope. Throws `notFound` for ids outside of it. */
async function resolveTargets(ctx: Ctx, targets: StudentTargets): Promise<string[]> {
  if ('ids' in targets) {
    const ids = [...new Set(targets.ids)]
    const within = await listStudentIdsInScope(ctx.db, scopeOf(ctx, 'student.event'), ids, dayOf(ctx.now))
    if (within.length < ids.length) throw notFound('学生')
    return ids
  }
  const found = await listStudentIdsByFilter(ctx, 'student.event', targets.filter, maxStudents + 1)
  const except = new Set(targets.except)
  const ids = found.filter((id) => !except.has(id))
  if (ids.length > maxStudents) throw new Refusal(`一次最多${maxStudents}人，请缩小范围`)
  // The filter may use another day, but the scope is checked as of today.
  return listStudentIdsInScope(ctx.db, scopeOf(ctx, 'student.event'), ids, dayOf(ctx.now))
}

interface TargetClass {
  grade: GradeRow | null
  class: ClassRow | null
}

async function resolveTargetClass(ctx: Ctx, { type, gradeId, classId, on }: EventForm): Promise<TargetClass> {
  if (!['move', 'resume', 'repeat', 'skip'].includes(type)) return { grade: null, class: null }
  const row = classId ? (await listClassesByIds(ctx.db, [classId]))[0] : undefined
  const isOpen = row && (row.closedOn === null || row.closedOn > on)
  if (classId && (!isOpen || (gradeId && row.gradeId !== gradeId)))
    throw invalid([{ field: 'classId', msg: '班级不存在' }])
  const ofGrade = row?.gradeId ?? gradeId
  const grade = ofGrade ? (await listGradesByIds(ctx.db, [ofGrade]))[0] : undefined
  if (ofGrade && !grade) throw invalid([{ field: 'gradeId', msg: '年级不存在' }])
  if (type !== 'resume' && !row) throw invalid([{ field: 'classId', msg: '请选择班级' }])
  return { grade: grade ?? null, class: row ?? null }
}

export interface EnrolmentPlan {
  changes: EnrolmentChange[]
  effect: EventEffect
  /** Some pupils need 其他情形, which requires a basis and a note. */
  needsBasis: boolean
}

/** Plans the change for each pupil. `locks`: locks the enrolments until the transaction ends. */
export async function planEnrolmentChange(ctx: Ctx, form: EventForm, locks: boolean): Promise<EnrolmentPlan> {
  requireNearDay(ctx, form.on)
  const ids = await resolveTargets(ctx, form.targets)
  const enrolments = await (locks ? lockEnrolments : listCurrentEnrolments)(ctx.db, ids)
  const target = await resolveTargetClass(ctx, form)
  requireTargetInSchools(target, enrolments)
  const gradeIds = [...new Set(enrolments.flatMap(({ gradeId }) => gradeId ?? []))]
  const grades = new Map((await listGradesByIds(ctx.db, gradeIds)).map((grade) => [grade.id, grade]))
  const checked = enrolments.map((from) => ({ from, ...checkPupil(form, target, from, grades) }))
  const stages = checked.flatMap(({ change, from }) => (change ? getStage(from, grades) : []))
  return {
    changes: checked.flatMap(({ change }) => change ?? []),
    effect: await presentEffect(ctx, form, checked, getWarnings(form, stages)),
    needsBasis: stages.some((stage) => needsBasis(form.type, stage)),
  }
}

const getStage = ({ gradeId }: CurrentEnrolment, grades: ReadonlyMap<string, GradeRow>) =>
  grades.get(gradeId ?? '')?.stage ?? null

/** Refuses a target class of a school that none of these pupils attends. */
function requireTargetInSchools(target: TargetClass, enrolments: readonly CurrentEnrolment[]) {
  const orgId = target.class?.orgId ?? target.grade?.orgId
  if (orgId === undefined || enrolments.some((from) => getOrgId(from) === orgId)) return
  throw invalid([{ field: 'classId', msg: '班级不存在' }])
}
const getOrgId = ({ orgId, studentOrgId, overOn }: CurrentEnrolment) =>
  overOn === null ? (orgId ?? studentOrgId) : studentOrgId

interface EventVerdict {
  change?: EnrolmentChange
  why?: string
}

function checkPupil(
  form: EventForm,
  target: TargetClass,
  from: CurrentEnrolment,
  grades: ReadonlyMap<string, GradeRow>,
): EventVerdict {
  const why = findDateObstacle(from, form.on) ?? findEventObstacle(form, target, from, grades)
  if (why) return { why }
  const { type, on } = form
  const parts = [form.whereTo && `转往${form.whereTo}`, form.basis && `依据：${form.basis}`, form.reason]
  const reason = parts.filter(Boolean).join('；')
  return { change: { studentId: from.studentId, type, on, reason, to: getTargetEnrolment(form, target, from) } }
}

/** Why the event is impossible for this pupil, or null. */
function findEventObstacle(
  { type }: EventForm,
  target: TargetClass,
  from: CurrentEnrolment,
  grades: ReadonlyMap<string, GradeRow>,
): string | null {
  const isHere = from.enrolmentId !== null && from.overOn === null
  if (type === 'resume') return findResumeObstacle(target, from, isHere)
  if (!isHere) return '已不在校'
  const unlawful = findLegalObstacle(type, getStage(from, grades))
  if (unlawful) return unlawful
  if (target.class && target.class.orgId !== from.orgId) return '班级不属于该生所在学校'
  if (type === 'suspend') return from.enrolmentStatus === 'suspended' ? '已在休学' : null
  if (!['move', 'repeat', 'skip'].includes(type)) return null
  if (from.enrolmentStatus === 'suspended') return '休学中，请先办理复学'
  if (target.class!.id === from.classId) return '已在该班'
  const grade = grades.get(from.gradeId!)!
  if (type === 'move') return target.grade!.id === grade.id ? null : '调班只能在本年级内，跨年级请办理留级或跳级'
  if (target.grade!.stage !== grade.stage) return '目标年级与原年级不在同一学段'
  if (type === 'repeat') return target.grade!.startYear > grade.startYear ? null : '留级须到下一年级'
  return target.grade!.startYear < grade.startYear ? null : '跳级须到上一年级'
}

function findResumeObstacle(target: TargetClass, from: CurrentEnrolment, isHere: boolean): string | null {
  if (isHere && from.enrolmentStatus !== 'suspended') return '在读，无需复学'
  if (!isHere && from.status !== 'transferred') return '只有休学或转出的学生可以复学'
  const org = target.class?.orgId ?? target.grade?.orgId
  if (org !== undefined && org !== getOrgId(from)) return '班级不属于该生所在学校'
  return from.gradeId === null && !target.grade ? '请选择年级' : null
}

function getTargetEnrolment({ type }: EventForm, target: TargetClass, from: CurrentEnrolment): EnrolmentChange['to'] {
  const orgId = getOrgId(from)
  if (type === 'suspend') return { orgId, gradeId: from.gradeId!, classId: null, status: 'suspended' }
  if (type === 'resume')
    return { orgId, gradeId: target.grade?.id ?? from.gradeId!, classId: target.class?.id ?? null, status: 'studying' }
  if (['move', 'repeat', 'skip'].includes(type))
    return { orgId, gradeId: target.grade!.id, classId: target.class!.id, status: 'studying' }
  return null
}

type CheckedPupil = EventVerdict & { from: CurrentEnrolment }
const repeatWarning = '义务教育阶段原则上不留级，请填写审批依据'

const getWarnings = ({ type }: EventForm, stages: readonly (number | null)[]): string[] =>
  type === 'repeat' && stages.some(isCompulsory) ? [repeatWarning] : []

async function presentEffect(
  ctx: Ctx,
  form: EventForm,
  checked: readonly CheckedPupil[],
  warnings: string[],
): Promise<EventEffect> {
  const changing = checked.filter(({ change }) => change)
  const shown = changing.slice(0, maxChangesShown)
  const enrolments = shown.flatMap(({ from, change }) => [from, ...(change!.to ? [change!.to] : [])])
  const names = await getGradeClassNames(ctx, enrolments, form.on)
  const describeEnrolment = (enrolment: { gradeId: string | null; classId: string | null } | null) =>
    enrolment ? names.class(enrolment.classId) || names.grade(enrolment.gradeId) : ''
  const describeTarget = ({ to }: EnrolmentChange) =>
    to ? `${describeEnrolment(to)}${to.status === 'suspended' ? '（休学）' : ''}` : changeTypes[form.type]
  return {
    count: changing.length,
    changes: shown.map(({ from, change }) => ({
      id: from.studentId,
      name: from.name,
      from: describeEnrolment(from),
      to: describeTarget(change!),
    })),
    refused: checked.flatMap(({ from, why }) => (why ? { id: from.studentId, name: from.name, why } : [])),
    warnings,
  }
}

export const previewEvent = async (ctx: Ctx, form: EventForm) => (await planEnrolmentChange(ctx, form, false)).effect

/** Applies the event to the pupils who allow it, and returns the others with the reason. */
export async function applyEvent(ctx: Ctx, form: EventForm) {
  await lockTree(ctx)
  // Planned twice: first to find the schools to lock, then again under the lock, because data may have changed.
  const first = await planEnrolmentChange(ctx, form, false)
  const ids = first.changes.map(({ studentId }) => studentId)
  const enrolments = await listCurrentEnrolments(ctx.db, ids)
  await lockSchools(
    ctx,
    enrolments.map(({ studentOrgId }) => studentOrgId),
  )
  const { changes, effect, needsBasis } = await planEnrolmentChange(ctx, form, true)
  if (needsBasis) requireBasis(form)
  if (changes.length === 0) throw new Refusal(effect.refused[0]?.why ?? '没有可办理的学生')
  await changeEnrolments(ctx, changes)
  return effect
}

function requireBasis({ basis, reason }: EventForm) {
  const missing = [
    ...(basis ? [] : [{ field: 'basis', msg: '请填写办理依据' }]),
    ...(reason ? [] : [{ field: 'reason', msg: '请填写情况说明' }]),
  ]
  if (missing.length > 0) throw invalid(missing)
}
