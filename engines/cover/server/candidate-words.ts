import { getMonday } from '#packages/core'
import type { CandidateFacts, CoverRules, OpenLesson } from './candidate-facts.ts'

/** 11月20日 */
export const formatDay = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`

const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
/** 11月20日08:00七(1)班数学课 */
export const nameOpenLesson = ({ day, startsAt, name }: OpenLesson) =>
  `${formatDay(day)}${clock.format(startsAt)}${name}`

export const getTimeLabels = (day: string, today: string) => ({
  dayWord: day === today ? '今日' : '当日',
  weekWord: getMonday(day) === getMonday(today) ? '本周' : '该周',
})

/** Why somebody is suitable, and what she does already. */
export function describeFacts(facts: CandidateFacts, { day }: OpenLesson, today: string): string[] {
  const { dayWord, weekWord } = getTimeLabels(day, today)
  return [
    ...(facts.isSameSubject ? ['同科'] : []),
    ...(facts.knowsClass ? ['任教本班'] : []),
    ...(facts.isSameGrade ? ['同年级'] : []),
    `${dayWord}${facts.dayLessons}节`,
    `${weekWord}代课${facts.weekCovers}节`,
    `本学期代课${facts.termCovers}节`,
  ]
}

/** Why somebody who has the time may not be asked; empty: she may. */
export function describeLimit(
  { isAllowed, weekCovers }: CandidateFacts,
  { day }: OpenLesson,
  { weekMost, askWhom }: CoverRules,
  today: string,
): string {
  if (!isAllowed) return askWhom === 'subject' ? '只能请同科教师' : '只能请同科或同年级教师'
  return weekCovers >= weekMost ? `${getTimeLabels(day, today).weekWord}已代${weekCovers}节` : ''
}

export function describeWarning(
  { dayLessons, weekPending }: CandidateFacts,
  { day }: OpenLesson,
  { dayMost }: CoverRules,
  { name, today }: { name: string; today: string },
): string {
  const { dayWord, weekWord } = getTimeLabels(day, today)
  return [
    ...(dayLessons + 1 > dayMost ? [`${name}${dayWord}将达${dayLessons + 1}节`] : []),
    ...(weekPending > 0 ? [`${name}${weekWord}另有${weekPending}节代课待确认`] : []),
  ].join('；')
}

/** Why nobody was found for a lesson. */
export function describeNobody(free: number, full: number, { day }: OpenLesson, today: string): string {
  if (free === 0) return '没有空闲的教师'
  const { weekWord } = getTimeLabels(day, today)
  return full === free ? `空闲的${free}位教师${weekWord}都已达到上限` : `空闲的${free}位教师都已代同时段的课或达到上限`
}
