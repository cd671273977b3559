import { dayOf, newId, notFound, Refusal, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { onConstraint } from '#packages/db'
import { publish } from '#packages/jobs'
import type { ChangeType, StudentStatus } from '../../../contract.ts'
import { encryptReason } from '../../encrypted-fields.ts'
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
  /** The first day on which it counts: whoever leaves was there the day before for the last time. */
  on: string
  /** Null for whoever leaves. */
  to: {
    orgId: string
    gradeId: string
    classId: string | null
    status: 'studying' | 'suspended'
    seatNo?: number | null
  } | null
  /** Where it does not follow from the type. */
  status?: StudentStatus
  reason?: string
  /** A year change or a merger of classes that this is a part of. */
  planId?: string | null
}

/** What somebody is who is nowhere any more. */
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

/** All of them, in one order: two who need the same schools never wait for each other. */
export async function lockSchools(ctx: Pick<Ctx, 'db'>, orgIds: readonly string[]) {
  for (const orgId of [...new Set(orgIds)].toSorted()) await lockOrg(ctx.db, orgId)
}

/** Why a change cannot happen on that day, if it cannot: days only ever go forward. */
export function findDateObstacle(
  { beginsOn, overOn }: Pick<CurrentEnrolment, 'beginsOn' | 'overOn'>,
  on: string,
): string | null {
  if (beginsOn !== null && on < beginsOn) return `生效日期不能早于${beginsOn}（最近一次异动）`
  if (overOn !== null && on < overOn) return `生效日期不能早于${overOn}（已离校）`
  return null
}

/**
 * The one way in which places change: what is open ends the day before, what is new begins, and what happened is written
 * down. Nothing but this and `createStudents` writes places, so that each day can be asked about for ever.
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
  await publishChanges(ctx, moves)
}

interface EnrolmentMove {
  change: EnrolmentChange
  from: CurrentEnrolment
}

async function writeEnrolments(ctx: Ctx, moves: readonly EnrolmentMove[]) {
  const open = moves.filter(({ from }) => from.enrolmentId !== null && from.overOn === null)
  // Another change on the day on which the last one began: that day belongs to the last word.
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
    onConstraint('student_place_no_overlap', '该学生的异动刚刚被他人修改，请刷新后重试'),
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

const idsPerEvent = 500

/** The house is told: of everybody, and of those who have left a school. What lies ahead is told when its day has come. */
async function publishChanges(ctx: Ctx, moves: readonly EnrolmentMove[]) {
  const today = dayOf(ctx.now)
  await publishStudentEvent(
    ctx,
    'student.changed',
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
    await publishStudentEvent(
      ctx,
      'student.left',
      leavers.map(({ from }) => from.studentId),
      { orgId },
    )
}

/** In pieces: an event is read whole by everybody who hears of it. */
export async function publishStudentEvent(
  ctx: Ctx,
  name: 'student.changed' | 'student.left',
  ids: readonly string[],
  more: { orgId?: string } = {},
) {
  for (let at = 0; at < ids.length; at += idsPerEvent)
    await publish(ctx, name, { ids: ids.slice(at, at + idsPerEvent), ...more })
}
