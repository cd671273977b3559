import { defineTemplate } from '#kernel/message/server/api.ts'

export const timeOffExpiringNotification = defineTemplate({
  code: 'leave.time-off-expiring',
  kind: 'notice',
  title: '{days}天调休将于{day}到期',
  body: '请在到期前安排调休，到期后余额清零。',
})

export const closeMonthNotification = defineTemplate({
  code: 'leave.close-month',
  kind: 'notice',
  title: '{orgName}{month}的考勤还没有结账',
  body: '请核对考勤汇总，确认无误后结账。',
})

export const bookTemplates = [timeOffExpiringNotification, closeMonthNotification]
