import { defineJob } from '#packages/jobs'
import { warnOfEndings } from './service/grants/warning.ts'

export const warnOfEndingGrants = defineJob({
  name: 'app-grant.warn',
  title: '提醒即将到期的应用授权',
  cron: '30 7 * * *',
  minutes: 5,
  handle: (ctx) => warnOfEndings(ctx),
})
