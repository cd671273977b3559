import { addDays, dayOf, orNotFound, type Ctx } from '#packages/core'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import type { AttendanceFigures, MarkStatus } from '../../contract.ts'
import { countStatus, noFigures, toNeeded } from './figures.ts'
import { listLessonIdsOf } from './lesson-queries.ts'
import { readRules } from './load-lessons.ts'
import { listMarks } from './mark-queries.ts'
import { listClassMembers, listUnrecordedLessons } from './month-sheet-queries.ts'
import { listSessionsOfClass } from './session-queries.ts'

export interface MonthSheet {
  className: string
  month: string
  days: { day: string; label: string }[]
  rows: { seatNo: number | null; name: string; marks: string[]; figures: AttendanceFigures }[]
}

/** The sign of a day, the gravest first. */
const signs: readonly [MarkStatus, string][] = [
  ['truant', '旷'],
  ['missing', '缺'],
  ['sick', '病'],
  ['private', '事'],
  ['official', '公'],
  ['late', '迟'],
  ['early', '早'],
]

/** 班级月考勤表: a sign for every pupil and day with lessons; 未 where nothing was recorded. The caller checks the scope. */
export async function getMonthSheet(
  ctx: Ctx,
  { classId, month }: { classId: string; month: string },
): Promise<MonthSheet> {
  const from = `${month}-01`
  const to = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1)
  const described = orNotFound((await describeClasses(ctx, { classIds: [classId] }, to)).get(classId), '班级')
  const sessions = (await listSessionsOfClass(ctx.db, classId, from, to)).filter(({ state }) => state !== 'open')
  const lessons = await listLessonIdsOf(ctx.db, { classId }, from, to)
  const days = [...new Set([...lessons, ...sessions].map(({ day }) => day))].toSorted()
  const marks = new Map(
    (
      await listMarks(
        ctx.db,
        sessions.map(({ id }) => id),
      )
    ).map((mark) => [mark.sessionId + mark.studentId, mark]),
  )
  const expected = sessions.map(({ id, day, expected: ids }) => ({ id, day, pupils: new Set(ids) }))
  const rules = await readRules(ctx, described.orgId)
  const unrecorded = Map.groupBy(
    await listUnrecordedLessons(ctx.db, { orgId: described.orgId, classId, from, to }, toNeeded(ctx, rules)),
    ({ studentId }) => studentId,
  )
  const today = dayOf(ctx.now)
  const rows = (await listClassMembers(ctx.db, classId, from, to)).map(({ studentId, name, seatNo, begins, over }) => {
    const figures = { ...noFigures }
    const found = new Map<string, Set<MarkStatus>>()
    for (const { id, day, pupils } of expected) {
      if (!pupils.has(studentId) || day < begins || (over !== null && day >= over)) continue
      const mark = marks.get(id + studentId) ?? { status: 'present' as const, minutes: null }
      countStatus(figures, mark, rules)
      found.set(day, (found.get(day) ?? new Set()).add(mark.status))
    }
    const missed = new Set<string>()
    for (const { day, count } of unrecorded.get(studentId) ?? []) {
      figures.unrecorded += Number(count)
      missed.add(day)
    }
    const toSign = (day: string) => {
      const statuses = found.get(day)
      if (statuses) return signs.flatMap(([status, sign]) => (statuses.has(status) ? [sign] : [])).join('')
      return day <= today && missed.has(day) ? '未' : ''
    }
    return { seatNo, name, marks: days.map((day) => toSign(day)), figures }
  })
  return {
    className: described.label,
    month,
    days: days.map((day) => ({ day, label: `${Number(day.slice(8))}日` })),
    rows,
  }
}
