import { z } from 'zod'

/** The levels that may set a type: the bureau, a cluster of schools, a school or another unit, a department. */
export const settingLevels = { district: '区级', cluster: '学区', school: '单位', department: '部门' } as const
export type SettingLevel = keyof typeof settingLevels

const option = z.object({ value: z.string(), label: z.string() })
export type SettingOption = z.output<typeof option>

/** A column of a row list: `key` is the field name on the wire. */
const rowField = z.object({
  key: z.string(),
  title: z.string(),
  kind: z.enum(['text', 'dateTime', 'choice', 'list']),
  isRequired: z.boolean(),
  options: z.array(option).optional(),
})
export type SettingRowField = z.output<typeof rowField>

/** The form control of a key. The server validates with its own schema; this describes the control. */
const control = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('switch') }),
  /** Shown as value / per in that unit: stored in seconds, entered in hours. */
  z.object({ kind: z.literal('number'), min: z.number(), max: z.number(), unit: z.string(), per: z.number() }),
  z.object({ kind: z.literal('choice'), options: z.array(option) }),
  z.object({ kind: z.literal('choices'), options: z.array(option) }),
  z.object({ kind: z.literal('text'), most: z.int() }),
  z.object({ kind: z.literal('day') }),
  /** Write-only. */
  z.object({ kind: z.literal('secret'), most: z.int() }),
  z.object({ kind: z.literal('rows'), unit: z.string(), most: z.int(), fields: z.array(rowField) }),
])
export type SettingControl = z.output<typeof control>

const settingKey = z.object({
  key: z.string(),
  title: z.string(),
  about: z.string(),
  control,
  /** Rows of all levels are combined: lower levels add rows and never replace those above. */
  isJoined: z.boolean(),
  /** The default value; null for a secret. */
  standard: z.unknown(),
})
export type SettingKeySchema = z.output<typeof settingKey>

/** All that is needed to render the form of a type. */
export const settingSchema = z.object({
  type: z.string(),
  title: z.string(),
  app: z.string(),
  description: z.string(),
  isSecurity: z.boolean(),
  schemaVersion: z.int(),
  keys: z.array(settingKey),
})
export type SettingSchema = z.output<typeof settingSchema>
