import { dayOf } from '#packages/core'
import type { Fate } from './channels.ts'
import { askGateway, parsed } from './sms.ts'

interface Asked {
  phone: string
  sentAt: Date
  /** What we called it when we sent it. */
  outId: string
  bizId: string | null
}

const pageSize = 50
const pagesAtMost = 10
const nearMs = 10 * 60_000

/** The day it was sent at, by our clock, and near midnight the other one that it may be by the gateway's. */
export const daysAround = (sentAt: Date): string[] => [
  ...new Set([0, -nearMs, nearMs].map((ms) => dayOf(new Date(sentAt.getTime() + ms)))),
]

/**
 * What the gateway knows of a message. It is asked by number and day, and by its own id where we were told it; whether
 * it is the one we mean, our own word in it says. Nothing when its answer is of no use, which is not that it has none;
 * fails when it does not answer.
 */
export async function receiptOf(asked: Asked): Promise<Fate | undefined> {
  for (const day of daysAround(asked.sentAt)) {
    const fate = await receiptOn(day, asked)
    if (fate?.is !== 'unknown') return fate
  }
  return { is: 'unknown' }
}

async function receiptOn(day: string, { phone, outId, bizId }: Asked): Promise<Fate | undefined> {
  for (let page = 1; page <= pagesAtMost; page++) {
    const answer = await askGateway('QuerySendDetails', {
      PhoneNumber: phone,
      SendDate: day.replaceAll('-', ''),
      PageSize: String(pageSize),
      CurrentPage: String(page),
      ...(bizId ? { BizId: bizId } : {}),
    })
    const details = detailsIn(answer)
    if (!details) return undefined
    const ours = details.find((detail) => detail['OutId'] === outId)
    if (ours) return fateOf(ours, bizId ?? '')
    if (details.length < pageSize) break
  }
  return { is: 'unknown' }
}

type Detail = Record<string, unknown>
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function detailsIn(answer: Awaited<ReturnType<typeof askGateway>>): Detail[] | undefined {
  if ('failed' in answer) throw new Error(`the SMS gateway was asked for a receipt: ${answer.failed}`)
  const body = parsed(answer.text)
  const code = textOf(body['Code'])
  if (answer.status >= 500 || /^Throttling/i.test(code))
    throw new Error(`the SMS gateway was asked for a receipt: ${/^[\w.-]{1,80}$/.test(code) ? code : answer.status}`)
  if (answer.status !== 200 || code !== 'OK') return undefined
  const list = (Object(body['SmsSendDetailDTOs']) as Detail)['SmsSendDetailDTO']
  return Array.isArray(list) ? list.map((detail) => Object(detail) as Detail) : []
}

/** 1: no receipt yet; 2: it did not arrive; 3: it did. Times are those of China. */
function fateOf(detail: Detail, bizId: string): Fate {
  const error = textOf(detail['ErrCode'])
  const received = new Date(`${textOf(detail['ReceiveDate']).replace(' ', 'T')}+08:00`)
  if (Number(detail['SendStatus']) === 3)
    return { is: 'delivered', at: Number.isNaN(received.getTime()) ? new Date() : received }
  if (Number(detail['SendStatus']) === 2)
    return { is: 'failed', reason: `未送达${/^[\w:.-]{1,40}$/.test(error) ? `（${error}）` : ''}` }
  return { is: 'pending', providerId: bizId }
}
