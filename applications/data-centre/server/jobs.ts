import { defineJob } from '#packages/jobs'
import { sendMonthlyReports } from './subscriptions.ts'

export const monthlyReportJob = defineJob({
  name: 'data-centre.monthly-report',
  title: '发送应用数据统计的每月报告',
  cron: '0 7 1 * *',
  minutes: 10,
  handle: (ctx) => sendMonthlyReports(ctx),
})
