import { defineTemplate } from '#kernel/message/server/api.ts'

/** An event for very many people. An alert, so that it is also sent at night. */
export const proofMessageTemplate = defineTemplate({
  code: 'proof.storm',
  kind: 'alert',
  title: '台风预警',
  body: '停课一天。',
  sms: true,
})
