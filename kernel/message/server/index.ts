import { defineServerModule } from '#packages/http'
import { offerInvitationWay } from '#kernel/staff/server'
import { manifest } from '../manifest.ts'
import { offerChannel } from './channels.ts'
import { checkPiece, closeOutside, deliverForgotten, deliverPiece } from './delivery-jobs.ts'
import { invitationBySms } from './invitations.ts'
import { makeMessagePartitions } from './jobs.ts'
import { onQuotaLow, onTaskEnded } from './notices.ts'
import { onRoleChanged, onRoleGiven, onRoleTaken } from './role-notices.ts'
import { onSettingChanged, onSettingPushed } from './setting-notices.ts'
import { messageRoutes } from './routes.ts'
import { tellPeople } from './service/telling.ts'
import { smsWay } from './sms-way.ts'
import { configureSms } from './sms.ts'
import { onChangeAsked, onChangeDecided } from './staff-changes.ts'

export { offerChannel } from './channels.ts'
export type { Addressee, Fate, Handed, Notice, Outcome, Way } from './channels.ts'
export { waitingOnPages } from './service/reading.ts'
export { closeTodos, sendMessages } from './service/sending.ts'
export { defineTemplate, type Template } from './templates.ts'
export { seedReading } from './seed.ts'
export { sendSms, type SmsResult } from './sms.ts'
export default defineServerModule({
  manifest,
  routes: messageRoutes,
  jobs: [tellPeople, deliverPiece, deliverForgotten, checkPiece, closeOutside, makeMessagePartitions],
  subscriptions: [
    onQuotaLow,
    onTaskEnded,
    onChangeAsked,
    onChangeDecided,
    onSettingChanged,
    onSettingPushed,
    onRoleGiven,
    onRoleTaken,
    onRoleChanged,
  ],
  start: ({ env }) => {
    configureSms(env)
    offerChannel('sms', smsWay)
    offerInvitationWay('sms', invitationBySms)
  },
})
