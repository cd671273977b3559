import { labelOf } from '#packages/contract'
import { attendanceStatuses, type AttendanceFigures, type AttendanceStatus } from '#engines/attendance/contract.ts'

/**
 * One character for a cell: colour alone says nothing on paper, and nothing to whoever cannot tell red from green.
 * Whoever was there has a dot, drawn by the style, so that the others stand out. The same letters as for families and on
 * paper.
 */
export const markLetters: Readonly<Record<AttendanceStatus, string>> = {
  present: '',
  missing: '缺',
  late: '迟',
  early: '早',
  sick: '病',
  private: '事',
  official: '公',
  truant: '旷',
  unrecorded: '未',
}

/** What is explained below a grid. */
export const legendStatuses = [
  'present',
  'sick',
  'private',
  'official',
  'late',
  'early',
  'truant',
  'missing',
  'unrecorded',
] as const satisfies readonly AttendanceStatus[]

interface Marked {
  status: AttendanceStatus
  minutes: number | null
}

/** 迟到 5 分钟 */
export const describeMark = ({ status, minutes }: Marked) =>
  labelOf(attendanceStatuses, status) + (minutes ? ` ${minutes}分钟` : '')

/** The worst mark of several decides the colour of a day. */
const worstFirst = [
  'missing',
  'truant',
  'late',
  'early',
  'sick',
  'private',
  'official',
  'present',
  'unrecorded',
] as const satisfies readonly AttendanceStatus[]
export const findWorst = (statuses: readonly AttendanceStatus[]): AttendanceStatus | undefined =>
  worstFirst.find((status) => statuses.includes(status))

/** Pupil-lessons that a rate counts: those of submitted rolls. */
export const countRolled = (of: AttendanceFigures) => of.expected
/** Late and early count as there. */
export const countThere = ({ present, late, early }: AttendanceFigures) => present + late + early
export const countLeave = ({ sick, private: own, official }: AttendanceFigures) => sick + own + official
export const countAbsent = ({ missing, truant }: AttendanceFigures) => missing + truant

/** The cell of a pupil who is not in the group of a lesson. */
export const apartLetter = '／'

/** In per cent with one decimal; null where nothing was counted. */
export const rateOf = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 1000) / 10 : null)
export const formatRate = (rate: number | null) => (rate === null ? '—' : `${rate}%`)
