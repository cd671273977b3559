import { subscribe } from '#packages/jobs'
import { taskEnded } from '#kernel/task/contract.ts'
import { findEndedTask } from '#kernel/task/server/api.ts'
import { smsQuotaLow } from '../contract.ts'
import { listAdministratorsToNotify } from './administrators.ts'
import { sendMessages } from './service/send-messages.ts'
import { defineTemplate } from './message-templates.ts'

export const quotaLowTemplate = defineTemplate({
  code: 'message.sms-quota',
  kind: 'notice',
  title: '本月短信额度已用{percent}%',
  body: '本月短信额度{quota}条，已用{used}条。用完后不再发送短信，改为站内消息。',
})

/** Notifies the district administrators that little SMS quota is left. */
export const onQuotaLow = subscribe(
  smsQuotaLow,
  { name: 'message.on-quota-low', title: '提醒短信额度' },
  async (ctx, { month, used, quota }) => {
    const percent = String(Math.floor((used / Math.max(1, quota)) * 100))
    await sendMessages(ctx, quotaLowTemplate, {
      to: await listAdministratorsToNotify(ctx, null),
      values: { percent, used: String(used), quota: String(quota) },
      url: '/logMmanagement/smsLogs',
      subject: { kind: 'sms-quota', id: month },
    })
  },
)

export const taskDoneTemplate = defineTemplate({
  code: 'task.done',
  kind: 'notice',
  title: '{title}已完成',
  body: '{message}',
})
export const taskFailedTemplate = defineTemplate({
  code: 'task.failed',
  kind: 'notice',
  title: '{title}失败',
  body: '{message}',
})

/** Notifies the owner how a task ended, unless the owner stopped it. */
export const onTaskEnded = subscribe(
  taskEnded,
  { name: 'message.on-task-ended', title: '提醒任务结束' },
  async (ctx, { taskId, isQuiet }) => {
    if (isQuiet) return
    const task = await findEndedTask(ctx.db, taskId)
    if (!task || task.status === 'cancelled') return
    const { id, title, message, personId, orgId } = task
    await sendMessages(ctx, task.status === 'done' ? taskDoneTemplate : taskFailedTemplate, {
      to: [{ personId, orgId }],
      values: { title, message },
      // A result page is linked directly; all else is in the task list.
      url: task.resultKind === 'page' ? task.result! : '/task',
      subject: { kind: 'task', id },
    })
  },
)
