import { labelOf } from '#packages/contract'
import { addDays } from '#packages/core'
import { formatWeekday } from '#packages/web/core/format/time.ts'
import { coverKinds, coverStatuses, type CoverRequest, type CoverStatus } from '../../contract.ts'

type Leg = CoverRequest['legs'][number]

const shortWeekday = (day: string) => formatWeekday(day).slice(-2)

/** 今天, 明天, 11-18 周三 */
export function formatDay(day: string, today: string) {
  if (day === today) return '今天'
  return day === addDays(today, 1) ? '明天' : `${day.slice(5)} ${shortWeekday(day)}`
}

/** 周三第3节 */
export const formatPeriod = ({ day, periodName }: { day: string; periodName: string }) => shortWeekday(day) + periodName

/** 八(2)班数学; a free group has its subject in its name. */
export const nameLesson = ({ groupName, subjectName }: { groupName: string; subjectName: string }) =>
  groupName.includes(subjectName) ? groupName : groupName + subjectName

/** 周三第3节 八(2)班数学, and where it goes. */
export function describeLeg(leg: Leg) {
  const { toDay, toPeriodName } = leg
  const moved = toDay ? `，调至${formatPeriod({ day: toDay, periodName: toPeriodName })}` : ''
  return `${formatPeriod(leg)} ${nameLesson(leg)}${moved}`
}

/** When the lesson is given in the end. */
export const getTimeOf = ({ day, begins, periodName, toDay, toBegins, toPeriodName }: Leg) =>
  toDay ? { day: toDay, begins: toBegins, periodName: toPeriodName } : { day, begins, periodName }

/** What the applicant wants of the reader. */
export function describeRequest({ kind, askMode, applicant: { name } }: CoverRequest) {
  if (askMode === 'everybody') return `${name}请同事${labelOf(coverKinds, kind)}`
  if (kind === 'swap') return `${name}想与您对调`
  return `${name}请您${labelOf(coverKinds, kind)}`
}

/** What follows from an answer. */
const consequences: Partial<Record<CoverStatus, string>> = {
  effective: '课表已更新',
  auditing: '等待教务审核',
  agreed: '请假批准后生效',
  asking: '等待同事确认',
  open: '等待教务安排',
}
export const describeOutcome = (act: string, status: CoverStatus | undefined) =>
  [act, status && (consequences[status] ?? '')].filter(Boolean).join('，')

const tagStates = {
  success: 'passed',
  info: 'underway',
  warning: 'waiting',
  error: 'refused',
  closed: 'draft',
} as const

/** What is over has no pencil. */
export const getTagState = (status: CoverStatus) =>
  status === 'done' ? 'passed' : tagStates[coverStatuses[status].tone]

/** Hundredths of a lesson: 50 is 0.5 课时. */
export const formatHours = (hundredths: number) => `${hundredths / 100} 课时`
