import { formatWeekday } from '#packages/web/core/format/time.ts'
import type { Candidate, CoverLesson, CoverRequest } from '../contract.ts'

/** 11-20 周五 */
export const formatDay = (day: string) => formatWeekday(day).slice(5)

/** 11-20 周五 第3节 */
export const formatPeriod = ({ day, periodName }: { day: string; periodName: string }) =>
  `${formatDay(day)} ${periodName}`

/** 八(2)班 数学; a free group often has its subject in its name. */
export const nameLesson = ({ groupName, subjectName }: { groupName: string; subjectName: string }) =>
  groupName.includes(subjectName) ? groupName : `${groupName} ${subjectName}`

/** 50 hundredths are 0.5 课时. */
export const formatCredit = (hundredths: number) => `${hundredths / 100} 课时`

/** The state of a lesson in words, with the colleague: 待确认 王芳, 王芳代课. */
export function describeState({ state, kind, requestStatus, toNames, teachers }: CoverLesson): string {
  const names = toNames.join('、')
  if (state === 'past') return names && kind ? nameCover(kind, names) : '已上课'
  if (state === 'cancelled') return '停课'
  if (state === 'free') return teachers.length === 0 ? '没有教师' : '待安排'
  if (state === 'covered') return nameCover(kind, names)
  if (requestStatus === 'open') return '待教务安排'
  if (requestStatus === 'auditing') return `待审核 ${names}`.trim()
  if (requestStatus === 'agreed') return `待请假批准 ${names}`.trim()
  return names ? `待确认 ${names}` : '群发，待认领'
}

function nameCover(kind: CoverLesson['kind'], names: string): string {
  switch (kind) {
    case 'supervise':
      return `${names}看管自习`
    case 'merge':
      return `与${names}合班`
    case 'swap':
      return `与${names}对调`
    case 'move':
      return '已移课'
    case 'cancel':
      return '停课'
    case 'substitute':
    case null:
      return `${names}代课`
  }
}

/** A colleague in a list of choices: 王芳（同科、任教本班）. */
export const describeCandidate = ({ name, facts, obstacle }: Candidate) =>
  obstacle ? `${name}（${obstacle}）` : facts.length > 0 ? `${name}（${facts.join('、')}）` : name

/** 11-20 周五 第3节 八(2)班 数学, and where the lesson goes. */
export function describeLeg(leg: CoverRequest['legs'][number]): string {
  const moved = leg.toDay ? `，调至 ${formatPeriod({ day: leg.toDay, periodName: leg.toPeriodName })}` : ''
  return `${formatPeriod(leg)} ${nameLesson(leg)}${moved}`
}
