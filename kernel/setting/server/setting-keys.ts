import { z } from 'zod'
import type { SettingControl, SettingOption, SettingRowField } from '../contract-schema.ts'

/** A key of a setting: schema, default, and form control. */
export interface SettingKey<Value = unknown> {
  title: string
  /** One sentence for the person who sets it. */
  about: string
  /** Decodes input and encodes output; it contains the security limits, so nobody can go below them. */
  schema: z.ZodType<Value>
  standard: () => Value
  control: () => SettingControl
  /** For security keys: larger is stricter. The strictest of all levels counts, not the nearest. */
  strictness?(value: Value): number
  /** Rows of all levels are combined. */
  isJoined: boolean
  isSecret: boolean
}

interface KeyTexts {
  title: string
  about: string
}
const plain = { isJoined: false, isSecret: false }

export const toggle = ({ standard, ...texts }: KeyTexts & { standard: boolean }): SettingKey<boolean> => ({
  ...texts,
  ...plain,
  schema: z.boolean('应为是或否'),
  standard: () => standard,
  control: () => ({ kind: 'switch' }),
})

interface Amount extends KeyTexts {
  min: number
  max: number
  standard: number
  unit: string
  /** The factor between stored and entered unit: 3600 for seconds stored and hours entered. */
  per?: number
  /** The smallest value of all levels counts. */
  isLimit?: boolean
  /** What a smaller value than `min` is refused with, if the range is not enough. */
  tooSmall?: string
}

export function amount({ min, max, standard, unit, per = 1, isLimit, tooSmall, ...texts }: Amount): SettingKey<number> {
  const range = `应在${min / per}到${max / per}${unit}之间`
  return {
    ...texts,
    ...plain,
    schema: z
      .int('应为整数')
      .min(min, tooSmall ?? range)
      .max(max, range),
    standard: () => standard,
    ...(isLimit ? { strictness: (value: number) => -value } : {}),
    control: () => ({ kind: 'number', unit, per, min: min / per, max: max / per }),
  }
}

const asOptions = (options: Readonly<Record<string, string>>): SettingOption[] =>
  Object.entries(options).map(([value, label]) => ({ value, label }))

interface Choice<Value extends string> extends KeyTexts {
  options: Readonly<Record<Value, string>>
  standard: NoInfer<Value>
  /** From the laxest to the strictest: the strictest of all levels counts. */
  strictest?: readonly NoInfer<Value>[]
}

export const choice = <const Value extends string>({
  options,
  standard,
  strictest,
  ...texts
}: Choice<Value>): SettingKey<Value> => ({
  ...texts,
  ...plain,
  schema: z.enum(Object.keys(options) as [Value, ...Value[]], '请选择其中一项') as unknown as z.ZodType<Value>,
  standard: () => standard,
  ...(strictest ? { strictness: (value: Value) => strictest.indexOf(value) } : {}),
  control: () => ({ kind: 'choice', options: asOptions(options) }),
})

/** Several options. */
export const choices = ({
  options,
  standard,
  ...texts
}: KeyTexts & { options: Readonly<Record<string, string>>; standard: string[] }): SettingKey<string[]> => ({
  ...texts,
  ...plain,
  schema: z
    .array(z.string())
    .max(200, '最多选择200项')
    .refine((chosen) => chosen.every((one) => Object.hasOwn(options, one)), '有不存在的选项')
    .refine((chosen) => new Set(chosen).size === chosen.length, '有重复的选项'),
  standard: () => standard,
  control: () => ({ kind: 'choices', options: asOptions(options) }),
})

/** A date or null. */
export const day = (texts: KeyTexts): SettingKey<string | null> => ({
  ...texts,
  ...plain,
  schema: z.iso.date('日期格式不正确').nullable(),
  standard: () => null,
  control: () => ({ kind: 'day' }),
})

/** A value for the server only. Stored encrypted, never returned. */
export const secret = ({ most, ...texts }: KeyTexts & { most: number }): SettingKey<string> => ({
  ...texts,
  isJoined: false,
  isSecret: true,
  schema: z.string().max(most, `不超过${most}个字符`),
  standard: () => '',
  control: () => ({ kind: 'secret', most }),
})

interface Rows<Row> extends KeyTexts {
  row: z.ZodType<Row>
  unit: string
  most: number
  fields: () => SettingRowField[]
}

/** A row list that every level adds to: a school cannot remove rows of the district. */
export const rows = <Row>({ row, unit, most, fields, ...texts }: Rows<Row>): SettingKey<Row[]> => ({
  ...texts,
  isJoined: true,
  isSecret: false,
  schema: z.array(row).max(most, `最多${most}${unit}`),
  standard: () => [],
  control: () => ({ kind: 'rows', unit, most, fields: fields() }),
})
