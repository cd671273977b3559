import { createHash } from 'node:crypto'
import { dayOf } from '#packages/core'
import { subscribe } from '#packages/jobs'
import { logCheckFailed } from '#kernel/audit/contract.ts'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { listTemplateHolderIds } from './role-template-queries.ts'

export const logCheckFailedTemplate = defineTemplate({
  code: 'log.check-failed',
  kind: 'notice',
  title: '{date}日志校验失败',
  body: '共发现 {count} 处异常，请在“日志校验”中查看被修改、删除或添加的位置。',
})

/** The same for every message about a day. */
const getCheckId = (date: string) =>
  createHash('sha256')
    .update(`log-check ${date}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** Notifies the auditors of the district; where there are none, its administrators. */
export const onLogCheckFailed = subscribe(
  logCheckFailed,
  { name: 'access.on-log-check-failed', title: '告知日志校验失败' },
  async (ctx, { date, count }) => {
    const list = (template: 'auditor' | 'district-admin') =>
      listTemplateHolderIds(ctx.db, { orgId: null, template, day: dayOf(ctx.now) })
    const auditors = await list('auditor')
    await sendMessages(ctx, logCheckFailedTemplate, {
      to: auditors.length > 0 ? auditors : await list('district-admin'),
      values: { date, count: String(count) },
      subject: { kind: 'log-check', id: getCheckId(date) },
      url: `/logMmanagement/logSeals?date=${date}`,
    })
  },
)
