import { wholeDistrict, type Ctx } from '#packages/core'
import { defineJob } from '#packages/jobs'
import { getMembershipPermissions, listPermissionHolders } from '#kernel/access/server/api.ts'
import {
  countRefusedLogins,
  findBusyAddresses,
  listNewDeviceSignIns,
  recordUnusual,
  type UnusualEvent,
} from '#kernel/audit/server/api.ts'
import {
  countSmsOutcomes,
  defineTemplate,
  findQuietHoursEnd,
  findRootUnit,
  sendMessages,
} from '#kernel/message/server/api.ts'
import { listMembershipsOfPerson } from '#kernel/staff/server/api.ts'
import { getDeviceName } from './device-name.ts'
import { isManager } from './policy.ts'

export const unusualTemplate = defineTemplate({
  code: 'session.unusual',
  kind: 'alert',
  title: '{what}',
  body: '{detail}请在“日志管理 › 安全事件”核实。',
})

const minuteMs = 60_000
const limits = { accounts: 10, accountMinutes: 5, failures: 100, failureMinutes: 10, smsMinutes: 15, smsRate: 0.9 }
/** Fewer SMS say nothing about the gateway. */
const leastSms = 20
/** The job runs every five minutes; what began before the last run is looked at again. */
const lookBackMinutes = 10

interface Warning extends UnusualEvent {
  detail: string
  /** It is not warned of again in this time. */
  quietHours: number
}

async function listWarnings(ctx: Ctx, rootId: string): Promise<Warning[]> {
  const ago = (minutes: number) => new Date(ctx.now.getTime() - minutes * minuteMs)
  const warnings: Warning[] = []
  const { accounts: most, accountMinutes } = limits
  for (const { address, accounts } of await findBusyAddresses(ctx.db, ago(lookBackMinutes), accountMinutes, most))
    warnings.push({
      kind: 'many-accounts',
      title: '同一IP地址登录多个账号',
      count: accounts,
      orgId: rootId,
      address,
      detail: `${accountMinutes}分钟内，同一IP地址${address}登录了${accounts}个账号。`,
      quietHours: 24,
    })
  const failures = await countRefusedLogins(ctx.db, ago(limits.failureMinutes))
  if (failures > limits.failures)
    warnings.push({
      kind: 'many-failures',
      title: '大量登录失败',
      count: failures,
      orgId: rootId,
      detail: `${limits.failureMinutes}分钟内有${failures}次登录失败。`,
      quietHours: 1,
    })
  const { delivered, failed } = await countSmsOutcomes(ctx.db, ago(limits.smsMinutes))
  const known = delivered + failed
  if (known >= leastSms && delivered / known < limits.smsRate)
    warnings.push({
      kind: 'sms-undelivered',
      title: '短信送达率过低',
      count: failed,
      orgId: rootId,
      detail: `${limits.smsMinutes}分钟内的${known}条短信，有${failed}条未送达。`,
      quietHours: 1,
    })
  return [...warnings, ...(await listNightDevices(ctx, ago(lookBackMinutes)))]
}

/** Administrators who entered at night with a browser that their account had not used before. */
async function listNightDevices(ctx: Ctx, since: Date): Promise<Warning[]> {
  if (!findQuietHoursEnd(ctx.now)) return []
  const warnings: Warning[] = []
  for (const { accountId, personId, orgId, agent, address } of await listNewDeviceSignIns(ctx, wholeDistrict, since)) {
    if (!personId || !orgId) continue
    const held = (await listMembershipsOfPerson(ctx, personId)).find((membership) => membership.orgId === orgId)
    if (!held || !isManager((await getMembershipPermissions(ctx, held)).templates)) continue
    warnings.push({
      kind: 'night-device',
      title: '管理员夜间用新设备登录',
      count: 1,
      orgId,
      address,
      accountId,
      personId,
      detail: `${held.orgName}的管理员夜间用新设备（${getDeviceName(agent)}）登录。`,
      quietHours: 24,
    })
  }
  return warnings
}

/** Logs what is new among the warnings and notifies those who read security events there. */
export async function warnOfUnusual(ctx: Ctx) {
  const root = await findRootUnit(ctx.db)
  if (!root) return
  for (const { detail, quietHours, ...event } of await listWarnings(ctx, root.id)) {
    if (!(await recordUnusual(ctx, event, quietHours))) continue
    const readers = await listPermissionHolders(ctx, 'security-event.read', root.id)
    await sendMessages(ctx, unusualTemplate, {
      to: readers.map(({ personId }) => personId),
      values: { what: event.title, detail },
      url: '/logMmanagement/securityEvents',
      subject: { kind: event.kind, id: event.address || event.personId || root.id },
      orgId: root.id,
    })
  }
}

export const watchSignIns = defineJob({
  name: 'session.watch-sign-ins',
  title: '检查异常登录',
  cron: '*/5 * * * *',
  handle: warnOfUnusual,
})
