import type { QueryOf } from '#packages/contract'
import { dayOf, invalid, scopeOf, getLogPeriod, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { maskPhone } from '#kernel/identity/server/api.ts'
import type { messageApi } from '../../contract.ts'
import { addressField } from '../deliver-messages.ts'
import { listSmsLogPage } from '../sms-log-queries.ts'
import { getSmsPolicy, getSmsUsage } from './sms-quota.ts'

/** The SMS of a month or of the given days, with names and masked numbers. */
export async function listSmsLog(
  ctx: Ctx,
  { month, status, keyword, from, to, ...page }: QueryOf<typeof messageApi.smsLog>,
) {
  const scope = scopeOf(ctx, 'sms.read')
  const which = month ?? dayOf(ctx.now).slice(0, 7)
  const span = from || to ? getLogPeriod(ctx.now, { from, to }) : getMonthSpan(which)
  const { items, ...counts } = await listSmsLogPage(ctx.db, scope, { status, keyword, ...span }, page)
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const { quota } = await getSmsPolicy(ctx)
  return {
    ...counts,
    items: items.map(({ address, at, deliveredAt, ...row }) => ({
      ...row,
      at: at.toISOString(),
      deliveredAt: deliveredAt?.toISOString() ?? null,
      phone: address ? maskPhone(fields.decrypt(addressField, address, row.id)) : '',
    })),
    used: await getSmsUsage(ctx, `${which}-01`),
    quota,
  }
}

/** A month in Chinese time. */
function getMonthSpan(month: string) {
  const [year, number] = month.split('-').map(Number) as [number, number]
  if (number < 1 || number > 12) throw invalid([{ field: 'month', msg: '月份不正确' }])
  const begin = (at: number) => new Date(Date.UTC(year, at, 1) - 8 * 3600_000)
  return { from: begin(number - 1), to: begin(number) }
}
