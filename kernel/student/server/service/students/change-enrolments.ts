import { labelOf } from '#packages/contract'
import { dayOf, newId, notFound, Refusal, type Ctx } from '#packages/core'
import { recordFieldChanges } from '#packages/crud'
import { loadFieldCipher } from '#packages/crypto'
import { onConstraint } from '#packages/db'
import { publish } from '#packages/jobs'
import { studentChanged, studentLeft, studentStatuses, type ChangeType, type StudentStatus } from '../../../contract.ts'
import { encryptReason } from '../../encrypted-fields.ts'
import { studentKind } from '../../logged-objects.ts'
import { getOrgNames } from '../../school-queries.ts'
import { getGradeClassNames } from './class-names.ts'
import { notifyOfNewPupils } from './notify-class-heads.ts'
import {
  closeEnrolments,
  deleteEnrolments,
  lockOrg,
  lockEnrolments,
  insertStudentChanges,
  insertEnrolments,
  updateStudentStatuses,
  type NewStudentChange,
  type CurrentEnrolment,
} from '../../enrolment-queries.ts'

export interface EnrolmentChange {
  studentId: string
  type: ChangeType
  /** The first day of the new state: for a departure, the day after the last day at school. */
  on: string
  /** Null for a departure. */
  to: {
    orgId: string
    gradeId: string
    classId: string | null
    status: 'studying' | 'suspended'
    seatNo?: number | null
  } | null
  /** Overrides the status that follows from the type. */
  status?: StudentStatus
  reason?: string
  /** The year change or class merger to which this change belongs. */
  planId?: string | null
}

const statusAfterDeparture: Partial<Record<ChangeType, StudentStatus>> = {
  'transfer-out': 'transferred',
  withdraw: 'withdrawn',
  expel: 'expelled',
  die: 'died',
  graduate: 'graduated',
  complete: 'completed',
  'leave-early': 'left-early',
}

export const lockSchool = (ctx: Pick<Ctx, 'db'>, orgId: string) => lockOrg(ctx.db, orgId)

/** Locks in a fixed order, so that two transactions cannot deadlock. */
export async function lockSchools(ctx: Pick<Ctx, 'db'>, orgIds: readonly string[]) {
  for (const orgId of [...new Set(orgIds)].toSorted()) await lockOrg(ctx.db, orgId)
}

/** Why the change cannot take effect on that day. A change must not be earlier than the last one. */
export function findDateObstacle(
  { beginsOn, overOn }: Pick<CurrentEnrolment, 'beginsOn' | 'overOn'>,
  on: string,
): string | null {
  if (beginsOn !== null && on < beginsOn) return `生效日期不能早于${beginsOn}（最近一次异动）`
  if (overOn !== null && on < overOn) return `生效日期不能早于${overOn}（已离校）`
  return null
}

/**
 * The only function besides `createStudents` that writes enrolments: it closes the open enrolment, inserts the new one
 * and records the change. This keeps the enrolment history complete for every day.
 */
export async function changeEnrolments(ctx: Ctx, changes: readonly EnrolmentChange[]): Promise<void> {
  if (changes.length === 0) return
  const ids = changes.map(({ studentId }) => studentId)
  if (new Set(ids).size < ids.length) throw new Error('one change for each pupil at a time')
  const current = new Map((await lockEnrolments(ctx.db, ids)).map((row) => [row.studentId, row]))
  const moves = changes.map((change) => {
    const from = current.get(change.studentId)
    if (!from) throw notFound('学生')
    const why = findDateObstacle(from, change.on)
    if (why) throw new Refusal(`${from.name}：${why}`)
    return { change, from }
  })
  await writeEnrolments(ctx, moves)
  await updateStudentStatuses(ctx.db, moves.map(getStatusChange), ctx.now)
  await insertStudentChanges(ctx.db, await toStudentChanges(ctx, moves), ctx.actor.personId, ctx.now)
  await recordMoves(ctx, moves)
  await publishChanges(ctx, moves)
  await notifyOfNewPupils(
    ctx,
    moves.map(({ change, from }) => ({ ...change, name: from.name })),
  )
}

interface EnrolmentMove {
  change: EnrolmentChange
  from: CurrentEnrolment
}

