import type { LessonFacts } from '#engines/timetable/server/api.ts'

/** 11月20日 */
export function formatDay(day: string): string {
  const [, month, date] = day.split('-').map(Number)
  return `${month}月${date}日`
}

/** 11月20日第3节三(2)班数学课 */
export const nameTime = ({ day, periodName, label }: Pick<LessonFacts, 'day' | 'periodName' | 'label'>) =>
  `${formatDay(day)}${periodName}${label}`

export const begunText = '该节课已结束，不能再调整，请使用“补登”'
export const claimedText = '该节课已有老师认领'
export const handledText = '该申请已处理，请刷新后再试'
