import { notFound, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { markSources, type MarkStatus, type RollForm, type RollPupil, type SavedRoll } from '../../contract.ts'
import { labelOf } from '#packages/contract'
import { remarkField, toRemarkRow, type RollFacts } from './get-roll.ts'
import type { AttendanceRules, LessonToRoll } from './load-lessons.ts'
import type { MarkRow } from './mark-queries.ts'
import { applyTap, type Mark, type Tap } from './merge-marks.ts'
import { listPupilsOnDay, type PupilRow } from './pupil-queries.ts'
import { correctTime, formatClock, getMinutes, getOpening, isUnexplained } from './roll-rules.ts'
import type { SessionRow } from './session-queries.ts'

export interface RollToSave {
  lesson: LessonToRoll
  rules: AttendanceRules
  form: RollForm
  /** When the roll was made, by the clock of the server. */
  made: Date
}

/** A tap that changed nothing, and why. */
export interface LostTap {
  studentId: string
  mine: MarkStatus
  reason: string
  /** Of a pupil who is not on the list. */
  stranger?: PupilRow
}

/** Puts leave and the taps of a device into the marks of the facts. Returns the taps that lost. */
export async function mergeTaps(
  ctx: Ctx,
  { lesson, rules, form }: RollToSave,
  session: SessionRow,
  facts: RollFacts,
): Promise<LostTap[]> {
  const pupils = new Map(facts.pupils.map((pupil) => [pupil.id, pupil]))
  const opening = getOpening(lesson)
  const write = await createWriter(ctx, session, pupils, facts, rules.trustDevices, form.marks)
  for (const studentId of facts.prefilled) {
    const leave = facts.leave.get(studentId)
    if (leave) write(toLeaveMark(studentId, leave, opening))
  }
  const strangers = await findStrangers(
    ctx,
    lesson,
    form.marks.filter(({ studentId }) => !pupils.has(studentId)),
  )
  const lost = new Map<string, LostTap>()
  for (const { studentId, status, minutes, remark, at, seenAt } of form.marks) {
    const stranger = strangers.get(studentId)
    if (stranger) {
      lost.set(studentId, { studentId, mine: status, reason: '不在本节课的名单中', stranger })
      continue
    }
    const time = correctTime(at, { sentAt: form.sentAt, now: ctx.now, from: opening })
    const tap: Tap = {
      studentId,
      status,
      minutes: getMinutes({ status, minutes }, lesson, time),
      remark,
      at: time,
      seenAt: seenAt === null ? null : new Date(seenAt),
      device: form.device,
      by: ctx.actor.personId,
    }
    const old = facts.marks.get(studentId)
    const { mark, outcome } = applyTap(old, tap, facts.leave.get(studentId))
    if (mark !== old) write(mark)
    lost.delete(studentId)
    if (old && outcome === 'lost')
      lost.set(studentId, { studentId, mine: status, reason: `另一台设备在${formatClock(old.markedAt)}改过` })
    if (old && outcome === 'refused')
      lost.set(studentId, { studentId, mine: status, reason: `${labelOf(markSources, old.source)}已更正` })
  }
  return [...lost.values()]
}

const toLeaveMark = (studentId: string, { leaveId, kind }: { leaveId: string; kind: MarkStatus }, at: Date): Mark => ({
  studentId,
  status: kind,
  minutes: null,
  source: 'leave',
  leaveId,
  remark: null,
  // Every tap is later.
  markedAt: at,
  seenAt: null,
  device: null,
  markedBy: null,
  conflict: null,
})

/** Completes a mark with what the session knows, and encrypts its remark. */
async function createWriter(
  ctx: Ctx,
  session: SessionRow,
  pupils: ReadonlyMap<string, PupilRow>,
  { marks, seen }: RollFacts,
  trustDevices: boolean,
  taps: readonly { remark: string }[],
): Promise<(mark: Mark) => void> {
  const cipher = taps.some(({ remark }) => remark !== '') ? await loadFieldCipher(ctx.db, ctx.actor.districtId) : null
  return (mark) => {
    const { studentId, remark } = mark
    const row = toRemarkRow({ sessionId: session.id, studentId })
    const sealed =
      typeof remark !== 'string' ? remark : remark !== '' && cipher ? cipher.encrypt(remarkField, remark, row) : null
    const isInside = seen.get(studentId)?.isInside ?? false
    const stored: MarkRow = {
      ...mark,
      sessionId: session.id,
      classId: pupils.get(studentId)?.classId ?? null,
      remark: sealed,
      differs: trustDevices && isUnexplained(mark.status) && isInside,
    }
    marks.set(studentId, stored)
  }
}

/** A pupil who left the group before the roll was begun is told of; one of another school does not exist. */
async function findStrangers(
  ctx: Ctx,
  { orgId, day }: LessonToRoll,
  taps: readonly { studentId: string }[],
): Promise<Map<string, PupilRow>> {
  const ids = [...new Set(taps.map(({ studentId }) => studentId))]
  const found = await listPupilsOnDay(ctx.db, orgId, ids, day)
  if (found.size < ids.length) throw notFound('学生')
  return found
}

export async function nameLostTaps(
  ctx: Ctx,
  { day }: LessonToRoll,
  pupils: readonly RollPupil[],
  lost: readonly LostTap[],
): Promise<SavedRoll['conflicts']> {
  const known = new Map(pupils.map((pupil) => [pupil.studentId, pupil]))
  const classIds = lost.flatMap(({ stranger }) => stranger?.classId ?? [])
  const classes = await describeClasses(ctx, { classIds }, day)
  return lost.map(({ studentId, mine, reason, stranger }) => {
    const pupil = known.get(studentId)
    return {
      studentId,
      name: pupil?.name ?? stranger?.name ?? '',
      className: pupil?.className ?? classes.get(stranger?.classId ?? '')?.label ?? '',
      kept: pupil?.status ?? 'present',
      mine,
      reason,
    }
  })
}
