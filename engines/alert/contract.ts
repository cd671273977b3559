import { labels } from '#packages/contract'

export const alertLevels = labels({
  notice: { label: '提示', tone: 'info' },
  warning: { label: '警告', tone: 'warning' },
  urgent: { label: '紧急', tone: 'error' },
})
export type AlertLevel = keyof typeof alertLevels

/** acknowledged: somebody has taken it on · dismissed: a false alarm */
export const alertStates = labels({
  open: { label: '待处理', tone: 'error' },
  acknowledged: { label: '处理中', tone: 'warning' },
  closed: { label: '已处理', tone: 'success', isNormal: true },
  dismissed: { label: '误报', tone: 'closed', isNormal: true },
})
export type AlertState = keyof typeof alertStates

/** step: people were notified · unreachable: a step without anybody to notify */
export const alertEvents = labels({
  raised: '发现',
  repeated: '再次发现',
  step: '通知',
  unreachable: '无法通知',
  acknowledged: '开始处理',
  closed: '处理完成',
  dismissed: '确认误报',
})
export type AlertEvent = keyof typeof alertEvents
