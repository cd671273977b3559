import { newId, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { attendanceAmended, type PupilLeaveKind } from '../../contract.ts'
import { updateCases } from '../cases/update-cases.ts'
import { isLeaveInLesson, listLeaveOfLesson } from '../leave/leave-of-lesson.ts'
import { findLeave, listMarksInDays, type LeaveFacts } from './follow-leave-queries.ts'
import { isEmptyChange, toCaseChange, toState, type MarkChange } from './mark-changes.ts'
import { insertAmendments, listMarksOfLeave, upsertMarks, type MarkRow } from './mark-queries.ts'
import { listSessionsOfPupil, lockSessions, type SessionRow } from './session-queries.ts'

/**
 * Approved leave turns `missing` marks of its lessons into leave, in rolls that are submitted or locked too. What somebody
 * chose on purpose stays: 旷课, a correction. Returns the sessions that changed.
 */
export async function fillFromLeave(ctx: Ctx, leaveId: string): Promise<string[]> {
  const leave = await findLeave(ctx.db, leaveId)
  if (!leave || leave.status !== 'approved') return []
  // All rolls of the pupil: one that is being saved may not know of the leave yet.
  const there = await listSessionsOfPupil(ctx.db, leave.studentId, leave.startsOn, leave.endsOn)
  const sessions = await lockSessions(
    ctx.db,
    there.map(({ id }) => id),
  )
  const marks = await listMarksInDays(ctx.db, leave.studentId, leave.startsOn, leave.endsOn)
  const changes = marks.flatMap((mark): MarkChange[] => {
    const session = sessions.get(mark.sessionId)
    if (!session || mark.status !== 'missing' || mark.source !== 'teacher') return []
    if (!isLeaveInLesson(leave, session) || hasReturned(leave, session)) return []
    return [{ before: mark, after: toLeave(mark, leave), isVisible: true }]
  })
  return writeChanges(ctx, sessions, changes)
}

/** Leave that holds no more: what it filled is missing again, unless other leave holds. Returns the sessions that changed. */
export async function takeBackLeave(ctx: Ctx, leaveId: string): Promise<string[]> {
  const found = await listMarksOfLeave(ctx.db, leaveId)
  const sessions = await lockSessions(
    ctx.db,
    found.map(({ sessionId }) => sessionId),
  )
  const leave = await findLeave(ctx.db, leaveId)
  const changes: MarkChange[] = []
  for (const mark of await listMarksOfLeave(ctx.db, leaveId)) {
    const session = sessions.get(mark.sessionId)
    if (!session) continue
    // Leave that was shortened keeps the lessons that it still covers.
    if (leave?.status === 'approved' && isLeaveInLesson(leave, session) && !hasReturned(leave, session)) continue
    const other = (await listLeaveOfLesson(ctx, [mark.studentId], session)).get(mark.studentId)
    const isCovered = other !== undefined && other.leaveId !== leaveId
    const after = isCovered ? toLeave(mark, { id: other.leaveId, kind: other.kind }) : withoutLeave(mark, session)
    changes.push({ before: mark, after, isVisible: true })
  }
  return writeChanges(ctx, sessions, changes)
}

const hasReturned = ({ returnedAt }: LeaveFacts, { day, begins }: SessionRow) =>
  returnedAt !== null && returnedAt <= new Date(`${day}T${begins}:00+08:00`)

const toLeave = (mark: MarkRow, { id, kind }: { id: string; kind: PupilLeaveKind }): MarkRow => ({
  ...mark,
  status: kind,
  minutes: null,
  source: 'leave',
  leaveId: id,
  differs: false,
})

/**
 * In a roll that nobody has submitted, whoever was put on leave without a tap is expected again; elsewhere nobody saw the
 * pupil.
 */
const withoutLeave = (mark: MarkRow, { state }: SessionRow): MarkRow => ({
  ...mark,
  status: state === 'open' && mark.device === null ? 'present' : 'missing',
  source: 'teacher',
  leaveId: null,
})

async function writeChanges(
  ctx: Ctx,
  sessions: ReadonlyMap<string, SessionRow>,
  changes: readonly MarkChange[],
): Promise<string[]> {
  const changed = [...Map.groupBy(changes, ({ after }) => after.sessionId)]
  for (const [sessionId, some] of changed) {
    const session = sessions.get(sessionId)
    if (!session) continue
    await upsertMarks(
      ctx.db,
      session,
      some.map(({ after }) => after),
      ctx.now,
    )
    if (session.state !== 'open') await followChanges(ctx, session, some)
  }
  return changed.map(([sessionId]) => sessionId)
}

async function followChanges(ctx: Ctx, session: SessionRow, changes: readonly MarkChange[]) {
  const studentIds = changes.map(({ after }) => after.studentId)
  await insertAmendments(
    ctx.db,
    changes.map(({ before, after }) => ({
      id: newId(),
      sessionId: session.id,
      studentId: after.studentId,
      before: toState(before),
      after: toState(after),
      source: 'leave' as const,
      reason: null,
      personId: ctx.actor.personId,
    })),
    ctx.now,
  )
  const byPupil = (of: (change: MarkChange) => MarkRow | undefined) =>
    new Map(changes.flatMap((change) => of(change) ?? []).map((mark) => [mark.studentId, mark]))
  const caseChange = toCaseChange(ctx, session, {
    before: byPupil(({ before }) => before),
    after: byPupil(({ after }) => after),
    seen: new Map(),
  })
  if (!isEmptyChange(caseChange)) await updateCases(ctx, caseChange)
  await publish(ctx, attendanceAmended, { sessionId: session.id, orgId: session.orgId, day: session.day, studentIds })
}
