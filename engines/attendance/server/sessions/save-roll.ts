import { newId, orNotFound, Refusal, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { attendanceSubmitted, type RollForm, type SavedRoll } from '../../contract.ts'
import { updateCases } from '../cases/update-cases.ts'
import { markReturned, unmarkReturned } from '../leave/leave-of-lesson.ts'
import { listExpected, loadRollFacts, presentPupils, type RollFacts } from './get-roll.ts'
import { isSessionOf, readRules } from './load-lessons.ts'
import { findChanges, toCaseChange, toState, type MarkChange } from './mark-changes.ts'
import { insertAmendments, upsertMarks } from './mark-queries.ts'
import { mergeTaps, nameLostTaps, type LostTap, type RollToSave } from './merge-taps.ts'
import type { PupilRow } from './pupil-queries.ts'
import { requireLesson } from './require-roll.ts'
import { correctTime, findObstacle, getOpening, isAway, isBackfill } from './roll-rules.ts'
import {
  detachSession,
  insertSession,
  lockSessionOfLesson,
  updateSession,
  upsertSessionClasses,
  type SessionRow,
} from './session-queries.ts'

/**
 * Opens, keeps or submits the roll of a lesson that the caller gives. The list is frozen by the first save. Whatever is
 * sent again changes nothing.
 */
export async function saveRoll(ctx: Ctx, form: RollForm): Promise<SavedRoll> {
  const lesson = await requireLesson(ctx, form.lessonId)
  const rules = await readRules(ctx, lesson.orgId)
  const made = correctTime(form.madeAt, { sentAt: form.sentAt, now: ctx.now, from: getOpening(lesson) })
  const saving = { lesson, rules, form, made }
  const { session, expected } = await openSession(ctx, saving)
  const wasSubmitted = session.state !== 'open'
  const isSubmitted = wasSubmitted || form.submit

  const facts = await loadRollFacts(ctx, lesson, session, expected)
  const before = new Map(facts.marks)
  const lost = await mergeTaps(ctx, saving, session, facts)
  const changes = findChanges(before, facts.marks)
  const marks = changes.map(({ after }) => after)
  await upsertMarks(ctx.db, { orgId: lesson.orgId, day: lesson.day }, marks, ctx.now)
  await writeSession(ctx, saving, session, facts, isSubmitted)
  if (isSubmitted) await followSubmitted(ctx, session, facts, { before, changes, wasSubmitted })
  return presentSaved(ctx, saving, session, facts, { isSubmitted, lost })
}

/** The session of the lesson, locked until the end of the request. */
async function openSession(
  ctx: Ctx,
  { lesson, rules, form, made }: RollToSave,
): Promise<{ session: SessionRow; expected?: readonly PupilRow[] }> {
  const found = await lockSessionOfLesson(ctx.db, lesson.id)
  const isMoved = found !== undefined && !isSessionOf(found, lesson)
  const session = isMoved ? undefined : found
  const obstacleNow = (one: SessionRow | undefined) =>
    findObstacle(lesson, one, rules, { userId: ctx.actor.userId, now: ctx.now, made })
  const obstacle = obstacleNow(session)
  if (obstacle !== '') throw new Refusal(obstacle)
  if (session) return { session }
  if (isMoved) await detachSession(ctx.db, found.id, ctx.now)
  const expected = await listExpected(ctx, lesson)
  if (expected.length === 0) throw new Refusal('本节课没有学生，不需要点名')
  const { id: lessonId, orgId, groupId, day, periodId, begins, ends } = lesson
  const place = { lessonId, orgId, groupId, day, periodId, begins, ends }
  const ids = expected.map(({ id }) => id)
  const added = await insertSession(
    ctx.db,
    { id: newId(), ...place, teacherId: ctx.actor.userId, expected: ids, mode: form.mode },
    ctx.now,
  )
  if (added) {
    await upsertSessionClasses(ctx.db, added, countClasses(expected))
    return { session: added, expected }
  }
  // Another device has opened it at the same moment, and may have submitted it.
  const other = orNotFound(await lockSessionOfLesson(ctx.db, lesson.id), '课程')
  const late = obstacleNow(other)
  if (late !== '') throw new Refusal(late)
  return { session: other }
}

function countClasses(pupils: readonly PupilRow[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { classId } of pupils) if (classId !== null) counts.set(classId, (counts.get(classId) ?? 0) + 1)
  return counts
}

/** Who joined the group since the roll was begun is expected too. */
async function writeSession(
  ctx: Ctx,
  { lesson, rules, form, made }: RollToSave,
  session: SessionRow,
  { pupils }: RollFacts,
  isSubmitted: boolean,
) {
  const isFirst = isSubmitted && session.state === 'open'
  const { userId, personId } = ctx.actor
  await updateSession(
    ctx.db,
    session.id,
    {
      expected: pupils.map(({ id }) => id),
      mode: form.mode,
      state: isSubmitted ? 'submitted' : 'open',
      isBackfilled: isFirst ? isBackfill(lesson, rules, { now: ctx.now, made }) : session.isBackfilled,
      teacherId: userId,
      madeAt: isFirst ? made : null,
      submittedAt: isFirst ? ctx.now : session.submittedAt,
      submittedBy: isFirst ? personId : session.submittedBy,
    },
    ctx.now,
  )
  if (pupils.length !== session.expected.length) await upsertSessionClasses(ctx.db, session, countClasses(pupils))
}

interface Submission {
  before: RollFacts['marks']
  changes: readonly MarkChange[]
  wasSubmitted: boolean
}

/** What follows from marks that hold: returned pupils, cases, the history of changes, and the event. */
async function followSubmitted(
  ctx: Ctx,
  session: SessionRow,
  facts: RollFacts,
  { before, changes, wasSubmitted }: Submission,
) {
  const { marks, leave, seen } = facts
  const returned = [...leave].flatMap(([studentId, { leaveId }]) => {
    const mark = marks.get(studentId)
    return mark && mark.source === 'teacher' && !isAway(mark.status) ? [{ leaveId, at: mark.markedAt }] : []
  })
  for (const { leaveId, at } of returned) await markReturned(ctx, [leaveId], at)
  for (const { before: old, after } of changes)
    if (old?.source === 'teacher' && !isAway(old.status) && after.leaveId !== null)
      await unmarkReturned(ctx, after.leaveId, old.markedAt)
  if (wasSubmitted) await recordChanges(ctx, session.id, changes)
  const caseChange = toCaseChange(ctx, session, { before: wasSubmitted ? before : new Map(), after: marks, seen })
  // Also of a roll in which everybody is there: a child whom an earlier lesson missed is found.
  await updateCases(ctx, caseChange)
  if (!wasSubmitted || changes.some(({ isVisible }) => isVisible))
    await publish(ctx, attendanceSubmitted, { sessionId: session.id, orgId: session.orgId, day: session.day })
}

/** The teacher changes the own roll of the day without a reason; each change is kept. */
const recordChanges = (ctx: Ctx, sessionId: string, changes: readonly MarkChange[]) =>
  insertAmendments(
    ctx.db,
    changes.flatMap(({ before, after, isVisible }) =>
      isVisible
        ? [
            {
              id: newId(),
              sessionId,
              studentId: after.studentId,
              before: toState(before),
              after: toState(after),
              source: after.source === 'leave' ? ('leave' as const) : ('teacher' as const),
              reason: null,
              personId: ctx.actor.personId,
            },
          ]
        : [],
    ),
    ctx.now,
  )

async function presentSaved(
  ctx: Ctx,
  { lesson }: RollToSave,
  session: SessionRow,
  facts: RollFacts,
  { isSubmitted, lost }: { isSubmitted: boolean; lost: readonly LostTap[] },
): Promise<SavedRoll> {
  const pupils = await presentPupils(ctx, lesson, { ...facts, prefilled: new Set() })
  return {
    sessionId: session.id,
    status: isSubmitted ? 'submitted' : 'open',
    expected: pupils.length,
    present: pupils.filter(({ status }) => !isAway(status)).length,
    conflicts: await nameLostTaps(ctx, lesson, pupils, lost),
    pupils,
  }
}
