import { turns, type Ctx } from '#packages/core'
import { phonesOf } from '#kernel/identity/server'
import type { Addressee, Handed, Notice, Outcome, Way } from './channels.ts'
import { receiptOf } from './sms-receipts.ts'
import { notConfigured, sendSms, type SmsResult } from './sms.ts'

const askedAtOnce = 5
/** What a template of the gateway takes in one place. */
const textLength = 60

const words: Readonly<Record<string, string>> = {
  [notConfigured]: '短信网关尚未配置',
  'isv.MOBILE_NUMBER_ILLEGAL': '手机号不正确',
  'isv.BUSINESS_LIMIT_CONTROL': '该号码当日短信过多，被网关限制',
  'isv.AMOUNT_NOT_ENOUGH': '短信账户余额不足',
  'isv.OUT_OF_SERVICE': '短信账户已停用',
  'isv.BLACK_KEY_CONTROL_LIMIT': '内容含网关不允许的词',
}

/** Why the gateway did not take it, for people. */
export const wordsOfReason = (reason: string) => words[reason] ?? `短信网关未接受（${reason}）`

/** By SMS. Each goes by itself and bears our id, so that the gateway can be asked whether it has it. */
export const smsWay: Way = {
  // All of a turn are on their way at the same time, so that none is begun long after it was written down.
  atOnce: 10,
  withoutAddress: '没有登记手机号',
  reaches: async (_, personIds) => new Set(personIds),
  addressesOf: ({ db, actor }: Ctx, personIds) => phonesOf({ db, districtId: actor.districtId }, personIds),
  send: async (_, notice, to) =>
    new Map(await Promise.all(to.map(async (one) => [one.deliveryId, await sendOne(notice, one)] as const))),
  async fatesOf(_, handed) {
    const inTurn = turns(askedAtOnce)
    let isAway = false
    const unlessAway = async (one: Handed) => {
      if (isAway) throw new Error('the SMS gateway did not answer those before')
      return ask(one).catch((error: unknown) => {
        isAway = true
        throw error
      })
    }
    const fates = await Promise.all(
      handed.map((one) => inTurn(async () => [one.deliveryId, await unlessAway(one)] as const)),
    )
    return new Map(fates.flatMap(([id, fate]) => (fate ? [[id, fate] as const] : [])))
  },
}

const ask = ({ deliveryId, address, providerId, sentAt }: Handed) =>
  receiptOf({ phone: address, sentAt, outId: deliveryId, bizId: providerId || null })

async function sendOne({ title }: Notice, { address, deliveryId }: Addressee): Promise<Outcome> {
  const text = title.length > textLength ? `${title.slice(0, textLength - 1)}…` : title
  return outcomeOf(await sendSms({ phone: address, template: 'notice', parameters: { text }, outId: deliveryId }))
}

/** No answer, or the answer of something in between, says nothing about whether the gateway has it. */
function outcomeOf(result: SmsResult): Outcome {
  if (result.sent) return { is: 'sent', providerId: result.bizId }
  const { reason } = result
  if (reason === 'timeout' || reason === 'unreachable' || reason.startsWith('HTTP 5')) return { is: 'unsure' }
  if (/^Throttling/i.test(reason)) return { is: 'later', reason: '短信网关繁忙' }
  return { is: 'refused', reason: wordsOfReason(reason) }
}
