export type {
  Addressee,
  DeliveryReceipt,
  SentMessage,
  OutgoingMessage,
  SendOutcome,
  DeliveryChannel,
} from './delivery-channels.ts'
export { listAdministratorsToNotify } from './administrators.ts'
export { getTodoCountsByPage, listMessages, markAllMessagesRead } from './service/messages.ts'
export { closeTodos, sendMessages } from './service/send-messages.ts'
export { defineTemplate, type MessageTemplate } from './message-templates.ts'
export { seedReadMessages } from './seed.ts'
export { getReasonText } from './sms-channel.ts'
export { findQuietHoursEnd } from './quiet-hours.ts'
export { notifyBySms, notifyByAdministrator, notifyOfNewPhone } from './account-notices.ts'
export { sendAccountSms } from './sms-log.ts'
export { countSmsOutcomes } from './sms-log-queries.ts'
export { findRootUnit } from './sms-quota-queries.ts'
export { getSmsMonth, setSmsLimit } from './service/sms-quota.ts'
export { mayInviteBySms, sendSms, type Sms, type SmsResult } from './sms.ts'
