import { dayOf, newId, notFound, Refusal, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { publish } from '#packages/jobs'
import { attendanceAmended, type MarkStatus } from '../../contract.ts'
import { updateCases } from '../cases/update-cases.ts'
import { findCorrectionRole, type CorrectionRole } from './correction-rights.ts'
import { loadRollFacts, type RollFacts } from './get-roll.ts'
import { readRules, type AttendanceRules, type LessonToRoll } from './load-lessons.ts'
import { findChanges, isEmptyChange, toCaseChange, toState } from './mark-changes.ts'
import { insertAmendments, upsertMarks } from './mark-queries.ts'
import { requireRoll, type RollReference } from './require-roll.ts'
import { findTeacherObstacle, getMinutes, isUnexplained, reasonText } from './roll-rules.ts'
import { lockSessions, type SessionRow } from './session-queries.ts'

export interface RollCorrection extends RollReference {
  reason: string
  changes: readonly { studentId: string; status: MarkStatus; minutes: number | null }[]
}

export const amendmentField = 'attendance_amendment.reason'

/** Changes submitted marks with a reason: the office at any time, a class teacher for some days, the teacher until the lock. */
export async function amendRoll(ctx: Ctx, form: RollCorrection): Promise<{ changed: number }> {
  const { lesson, session: found } = await requireRoll(ctx, form)
  const rules = await readRules(ctx, lesson.orgId)
  const session = found && (await lockSessions(ctx.db, [found.id])).get(found.id)
  const facts = await loadRollFacts(ctx, lesson, session)
  const role = await findCorrectionRole(ctx, { lesson, session, pupils: facts.pupils })
  if (!role) throw new Refusal(findTeacherObstacle(lesson, ctx.actor.userId))
  const obstacle = role.obstacle(rules)
  if (obstacle !== '') throw new Refusal(obstacle)
  if (!session || session.state === 'open') throw new Refusal('本节课还没有提交点名，不能修改')
  if (form.reason.trim() === '' && dayOf(ctx.now) !== lesson.day) throw new Refusal(reasonText)
  const before = new Map(facts.marks)
  putChanges(ctx, { lesson, session, rules, role, facts, form })
  const changes = findChanges(before, facts.marks)
  if (changes.length === 0) return { changed: 0 }
  const marks = changes.map(({ after }) => after)
  await upsertMarks(ctx.db, { orgId: lesson.orgId, day: lesson.day }, marks, ctx.now)
  const cipher = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  await insertAmendments(
    ctx.db,
    changes.map((change) => {
      const id = newId()
      return {
        id,
        sessionId: session.id,
        studentId: change.after.studentId,
        before: toState(change.before),
        after: toState(change.after),
        source: role.source,
        reason: form.reason === '' ? null : cipher.encrypt(amendmentField, form.reason, id),
        personId: ctx.actor.personId,
      }
    }),
    ctx.now,
  )
  const caseChange = toCaseChange(ctx, session, { before, after: facts.marks, seen: facts.seen, isCorrection: true })
  if (!isEmptyChange(caseChange)) await updateCases(ctx, caseChange)
  const studentIds = marks.map(({ studentId }) => studentId)
  await publish(ctx, attendanceAmended, { sessionId: session.id, orgId: lesson.orgId, day: lesson.day, studentIds })
  return { changed: changes.length }
}

interface Correction {
  lesson: LessonToRoll
  session: SessionRow
  rules: AttendanceRules
  role: CorrectionRole
  facts: RollFacts
  form: RollCorrection
}

/** Puts the changes into the marks of the facts. Pupils who are not on the list, or not hers, do not exist. */
function putChanges(ctx: Ctx, { lesson, session, rules, role, facts, form }: Correction) {
  const pupils = new Map(facts.pupils.map((pupil) => [pupil.id, pupil]))
  const expected = new Set(session.expected)
  for (const { studentId, status, minutes } of form.changes) {
    const pupil = pupils.get(studentId)
    const isOwn = pupil && (!role.classIds || (pupil.classId !== null && role.classIds.has(pupil.classId)))
    if (!isOwn || !expected.has(studentId)) throw notFound('学生')
    const old = facts.marks.get(studentId)
    // A correction of a late pupil knows the minutes, or keeps those of the tap.
    const known = minutes ?? (old?.status === status ? old.minutes : null)
    const corrected = getMinutes({ status, minutes: known }, lesson, ctx.now)
    const was = toState(old)
    if (was.status === status && was.minutes === corrected) continue
    facts.marks.set(studentId, {
      sessionId: session.id,
      studentId,
      classId: old?.classId ?? pupil.classId,
      status,
      minutes: corrected,
      source: role.source,
      leaveId: null,
      differs: rules.trustDevices && isUnexplained(status) && (facts.seen.get(studentId)?.isInside ?? false),
      remark: old?.remark ?? null,
      markedAt: ctx.now,
      seenAt: null,
      device: null,
      markedBy: ctx.actor.personId,
      conflict: null,
    })
  }
}
