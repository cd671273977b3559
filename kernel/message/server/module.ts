import { countMetrics, serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { smsApi, smsQuotaLow } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { boardReads } from './board-reads.ts'
import { checkReceiptsJob, closeExternalTodosJob, deliverOverdueJob, deliverPieceJob } from './delivery-jobs.ts'
import { demoSms } from './demo-rows.ts'
import {
  onQuotaLow,
  onTaskEnded,
  quotaLowTemplate,
  taskDoneTemplate,
  taskFailedTemplate,
} from './task-notifications.ts'
import {
  onSettingChanged,
  onSettingPushed,
  securityChangedTemplate,
  settingPushedTemplate,
} from './setting-notifications.ts'
import { messageRoutes } from './routes.ts'
import { createMessagesJob } from './service/send-messages.ts'
import { smsChannel } from './sms-channel.ts'
import { getMonthUsage, getSmsStat, listSmsLog, resendSms, smsExport, smsLog } from './sms-log.ts'
import { countSmsOfDay, listSmsDays } from './sms-log-queries.ts'
import { readSmsGateway } from './sms.ts'
import { messageSetting } from './service/sms-quota.ts'

export default defineServerModule({
  manifest,
  boardReads,
  routes: messageRoutes,
  entities: [
    serveEntity(smsApi, { ...smsLog, list: listSmsLog, usage: getMonthUsage, stat: getSmsStat, resend: resendSms }),
  ],
  exports: [smsExport],
  jobs: [createMessagesJob, deliverPieceJob, deliverOverdueJob, checkReceiptsJob, closeExternalTodosJob],
  metricCounts: countMetrics(manifest, {
    'sms.sent': async ({ db }, { orgId, day }) => [{ value: (await countSmsOfDay(db, orgId, day)).sent }],
    'sms.delivered': async ({ db }, { orgId, day }) => {
      const { sent, delivered } = await countSmsOfDay(db, orgId, day)
      return [{ value: delivered, of: sent }]
    },
  }),
  metricChanges: [
    { key: 'sms', codes: Object.keys(manifest.metrics!), listChanged: ({ db }, since) => listSmsDays(db, since) },
  ],
  demoRows: [demoSms],
  events: [smsQuotaLow],
  subscriptions: [onQuotaLow, onTaskEnded, onSettingChanged, onSettingPushed],
  deliveryChannels: [smsChannel],
  messageTemplates: [
    quotaLowTemplate,
    taskDoneTemplate,
    taskFailedTemplate,
    securityChangedTemplate,
    settingPushedTemplate,
  ],
  settings: [messageSetting],
  fromSettings: (env) => {
    const gateway = readSmsGateway(env)
    return gateway ? { smsGateway: [gateway] } : {}
  },
})
