import type { State } from '#packages/contract'
import type { Message } from '../contract.ts'
import { getDueDate } from './components/due-date.ts'

/** Unread messages still need attention; a done to-do does not. */
export const isUnread = ({ readAt, doneAt }: Pick<Message, 'readAt' | 'doneAt'>) => readAt === null && doneAt === null

/** The status of a message: to-dos must be done, all others read. */
export function getMessageState({ kind, readAt, doneAt }: Message): State {
  if (kind === 'todo' && doneAt === null) return { tone: 'warning', label: '待处理' }
  if (kind === 'todo') return { tone: 'success', label: '已办', isNormal: true }
  if (readAt === null) return { tone: 'info', label: '未读' }
  return { tone: 'closed', label: '已读', isNormal: true }
}

/** An open to-do stays until it is done. */
export const isRemovable = ({ kind, doneAt }: Message) => kind !== 'todo' || doneAt !== null

/** The urgency of a message: urgent, overdue, due today or a date; undefined when it is done. */
export function getUrgency(
  { dueAt, doneAt, isUrgent }: Pick<Message, 'dueAt' | 'doneAt' | 'isUrgent'>,
  now = new Date(),
) {
  if (doneAt !== null) return undefined
  const due = getDueDate(dueAt, now)
  if (due && due.tone !== 'plain') return due
  return isUrgent ? ({ tone: 'error', label: '特急' } as const) : due
}
