import type { LeaveChoices } from '../contract.ts'

/** What lessons that nobody gives mean for sending a leave; undefined: the school wants no reminder. */
export const lessonRules = {
  no: undefined,
  warn: '可以先提交，由教务安排',
  block: '安排好才能提交',
} as const satisfies Record<LeaveChoices['beforeLeave'], string | undefined>

/** 还有2节课未安排，可以先提交，由教务安排; empty: nothing to be reminded of. */
export function remindOfLessons(beforeLeave: LeaveChoices['beforeLeave'], open: number): string {
  const rule = lessonRules[beforeLeave]
  return rule && open > 0 ? `还有${open}节课未安排，${rule}` : ''
}
