import { listContributions, type Ctx } from '#packages/core'
import type { MessageKind } from '../contract.ts'

export interface MessageTemplateSpec {
  /** Module and occasion: `support.asked`. Unique in the app; district settings refer to it. */
  code: string
  kind: MessageKind
  /** With {names} of values that the sender provides. */
  title: string
  body: string
  /** 特急: also sent at night. */
  isUrgent?: boolean
  /** May be sent by SMS, if the district allows it. */
  sms?: boolean
}
export type MessageTemplate = Readonly<Required<MessageTemplateSpec>>

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Kinds of messages that the module sends. */
    messageTemplates: MessageTemplate
  }
}

const titleLength = 200
const bodyLength = 2_000

/** Defines a kind of message, which the module declares in `messageTemplates`. */
export const defineTemplate = ({ isUrgent = false, sms = false, ...spec }: MessageTemplateSpec): MessageTemplate => ({
  ...spec,
  isUrgent,
  sms,
})

/** The titles of the templates that may be sent by SMS; gaps are shown as 「…」. */
export const listSmsTemplates = (ctx: Pick<Ctx, 'app'>): Record<string, string> =>
  Object.fromEntries(
    listContributions(ctx, 'messageTemplates')
      .filter(({ sms }) => sms)
      .map(({ code, title }) => [code, title.replace(/\{\w+\}/g, '…')]),
  )

/** Fills a template. A missing value throws, so that tests find it instead of users. */
export const fillTemplate = ({ code, title, body }: MessageTemplate, values: Readonly<Record<string, string>>) => {
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`the template ${code} names {${name}}, and no such word was given`)
      return value
    })
  return { title: cut(fill(title).trim() || title, titleLength), body: cut(fill(body), bodyLength) }
}

/** Cuts a text to a length without splitting a surrogate pair. */
const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
