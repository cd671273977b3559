import { dayOf, type Ctx } from '#packages/core'
import type { DeliveryReceipt } from './delivery-channels.ts'
import { callGateway, parseJson } from './sms.ts'

interface ReceiptQuery {
  phone: string
  sentAt: Date
  /** Our id of the message. */
  outId: string
  bizId: string | null
}

const pageSize = 50
const pagesAtMost = 10
const nearMs = 10 * 60_000

/**
 * The day of sending by our clock, and near midnight also the neighbouring day, because the gateway's clock may differ.
 */
export const listDaysAround = (sentAt: Date): string[] => [
  ...new Set([0, -nearMs, nearMs].map((ms) => dayOf(new Date(sentAt.getTime() + ms)))),
]

/**
 * Finds a message at the gateway by number and day, and by the gateway's id where it is known; our out-id identifies
 * it. Returns undefined for an unusable answer, which does not mean that the message is missing; throws without an
 * answer.
 */
export async function findReceipt(ctx: Pick<Ctx, 'app'>, query: ReceiptQuery): Promise<DeliveryReceipt | undefined> {
  for (const day of listDaysAround(query.sentAt)) {
    const receipt = await findReceiptOnDay(ctx, day, query)
    if (receipt?.status !== 'unknown') return receipt
  }
  return { status: 'unknown' }
}

async function findReceiptOnDay(
  ctx: Pick<Ctx, 'app'>,
  day: string,
  { phone, outId, bizId }: ReceiptQuery,
): Promise<DeliveryReceipt | undefined> {
  for (let page = 1; page <= pagesAtMost; page++) {
    const answer = await callGateway(ctx, 'QuerySendDetails', {
      PhoneNumber: phone,
      SendDate: day.replaceAll('-', ''),
      PageSize: String(pageSize),
      CurrentPage: String(page),
      ...(bizId ? { BizId: bizId } : {}),
    })
    const details = parseDetails(answer)
    if (!details) return undefined
    const ours = details.find((detail) => detail['OutId'] === outId)
    if (ours) return toDeliveryReceipt(ours, bizId ?? '')
    if (details.length < pageSize) break
  }
  return { status: 'unknown' }
}

type Detail = Record<string, unknown>
const toText = (value: unknown) => (typeof value === 'string' ? value : '')

function parseDetails(answer: Awaited<ReturnType<typeof callGateway>>): Detail[] | undefined {
  if ('failed' in answer) throw new Error(`the SMS gateway was asked for a receipt: ${answer.failed}`)
  const body = parseJson(answer.text)
  const code = toText(body['Code'])
  if (answer.status >= 500 || /^Throttling/i.test(code))
    throw new Error(`the SMS gateway was asked for a receipt: ${/^[\w.-]{1,80}$/.test(code) ? code : answer.status}`)
  if (answer.status !== 200 || code !== 'OK') return undefined
  const list = (Object(body['SmsSendDetailDTOs']) as Detail)['SmsSendDetailDTO']
  return Array.isArray(list) ? list.map((detail) => Object(detail) as Detail) : []
}

/** 1: no receipt yet; 2: not delivered; 3: delivered. Times are Chinese. */
function toDeliveryReceipt(detail: Detail, bizId: string): DeliveryReceipt {
  const error = toText(detail['ErrCode'])
  const received = new Date(`${toText(detail['ReceiveDate']).replace(' ', 'T')}+08:00`)
  if (Number(detail['SendStatus']) === 3)
    return { status: 'delivered', at: Number.isNaN(received.getTime()) ? new Date() : received }
  if (Number(detail['SendStatus']) === 2)
    return { status: 'failed', reason: `未送达${/^[\w:.-]{1,40}$/.test(error) ? `（${error}）` : ''}` }
  return { status: 'pending', providerId: bizId }
}
