import { labelOf } from '#packages/contract'
import type { Ctx } from '#packages/core'
import {
  defaultRetention,
  maxRetentionMonths,
  minRetentionMonths,
  retainedLogs,
  retentionTooShort,
  type LogRetention,
  type RetainedLog,
} from '#kernel/audit/contract.ts'
import { findRootUnit } from '#kernel/message/server/api.ts'
import { amount, defineSetting } from '#kernel/setting/server/api.ts'

const months = (log: RetainedLog, about: string) =>
  amount({
    title: labelOf(retainedLogs, log),
    about,
    min: minRetentionMonths,
    max: maxRetentionMonths,
    standard: defaultRetention[log],
    unit: '个月',
    tooSmall: retentionTooShort,
  })

/** How long the logs of a district can be searched before they are archived. */
export const logRetentionSetting = defineSetting({
  type: 'logRetention',
  title: '日志保存期',
  app: '登录与安全',
  sort: 20,
  description: '日志在线保存多久。到期后按月归档，归档的日志不会删除，仍可按日期查询。',
  levels: ['district'],
  isSecurity: true,
  keys: {
    operation: months('operation', '谁在什么时候做了什么操作。'),
    login: months('login', '登录、被拒绝的登录和退出。'),
    identity: months('identity', '密码、手机号、证件号等的变更。'),
    api: months('api', '应用调用开放接口的记录。'),
    security: months('security', '越权操作、登录异常等。'),
    access: months('access', '谁查看、下载了文件，谁查看了完整号码。'),
    changes: months('changes', '各项数据修改前后的内容，在“修改记录”中显示。归档后不再显示。'),
  },
})

/** The retention as set at the bureau. */
export async function getLogRetention(ctx: Pick<Ctx, 'app' | 'db'>): Promise<LogRetention> {
  const root = await findRootUnit(ctx.db)
  return logRetentionSetting.read(ctx, root?.path ?? '')
}
