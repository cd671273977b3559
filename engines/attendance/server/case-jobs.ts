import { defineJob } from '#packages/jobs'
import { notifyOfLongAbsences } from './cases/long-absence.ts'
import { remindOfRolls } from './cases/roll-reminders.ts'

export const caseJobs = [
  defineJob({
    name: 'attendance.remind',
    title: '提醒教师点名',
    cron: '*/5 * * * *',
    oneWaiting: true,
    retries: 1,
    handle: (ctx) => remindOfRolls(ctx),
  }),
  // At noon: by then the first lessons are called up everywhere, and class teachers still reach the families.
  defineJob({
    name: 'attendance.long-absence',
    title: '提醒连续未到的学生',
    cron: '0 12 * * *',
    oneWaiting: true,
    minutes: 1,
    handle: (ctx) => notifyOfLongAbsences(ctx),
  }),
]
