import { defineTemplate } from '#kernel/message/server/api.ts'

export const receivedTemplate = defineTemplate({
  code: 'handover.received',
  kind: 'notice',
  title: '{name}的工作交给了您',
  body: '{what}。',
})

export const openedTemplate = defineTemplate({
  code: 'handover.opened',
  kind: 'notice',
  title: '{name}将离岗，有{count}项工作待交接',
  body: '交接完成后，才能同意变动。',
})

export const cancelledTemplate = defineTemplate({
  code: 'handover.cancelled',
  kind: 'notice',
  title: '{name}不再离岗，工作交接已取消',
  body: '已交给他人的{count}项工作不会自动退回，需要的请重新安排。',
})

export const forcedTemplate = defineTemplate({
  code: 'handover.forced',
  kind: 'notice',
  title: '{name}离岗时还有{count}项工作未交接',
  body: '已按规则处理：审批转给流程规定的人，班级、角色等职务空缺。请安排接手人。',
})
