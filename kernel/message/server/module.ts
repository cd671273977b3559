import { defineServerModule } from '#packages/http'
import { smsQuotaLow } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { checkReceiptsJob, closeExternalTodosJob, deliverOverdueJob, deliverPieceJob } from './delivery-jobs.ts'
import { smsInvitationChannel } from './sms-invitations.ts'
import { createMessagePartitions } from './partition-jobs.ts'
import { onQuotaLow, onTaskEnded } from './task-notifications.ts'
import { onRoleChanged, onRoleGiven, onRoleTaken } from './role-notifications.ts'
import { onSettingChanged, onSettingPushed } from './setting-notifications.ts'
import { messageRoutes } from './routes.ts'
import { createMessagesJob } from './service/send-messages.ts'
import { smsChannel } from './sms-channel.ts'
import { configureSms } from './sms.ts'
import { onChangeRequested, onChangeDecided } from './staff-change-notifications.ts'

export default defineServerModule({
  manifest,
  routes: messageRoutes,
  jobs: [
    createMessagesJob,
    deliverPieceJob,
    deliverOverdueJob,
    checkReceiptsJob,
    closeExternalTodosJob,
    createMessagePartitions,
  ],
  events: [smsQuotaLow],
  subscriptions: [
    onQuotaLow,
    onTaskEnded,
    onChangeRequested,
    onChangeDecided,
    onSettingChanged,
    onSettingPushed,
    onRoleGiven,
    onRoleTaken,
    onRoleChanged,
  ],
  deliveryChannels: [smsChannel],
  invitationSenders: [smsInvitationChannel],
  start: ({ env }) => configureSms(env),
})
