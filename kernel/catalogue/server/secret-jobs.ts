import { defineJob } from '#packages/jobs'
import { checkSecrets } from './service/applications/secret-notifications.ts'

export const secretJob = defineJob({
  name: 'application-secret.check',
  title: '检查应用密钥',
  cron: '40 7 * * *',
  minutes: 5,
  handle: (ctx) => checkSecrets(ctx),
})
