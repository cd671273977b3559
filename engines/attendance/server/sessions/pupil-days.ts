import { addDays, dayOf, startOfDay, type Ctx } from '#packages/core'
import { findSchemeOn, listPeriodSchemesOf } from '#kernel/schooling/server/api.ts'
import type { AttendanceFigures, PupilDay } from '../../contract.ts'
import { countStatus, noFigures, toNeeded } from './figures.ts'
import { listLessonsWithRolls, type LessonWithRoll } from './lessons-with-rolls.ts'
import { readRules, type AttendanceRules } from './load-lessons.ts'
import { listMarks } from './mark-queries.ts'
import { listNeeded } from './needed-lesson-queries.ts'
import { listFirstPasses } from './pass-queries.ts'
import { findPupilPlace, listLeaveInDays, type LeaveInDays } from './pupil-day-queries.ts'
import { formatClock, getEnd } from './roll-rules.ts'
import { listSessionsOfPupil } from './session-queries.ts'

interface PupilSpan {
  studentId: string
  from: string
  to: string
}

/**
 * What a pupil did in each lesson of these days, with leave and the time of the first pass. A lesson without a roll is 未点
 * once it is over, if it needed one. Days without any of these are left out. The caller checks the scope.
 */
export async function listPupilDays(ctx: Ctx, { studentId, from, to }: PupilSpan): Promise<PupilDay[]> {
  const place = await findPupilPlace(ctx.db, studentId)
  if (!place) return []
  const sessions = await listSessionsOfPupil(ctx.db, studentId, from, to)
  const lessons = await listLessonsWithRolls(ctx, { studentId }, { from, to }, sessions)
  const marks = new Map(
    (
      await listMarks(
        ctx.db,
        sessions.map(({ id }) => id),
      )
    )
      .filter((mark) => mark.studentId === studentId)
      .map((mark) => [mark.sessionId, mark]),
  )
  const isDone = ({ session }: LessonWithRoll) => session !== undefined && session.state !== 'open'
  const over = lessons.filter((lesson) => !isDone(lesson) && getEnd(lesson) < ctx.now).map(({ lessonId }) => lessonId)
  const needed = await listNeeded(ctx.db, over, toNeeded(ctx, await readRules(ctx, place.orgId)))
  const span = { from: startOfDay(from), to: startOfDay(addDays(to, 1)) }
  const passes = await listFirstPasses(ctx.db, studentId, span)
  const leave = await listLeaveInDays(ctx.db, studentId, from, to)
  const days = new Map<string, PupilDay>()
  const dayAt = (day: string): PupilDay => {
    const known = days.get(day) ?? { day, lessons: [], leave: [], seenAt: null }
    days.set(day, known)
    return known
  }
  for (const lesson of lessons) {
    const { lessonId, session, day, periodName, begins, subjectName } = lesson
    if (!isDone(lesson) && !needed.has(lessonId)) continue
    const mark = session && marks.get(session.id)
    dayAt(day).lessons.push({
      sessionId: session?.id ?? null,
      lessonId,
      periodName,
      begins,
      subjectName,
      status: isDone(lesson) ? (mark?.status ?? 'present') : 'unrecorded',
      minutes: isDone(lesson) ? (mark?.minutes ?? null) : null,
    })
  }
  for (const at of passes) dayAt(dayOf(at)).seenAt ??= formatClock(at)
  await putLeave(ctx, place, { from, to }, leave, dayAt)
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** Puts leave on the days it covers, in the words of the day: 上午, 第1、2节. */
async function putLeave(
  ctx: Ctx,
  { orgId, gradeId }: { orgId: string; gradeId: string | null },
  { from, to }: { from: string; to: string },
  leave: readonly LeaveInDays[],
  dayAt: (day: string) => PupilDay,
) {
  if (leave.length === 0) return
  const schemes = await listPeriodSchemesOf(ctx, orgId, from, to)
  for (const one of leave) {
    const lastDay = one.returnedAt === null ? one.endsOn : dayOf(one.returnedAt)
    const last = lastDay < to ? lastDay : to
    for (let day = one.startsOn > from ? one.startsOn : from; day <= last; day = addDays(day, 1)) {
      const periods = findSchemeOn(schemes, gradeId, day)?.periods ?? []
      const names = periods.filter(({ slotId }) => one.periodIds.includes(slotId)).map(({ name }) => name)
      dayAt(day).leave.push({ id: one.id, kind: one.kind, text: names.join('、') || toHalfText(one, day) })
    }
  }
}

type Halves = Pick<LeaveInDays, 'startsOn' | 'startHalf' | 'endsOn' | 'endHalf'>
export function toHalfText({ startsOn, startHalf, endsOn, endHalf }: Halves, day: string): string {
  const isAfternoon = day === startsOn && startHalf === 'pm'
  const isMorning = day === endsOn && endHalf === 'am'
  return isAfternoon ? '下午' : isMorning ? '上午' : '全天'
}

/** The sum of some days, as in every rate: 未点 apart. */
export function sumDays(
  days: readonly PupilDay[],
  rules: Pick<AttendanceRules, 'halfLessonMinutes'>,
): AttendanceFigures {
  const figures = { ...noFigures }
  for (const { lessons } of days) for (const lesson of lessons) countStatus(figures, lesson, rules)
  return figures
}
