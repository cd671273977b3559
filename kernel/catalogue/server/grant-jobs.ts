import { defineJob } from '#packages/jobs'
import { notifyExpiringGrants } from './service/grants/notify-expiring-grants.ts'

export const expiringGrantJob = defineJob({
  name: 'app-grant.warn',
  title: '提醒即将到期的应用授权',
  cron: '30 7 * * *',
  minutes: 5,
  handle: (ctx) => notifyExpiringGrants(ctx),
})