async function writeEnrolments(ctx: Ctx, moves: readonly EnrolmentMove[]) {
  const open = moves.filter(({ from }) => from.enrolmentId !== null && from.overOn === null)
  // A second change on the same day replaces the enrolment that began on that day.
  const needless = open.filter(({ change, from }) => from.beginsOn === change.on)
  const ending = open.filter(({ change, from }) => from.beginsOn !== change.on)
  await deleteEnrolments(
    ctx.db,
    needless.map(({ from }) => from.enrolmentId!),
  )
  await closeEnrolments(
    ctx.db,
    ending.map(({ change, from }) => ({ id: from.enrolmentId!, on: change.on })),
    ctx.now,
  )
  const enrolments = moves.flatMap(({ change: { studentId, on, to } }) =>
    to ? { id: newId(), studentId, on, seatNo: null, ...to } : [],
  )
  await insertEnrolments(ctx.db, enrolments, ctx.now).catch(
    onConstraint('enrolment_no_overlap', '该学生的异动刚刚被他人修改，请刷新后重试'),
  )
}

function getStatusChange({ change, from }: EnrolmentMove) {
  const status = change.status ?? change.to?.status ?? statusAfterDeparture[change.type]
  if (!status) throw new Error(`${change.type} leads nowhere`)
  const orgId = change.to?.orgId ?? from.studentOrgId
  return { id: from.studentId, status, orgId, dropsSchoolNo: orgId !== from.studentOrgId }
}

async function toStudentChanges(ctx: Ctx, moves: readonly EnrolmentMove[]): Promise<NewStudentChange[]> {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  return moves.map(({ change: { studentId, type, on, to, reason = '', planId = null }, from }) => {
    const isOpen = from.overOn === null
    const id = newId()
    return {
      id,
      studentId,
      type,
      on,
      planId,
      fromOrgId: from.orgId ?? from.studentOrgId,
      fromClassId: isOpen ? from.classId : null,
      toOrgId: to?.orgId ?? null,
      toClassId: to?.classId ?? null,
      reason: reason ? encryptReason(fields, id, reason).toString('hex') : null,
    }
  })
}

/** School, grade, class and status of each pupil before and after, by their names of today. */
async function recordMoves(ctx: Ctx, moves: readonly EnrolmentMove[]) {
  const places = moves.flatMap(({ change: { to }, from }) => [from, ...(to ? [to] : [])])
  const names = await getGradeClassNames(ctx, places, dayOf(ctx.now))
  const schools = await getOrgNames(
    ctx.db,
    places.flatMap(({ orgId }) => orgId ?? []),
  )
  const describe = (place: Pick<CurrentEnrolment, 'orgId' | 'gradeId' | 'classId'> | null) => ({
    school: place?.orgId ? (schools.get(place.orgId) ?? '') : '',
    grade: names.grade(place?.gradeId ?? null),
    class: names.class(place?.classId ?? null),
  })
  const objects = moves.map((move) => {
    const { change, from } = move
    const [before, after] = [describe(from.overOn === null ? from : null), describe(change.to)]
    const status = {
      before: labelOf(studentStatuses, from.status),
      after: labelOf(studentStatuses, getStatusChange(move).status),
    }
    const changes = [
      ...(['school', 'grade', 'class'] as const).map((field) => ({
        field,
        before: before[field],
        after: after[field],
      })),
      { field: 'status', ...status },
      { field: 'effectiveOn', before: '', after: change.on },
    ]
    return { entity: studentKind, rowId: from.studentId, changes }
  })
  await recordFieldChanges(ctx, objects)
}

const idsPerEvent = 500

/** Publishes `studentChanged` for all, and `studentLeft` for departures. Future departures get no event yet. */
async function publishChanges(ctx: Ctx, moves: readonly EnrolmentMove[]) {
  const today = dayOf(ctx.now)
  await publishStudentsChanged(
    ctx,
    moves.map(({ from }) => from.studentId),
  )
  const left = Map.groupBy(
    moves.filter(
      ({ change, from }) =>
        from.overOn === null && from.orgId !== null && from.orgId !== change.to?.orgId && change.on <= today,
    ),
    ({ from }) => from.orgId!,
  )
  for (const [orgId, leavers] of left)
    await publishStudentsLeft(
      ctx,
      orgId,
      leavers.map(({ from }) => from.studentId),
    )
}

export async function publishStudentsChanged(ctx: Ctx, studentIds: readonly string[]) {
  for (const ids of splitIds(studentIds)) await publish(ctx, studentChanged, { ids })
}

export async function publishStudentsLeft(ctx: Ctx, orgId: string, studentIds: readonly string[]) {
  for (const ids of splitIds(studentIds)) await publish(ctx, studentLeft, { ids, orgId })
}

/** In batches, because every subscriber reads a whole event. */
const splitIds = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / idsPerEvent) }, (_, at) =>
    ids.slice(at * idsPerEvent, (at + 1) * idsPerEvent),
  )
