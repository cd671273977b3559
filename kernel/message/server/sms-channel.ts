import { createConcurrencyLimit, type Ctx } from '#packages/core'
import { getPhones } from '#kernel/identity/server/api.ts'
import type { Addressee, SentMessage, OutgoingMessage, SendOutcome, DeliveryChannel } from './delivery-channels.ts'
import { findReceipt } from './sms-receipts.ts'
import { notConfigured, sendSms, type SmsResult } from './sms.ts'

const queriesAtOnce = 5
/** The most characters of one template value. */
const textLength = 60

const reasonTexts: Readonly<Record<string, string>> = {
  [notConfigured]: '短信网关尚未配置',
  'isv.MOBILE_NUMBER_ILLEGAL': '手机号不正确',
  'isv.BUSINESS_LIMIT_CONTROL': '该号码当日短信过多，被网关限制',
  'isv.AMOUNT_NOT_ENOUGH': '短信账户余额不足',
  'isv.OUT_OF_SERVICE': '短信账户已停用',
  'isv.BLACK_KEY_CONTROL_LIMIT': '内容含网关不允许的词',
}

/** Why the gateway refused, as a text for users. */
export const getReasonText = (reason: string) => reasonTexts[reason] ?? `短信网关未接受（${reason}）`

/** Sends by SMS. Each message is sent alone with our id, so that the gateway can be asked about it. */
export const smsChannel: DeliveryChannel = {
  channel: 'sms',
  // All messages of a turn are sent at the same time, so that none starts long after it was marked.
  batchSize: 10,
  noAddressReason: '没有登记手机号',
  filterReachable: async (_, personIds) => new Set(personIds),
  getAddresses: ({ db, actor }: Ctx, personIds) => getPhones({ db, districtId: actor.districtId }, personIds),
  send: async (ctx, message, to) =>
    new Map(await Promise.all(to.map(async (one) => [one.deliveryId, await sendOne(ctx, message, one)] as const))),
  async getReceipts(ctx, sent) {
    const inTurn = createConcurrencyLimit(queriesAtOnce)
    let isUnavailable = false
    const unlessUnavailable = async (one: SentMessage) => {
      if (isUnavailable) throw new Error('the SMS gateway did not answer those before')
      return queryReceipt(ctx, one).catch((error: unknown) => {
        isUnavailable = true
        throw error
      })
    }
    const receipts = await Promise.all(
      sent.map((one) => inTurn(async () => [one.deliveryId, await unlessUnavailable(one)] as const)),
    )
    return new Map(receipts.flatMap(([id, receipt]) => (receipt ? [[id, receipt] as const] : [])))
  },
}

/** Our id at the gateway: a resent message must not be taken for the one that failed. */
const getOutId = ({ deliveryId, resends = 0 }: Addressee) => (resends > 0 ? `${deliveryId}.${resends}` : deliveryId)

const queryReceipt = (ctx: Pick<Ctx, 'app'>, message: SentMessage) =>
  findReceipt(ctx, {
    phone: message.address,
    sentAt: message.sentAt,
    outId: getOutId(message),
    bizId: message.providerId || null,
  })

async function sendOne(ctx: Pick<Ctx, 'app'>, { title }: OutgoingMessage, to: Addressee): Promise<SendOutcome> {
  const text = title.length > textLength ? `${title.slice(0, textLength - 1)}…` : title
  return toSendOutcome(
    await sendSms(ctx, { phone: to.address, template: 'notice', parameters: { text }, outId: getOutId(to) }),
  )
}

/** A timeout or the answer of a proxy does not show whether the gateway has the message. */
function toSendOutcome(result: SmsResult): SendOutcome {
  if (result.sent) return { status: 'sent', providerId: result.bizId }
  const { reason } = result
  if (reason === 'timeout' || reason === 'unreachable' || reason.startsWith('HTTP 5')) return { status: 'unsure' }
  if (/^Throttling/i.test(reason)) return { status: 'later', reason: '短信网关繁忙' }
  return { status: 'refused', reason: getReasonText(reason) }
}
