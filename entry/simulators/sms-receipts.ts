/** Delivery receipts of sent messages: `QuerySendDetails`. */
import { randomUUID } from 'node:crypto'
import { parseFields, respondJson, type SimulatorResponse, type SimulatorRequest } from './http.ts'

interface Sent {
  phone: string
  template: string
  text: string
  bizId: string
  outId: string
  at: string
}

const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Shanghai' })
/** 2026-11-15 18:30:00 in Chinese time. */
const timeOf = (at: string) => clock.format(new Date(at))

const requestId = () => randomUUID().toUpperCase()

export class DeliveryReceipts {
  #isPending = false
  #errCode = ''

  /** For tests: phones are off from now on (`pending`), the network does not deliver (`errCode`), or all is well. */
  readonly play = ({ body }: SimulatorRequest): SimulatorResponse => {
    const { pending = false, errCode = '' } = parseFields(body)
    this.#isPending = pending === true
    this.#errCode = String(errCode)
    return respondJson({ pending: this.#isPending, errCode: this.#errCode })
  }

  answer(given: URLSearchParams, messages: readonly Sent[]): SimulatorResponse {
    const size = Number(given.get('PageSize'))
    const at = Number(given.get('CurrentPage'))
    if (!(size >= 1 && size <= 50))
      return respondJson({ Code: 'isv.PAGE_SIZE_ILLEGAL', Message: '页大小不合法', RequestId: requestId() })
    const bizId = given.get('BizId')
    const found = messages.filter(
      (message) =>
        message.phone === given.get('PhoneNumber') &&
        timeOf(message.at).slice(0, 10).replaceAll('-', '') === given.get('SendDate') &&
        (!bizId || message.bizId === bizId),
    )
    return respondJson({
      Code: 'OK',
      Message: 'OK',
      RequestId: requestId(),
      TotalCount: String(found.length),
      SmsSendDetailDTOs: { SmsSendDetailDTO: found.slice((at - 1) * size, at * size).map((one) => this.#detail(one)) },
    })
  }

  #detail({ phone, template, text, outId, at }: Sent) {
    const sent = {
      PhoneNum: phone,
      TemplateCode: template,
      Content: text,
      SendDate: timeOf(at),
      ...(outId ? { OutId: outId } : {}),
    }
    if (this.#isPending) return { ...sent, SendStatus: 1 }
    if (this.#errCode) return { ...sent, SendStatus: 2, ErrCode: this.#errCode, ReceiveDate: timeOf(at) }
    return { ...sent, SendStatus: 3, ErrCode: 'DELIVERED', ReceiveDate: timeOf(at) }
  }
}
