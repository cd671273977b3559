import type { QueryOf } from '#packages/contract'
import { daysBetween, invalid, type Ctx } from '#packages/core'
import {
  listMissedLessons,
  noFigures,
  sumDailyFigures,
  sumFigures,
  sumTotal,
  type FigureQuestion,
} from '#engines/attendance/server/api.ts'
import type { AttendanceStatistics, attendanceRecordApi } from '../contract.ts'
import { requireArea, type AttendanceArea } from './places-in-scope.ts'

interface Days {
  from: string
  to: string
}
const mostDays = 366

/** A term, or a school year at most. */
export function refuseLongSpan({ from, to }: Days) {
  if (to < from) throw invalid([{ field: 'to', msg: '结束日期不能早于开始日期' }])
  if (daysBetween(from, to) > mostDays) throw invalid([{ field: 'from', msg: '时间范围不超过一年' }])
}

const toQuestion = ({ orgId, classIds }: AttendanceArea, { from, to }: Days): FigureQuestion => ({
  orgId,
  ...(classIds === undefined ? {} : { classIds }),
  from,
  to,
})

/** Figures of a school, or of the caller's classes in it. */
export async function getStatistics(
  ctx: Ctx,
  { orgId, by, from, to }: QueryOf<typeof attendanceRecordApi.statistics>,
): Promise<AttendanceStatistics> {
  refuseLongSpan({ from, to })
  const area = await requireArea(ctx, 'roll.stat', { orgId, day: to })
  const nothing = { ...noFigures, lessons: 0, rolled: 0 }
  if (area.classIds?.length === 0) return { from, to, rows: [], total: nothing, days: [] }
  const question = toQuestion(area, { from, to })
  const days = await sumDailyFigures(ctx, question)
  return {
    from,
    to,
    rows: await sumFigures(ctx, { ...question, by }),
    total: await sumTotal(ctx, question),
    // A day without any roll is a gap, not a day of full attendance.
    days: days.map(({ day, expected, missing, truant, sick, private: own, official, late }) => ({
      day,
      expected,
      absent: missing + truant + sick + own + official,
      late,
    })),
  }
}

/** 漏点 of a school, or of the lessons with pupils of the caller's classes. */
export async function listMissed(ctx: Ctx, { orgId, ...days }: QueryOf<typeof attendanceRecordApi.missed>) {
  refuseLongSpan(days)
  const area = await requireArea(ctx, 'roll.stat', { orgId, day: days.to })
  return area.classIds?.length === 0 ? [] : listMissedLessons(ctx, toQuestion(area, days))
}
