import { defineTemplate } from '#kernel/message/server/api.ts'

export const newTicketNotification = defineTemplate({
  code: 'support.requested',
  kind: 'todo',
  title: '待答复：{title}',
  body: '本单位有人提交了问题反馈，请查看并答复。',
})

export const ticketAnsweredNotification = defineTemplate({
  code: 'support.answered',
  kind: 'notice',
  title: '已答复：{title}',
  body: '您反馈的问题已有答复，请查看。',
})
