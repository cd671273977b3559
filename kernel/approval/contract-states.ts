import { labels } from '#packages/contract'

/** In the order of the codes 0 to 7. */
export const flowStatuses = labels({
  draft: { label: '草稿', tone: 'info' },
  running: { label: '审批中', tone: 'warning' },
  approved: { label: '已通过', tone: 'success' },
  rejected: { label: '未通过', tone: 'error' },
  recalled: { label: '已撤回', tone: 'closed' },
  returned: { label: '退回修改', tone: 'warning' },
  terminated: { label: '已终止', tone: 'closed' },
  void: { label: '已作废', tone: 'closed' },
})
export type FlowStatus = keyof typeof flowStatuses

/** In the order of the codes 0 to 8. */
export const flowTaskStatuses = labels({
  waiting: { label: '未到达', tone: 'info' },
  open: { label: '待处理', tone: 'warning' },
  approved: { label: '同意', tone: 'success' },
  rejected: { label: '不同意', tone: 'error' },
  transferred: { label: '已转交', tone: 'closed' },
  returned: { label: '已退回', tone: 'error' },
  skipped: { label: '自动跳过', tone: 'closed' },
  cancelled: { label: '已取消', tone: 'closed' },
  suspended: { label: '挂起', tone: 'info' },
})
export type FlowTaskStatus = keyof typeof flowTaskStatuses

export const flowTaskSources = labels({
  assigned: '指派',
  transferred: '转交',
  'added-before': '前加签',
  'added-after': '后加签',
  handover: '离岗移交',
  reassigned: '管理员改派',
  escalated: '超时升级',
})
export type FlowTaskSource = keyof typeof flowTaskSources

/** The refusal for somebody who decides too late. */
export const handledMessage = '该任务已被处理，请刷新后查看'
