import { z } from 'zod'

/** Who may decide a type: the bureau, a cluster of schools, a school or another unit of its own, a department. */
export const settingLevels = { district: '区级', cluster: '学区', school: '单位', department: '部门' } as const
export type SettingLevel = keyof typeof settingLevels

const option = z.object({ value: z.string(), label: z.string() })
export type SettingOption = z.output<typeof option>

/** A column of a list of rows: `key` is the name of the field on the wire. */
const rowField = z.object({
  key: z.string(),
  title: z.string(),
  kind: z.enum(['text', 'dateTime', 'choice', 'words']),
  isRequired: z.boolean(),
  options: z.array(option).optional(),
})
export type SettingRowField = z.output<typeof rowField>

/** How somebody answers. The server checks the answer by its own rules; this is what a form needs to ask well. */
const control = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('switch') }),
  /** Shown as value / per, in that unit: seconds are kept, hours are asked for. */
  z.object({ kind: z.literal('number'), min: z.number(), max: z.number(), unit: z.string(), per: z.number() }),
  z.object({ kind: z.literal('choice'), options: z.array(option) }),
  z.object({ kind: z.literal('choices'), options: z.array(option) }),
  z.object({ kind: z.literal('text'), most: z.int() }),
  z.object({ kind: z.literal('day') }),
  /** Written and never shown. */
  z.object({ kind: z.literal('secret'), most: z.int() }),
  z.object({ kind: z.literal('rows'), unit: z.string(), most: z.int(), fields: z.array(rowField) }),
])
export type SettingControl = z.output<typeof control>

const settingKey = z.object({
  key: z.string(),
  title: z.string(),
  about: z.string(),
  control,
  /** Rows of all levels count together: what stands above is added to, never replaced. */
  isJoined: z.boolean(),
  /** What counts where nobody has said anything; null for a secret. */
  standard: z.unknown(),
})
export type SettingKeySchema = z.output<typeof settingKey>

/** Enough to draw the form of a type. */
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
