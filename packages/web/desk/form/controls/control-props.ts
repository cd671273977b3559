export type { ControlProps, Option } from '#packages/web/core/field-control.ts'

export const toText = (value: unknown) =>
  value === null || value === undefined ? '' : String(value as string | number)
