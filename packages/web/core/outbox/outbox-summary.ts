import type { OutboxItem } from './outbox-entry.ts'

const needsEyes = ['conflict', 'refused', 'expired'] as const

/** What the strip says; empty when there is nothing to say. An entry that is held for a moment is not worth a line. */
export function summariseOutbox(items: readonly OutboxItem[], isOnline: boolean): string[] {
  const count = (state: OutboxItem['state']) => items.filter((item) => item.state === state).length
  const waiting = count('waiting') + (isOnline ? 0 : count('held'))
  const conflicts = items.reduce((sum, item) => sum + (item.state === 'conflict' ? item.conflictCount : 0), 0)
  return [
    ...(count('sending') > 0 ? ['正在上传'] : waiting > 0 ? [`已存在本机，联网后自动上传（${waiting}）`] : []),
    ...(conflicts > 0 ? [`${conflicts}条有冲突`] : []),
    ...(count('refused') > 0 ? [`${count('refused')}份未能上传`] : []),
    ...(count('expired') > 0 ? [`${count('expired')}份已超过7天，没有上传`] : []),
  ]
}

/** Entries that somebody has to look at. */
export const listForEyes = (items: readonly OutboxItem[]) =>
  items.filter(({ state }) => needsEyes.some((one) => one === state))

/** Why an entry is on the list. */
export function describeOutboxItem({ state, message, conflictCount }: OutboxItem) {
  if (state === 'conflict') return `已上传，${conflictCount}名学生以另一台设备后来的记录为准`
  return state === 'expired' ? '已超过7天，没有上传' : message
}
