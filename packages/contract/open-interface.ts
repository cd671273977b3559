import { z } from 'zod'
import { enumOf, labels } from './labels.ts'

/** How much a field discloses about people: C needs an agreement and two approvers. */
export const fieldClasses = labels({
  A: { label: 'A 一般', tone: 'success' },
  B: { label: 'B 重要', tone: 'warning' },
  C: { label: 'C 敏感', tone: 'error' },
})
export const fieldTypes = labels({ text: '文本', number: '数字', date: '日期', time: '日期时间', boolean: '是否' })
export const interfaceDirections = labels({ open: '开放', collect: '采集' })

export const openField = z.object({
  /** On the wire: fRealName. */
  name: z.string(),
  title: z.string(),
  type: enumOf(fieldTypes),
  class: enumOf(fieldClasses),
  /** For rows that are received: a row without it is wrong. */
  isRequired: z.boolean().optional(),
})
export type OpenField = z.output<typeof openField>

/** An interface that other systems call. A module declares those of its data. */
export interface OpenInterface {
  /** Unique: orgs. */
  code: string
  /** Below /api/open/v1. */
  path: string
  name: string
  about: string
  version: string
  fields: readonly OpenField[]
  /** One record as it is sent, invented. */
  sample: Readonly<Record<string, string | number | boolean>>
}
