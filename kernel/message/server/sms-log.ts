import type { ListQueryOf } from '#packages/contract'
import { dayOf, newId, scopeOf, startOfDay, type Ctx, type DistrictId } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { createEntityExport, crud } from '#packages/crud'
import { inDistrict, type Cells } from '#packages/db'
import { enqueue } from '#packages/jobs'
import { getLogDays } from '#kernel/audit/server/api.ts'
import { deliveryStatuses, sms, type DeliveryStatus, type SmsRow, type SmsStat } from '../contract-sms.ts'
import { addressField, addressTailField } from './deliver-messages.ts'
import { deliverPieceJob } from './delivery-jobs.ts'
import { requeueFailedSms } from './delivery-queries.ts'
import { getReasonText } from './sms-channel.ts'
import { countSms, hasAddressTail, insertAccountSms, listFailedSms } from './sms-log-queries.ts'
import { sendSms, type Sms, type SmsResult } from './sms.ts'
import { getMonthStart, getSmsPolicy, getSmsUsage } from './service/sms-quota.ts'

export const smsLog = crud(sms, 'v_sms', { base: 'message_delivery' })

type Days = ListQueryOf<typeof sms>['createdAt']

/** The days of a query: at most 31, the current month without a choice. */
const getSmsDays = (ctx: Ctx, days: Days) => getLogDays(ctx.now, days ?? { from: getMonthStart(ctx.now), to: null })

export const smsExport = createEntityExport(smsLog, { limitDays: getSmsDays })

/** The SMS of the current month, or of at most 31 days. Four digits find the end of a phone number. */
export async function listSmsLog(ctx: Ctx, query: ListQueryOf<typeof sms>) {
  const limited = { ...query, createdAt: getSmsDays(ctx, query.createdAt) }
  if (!/^\d{4}$/.test(query.keyword)) return smsLog.list(ctx, limited)
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const where = hasAddressTail(fields.index(addressTailField, query.keyword))
  const { scope } = await smsLog.prepareList(ctx, limited)
  const { items, ...counts } = await smsLog.rows.listPage(ctx.db, scope, { ...limited, keyword: '' }, where)
  return { ...counts, items: (await smsLog.rows.present(ctx, items, 'list')) as unknown as (SmsRow & { id: string })[] }
}

/** How many were sent and delivered, and for which organisations. */
export async function getSmsStat(ctx: Ctx, { createdAt }: { createdAt?: Days }): Promise<SmsStat> {
  const counted = await countSms(ctx.db, scopeOf(ctx, 'sms.read'), getSmsDays(ctx, createdAt))
  const sum = (rows: typeof counted) => rows.reduce((total, { count }) => total + count, 0)
  const counts = Object.fromEntries(
    Object.keys(deliveryStatuses).map((status) => [status, sum(counted.filter((row) => row.status === status))]),
  ) as SmsStat['counts']
  const orgs = [...Map.groupBy(counted, ({ orgId }) => orgId)].flatMap(([orgId, rows]) => {
    const sent = sum(rows.filter(({ status }) => givenToGateway.has(status)))
    const delivered = sum(rows.filter(({ status }) => status === 'delivered'))
    return orgId && sent > 0 ? [{ orgId, name: rows[0]!.name, sent, delivered }] : []
  })
  return { counts, orgs: orgs.toSorted((a, b) => b.sent - a.sent).slice(0, orgsShown) }
}
const givenToGateway = new Set<DeliveryStatus>(['sent', 'delivered', 'failed'])
const orgsShown = 50

/** How long a message may still be resent. */
const resendDays = 31

/** Sends failed messages again, those that are still failed. Returns their number. */
export async function resendSms(ctx: Ctx, { ids }: { ids: string[] }) {
  const since = startOfDay(dayOf(new Date(ctx.now.getTime() - resendDays * 86_400_000)))
  const failed = await listFailedSms(ctx.db, scopeOf(ctx, 'sms.resend'), ids, since)
  const requeued = await requeueFailedSms(ctx.db, failed, since, ctx.now)
  const pieces = new Map(requeued.map((piece) => [`${piece.batchId} ${piece.piece}`, piece]))
  for (const piece of pieces.values()) await enqueue(ctx, deliverPieceJob, { ...piece })
  return { count: requeued.length }
}

interface AccountSms {
  district: DistrictId
  personId: string | null
  sms: Sms
}
/** What the log shows: never a code or a link. */
const accountSmsTitles: Readonly<Record<Sms['template'], (sms: Sms) => string>> = {
  code: () => '验证码 ****',
  notice: ({ parameters }) => (parameters['text'] ?? '').slice(0, 200),
  invitation: () => '开通账号的邀请',
}

/** Sends an SMS that is no message, such as a code, and logs it. */
export async function sendAccountSms(
  ctx: Pick<Ctx, 'app' | 'now'> & { cells: Cells },
  { district, personId, sms: given }: AccountSms,
): Promise<SmsResult> {
  const result = await sendSms(ctx, given)
  await inDistrict(ctx.cells, district, async (db) => {
    const fields = await loadFieldCipher(db, district)
    const id = newId()
    await insertAccountSms(db, {
      id,
      at: ctx.now,
      person_id: personId,
      title: accountSmsTitles[given.template](given),
      address: fields.encrypt(addressField, given.phone, id),
      address_tail: fields.index(addressTailField, given.phone.slice(-4)),
      status: result.sent ? 'sent' : 'failed',
      reason: result.sent ? '' : getReasonText(result.reason),
      provider_id: result.sent ? result.bizId : null,
    })
  })
  return result
}

/** The used part of this month's quota. */
export async function getMonthUsage(ctx: Ctx) {
  const { quota } = await getSmsPolicy(ctx)
  return { used: await getSmsUsage(ctx, getMonthStart(ctx.now)), quota }
}
