import type { MessageKind } from '../contract.ts'

export interface MessageTemplateSpec {
  /** Of the module and the occasion: `support.asked`. Unique over the house; it is what a district's list names. */
  code: string
  kind: MessageKind
  /** With {names} of words that the sender gives. */
  title: string
  body: string
  /** 特急: goes out at night too. */
  isUrgent?: boolean
  /** May go by SMS, where the district allows it. */
  sms?: boolean
}
export type MessageTemplate = Readonly<Required<MessageTemplateSpec>>

const templates = new Map<string, MessageTemplate>()
const titleLength = 200
const bodyLength = 2_000

/** A kind of message. Defined once, at the level of its module. */
export function defineTemplate({ isUrgent = false, sms = false, ...spec }: MessageTemplateSpec): MessageTemplate {
  if (templates.has(spec.code)) throw new Error(`two templates are called ${spec.code}`)
  const template = { ...spec, isUrgent, sms }
  templates.set(spec.code, template)
  return template
}

/** Those that may go by SMS, with their titles: the words that are filled in stand there as 「…」. */
export const smsTemplates = (): Record<string, string> =>
  Object.fromEntries(
    [...templates.values()].filter(({ sms }) => sms).map(({ code, title }) => [code, title.replace(/\{\w+\}/g, '…')]),
  )

/** A template with its words. One that is not given is a mistake of ours, which a test should meet and not a reader. */
export const fillTemplate = ({ code, title, body }: MessageTemplate, values: Readonly<Record<string, string>>) => {
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`the template ${code} names {${name}}, and no such word was given`)
      return value
    })
  return { title: cut(fill(title).trim() || title, titleLength), body: cut(fill(body), bodyLength) }
}

/** Cut to a length, and not through the middle of a character. */
const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
