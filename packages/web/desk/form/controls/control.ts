import type { Control } from '../form-row.tsx'
import type { Option } from '../spec.ts'

/** What every control of a form is told. */
export interface ControlProps {
  control: Control
  name: string
  value: unknown
  options: readonly Option[]
  placeholder: string | undefined
  isRequired: boolean
  /** It followed from another field. */
  isFilled: boolean
  isPhone: boolean
  /** What stands for no choice. */
  none: unknown
  onChange: (value: unknown) => void
}

export const textOf = (value: unknown) =>
  value === null || value === undefined ? '' : String(value as string | number)
