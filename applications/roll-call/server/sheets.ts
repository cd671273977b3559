import { z } from 'zod'
import { labelOf, optionalIdOf } from '#packages/contract'
import { addDays, dayOf, type Ctx } from '#packages/core'
import type { ExportCell, ExportColumn, ExportSource } from '#packages/sheet'
import { getMonthSheet, getPupilTerm, type MonthSheet, type PupilTerm } from '#engines/attendance/server/api.ts'
import { attendanceStatuses } from '#engines/attendance/contract.ts'
import { attendanceRecordApi } from '../contract.ts'
import { requireClass, requirePupil } from './places-in-scope.ts'

const number = (key: string, title: string): ExportColumn => ({ key, title, width: 8, kind: 'number' })
const text = (key: string, title: string, width: number): ExportColumn => ({ key, title, width })

const totals = [
  number('expected', '应到'),
  number('late', '迟到'),
  number('halfMissed', '缺半节'),
  number('early', '早退'),
  number('sick', '病假'),
  number('private', '事假'),
  number('official', '公假'),
  number('missing', '未到'),
  number('truant', '旷课'),
]
const days = Array.from({ length: 31 }, (_, at) => text(`day${at + 1}`, `${at + 1}日`, 5))

const monthFilter = z.object({
  /** Without a class the file has no rows. */
  classId: optionalIdOf('class').default(null),
  month: attendanceRecordApi.monthSheet.query!.shape.month,
})
type MonthFilter = z.output<typeof monthFilter>

/** For the teachers of the class on the last day of the month. */
export async function readMonthSheet(
  ctx: Ctx,
  { classId, month }: { classId: string; month: string },
): Promise<MonthSheet> {
  await requireClass(ctx, 'roll.read', classId, addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1))
  return getMonthSheet(ctx, { classId, month })
}

const findMonthSheet = async (ctx: Ctx, { classId, month }: MonthFilter) =>
  classId === null ? undefined : readMonthSheet(ctx, { classId, month })

/** 班级月考勤表: a sign for each pupil and day, and room for a signature. */
export const monthSheetExport: ExportSource<MonthFilter> = {
  key: 'roll-month-sheet',
  title: '班级月考勤表',
  measure: '人',
  permission: 'roll.read',
  isOfPeople: true,
  columns: [number('seatNo', '座号'), text('name', '姓名', 10), ...days, ...totals, text('signature', '签字', 12)],
  filter: monthFilter as z.ZodType<MonthFilter>,
  describe: async (ctx, filter) => {
    const sheet = await findMonthSheet(ctx, filter)
    const { month } = filter
    return `${sheet?.className ?? '未选择班级'}，${month.slice(0, 4)}年${Number(month.slice(5))}月`
  },
  count: async (ctx, filter) => (await findMonthSheet(ctx, filter))?.rows.length ?? 0,
  // A class at once.
  read: async (ctx, filter, { columns: keys }) => {
    const sheet = await findMonthSheet(ctx, filter)
    if (!sheet) return { rows: [], after: null }
    const rows = sheet.rows.map(({ seatNo, name, marks, figures }) => {
      const signs = sheet.days.map(({ day }, at) => [`day${Number(day.slice(8))}`, marks[at] ?? ''])
      const cells: Record<string, ExportCell> = {
        seatNo,
        name,
        ...Object.fromEntries(signs),
        ...figures,
        signature: '',
      }
      return keys.map((key) => cells[key] ?? null)
    })
    return { rows, after: null }
  },
}

const termFilter = z.object({
  /** Without a pupil the file has no rows. */
  studentId: optionalIdOf('student').default(null),
  termId: optionalIdOf('term').default(null),
})
type TermFilter = z.output<typeof termFilter>

export async function readStudentTerm(
  ctx: Ctx,
  filter: { studentId: string; termId: string | null },
): Promise<PupilTerm> {
  await requirePupil(ctx, 'roll.read', filter.studentId, dayOf(ctx.now))
  return getPupilTerm(ctx, filter)
}

const findStudentTerm = async (ctx: Ctx, { studentId, termId }: TermFilter) =>
  studentId === null ? undefined : readStudentTerm(ctx, { studentId, termId })

/** What was not plainly present: the other lessons are in the total. */
const listExceptions = ({ days: all }: PupilTerm) =>
  all.flatMap(({ day, lessons }) =>
    lessons
      .filter(({ status }) => status !== 'present' && status !== 'unrecorded')
      .map(({ periodName, subjectName, status, minutes }) => ({
        day,
        period: periodName,
        subject: subjectName,
        status: labelOf(attendanceStatuses, status),
        minutes,
      })),
  )

/** 学生学期考勤单: a line for each lesson in which the pupil was not plainly there. */
export const studentTermExport: ExportSource<TermFilter> = {
  key: 'roll-student-term',
  title: '学生学期考勤单',
  measure: '条',
  permission: 'roll.read',
  isOfPeople: true,
  columns: [
    text('name', '姓名', 10),
    text('className', '班级', 12),
    text('day', '日期', 12),
    text('period', '节次', 10),
    text('subject', '学科', 10),
    text('status', '状态', 8),
    number('minutes', '分钟'),
  ],
  filter: termFilter as z.ZodType<TermFilter>,
  describe: async (ctx, filter) => {
    const term = await findStudentTerm(ctx, filter)
    return term ? `${term.className}${term.name}，${term.termName}` : '未选择学生'
  },
  count: async (ctx, filter) => {
    const term = await findStudentTerm(ctx, filter)
    return term ? listExceptions(term).length : 0
  },
  read: async (ctx, filter, { columns: keys }) => {
    const term = await findStudentTerm(ctx, filter)
    if (!term) return { rows: [], after: null }
    const rows = listExceptions(term).map((line) => {
      const cells: Record<string, ExportCell> = { name: term.name, className: term.className, ...line }
      return keys.map((key) => cells[key] ?? null)
    })
    return { rows, after: null }
  },
}
