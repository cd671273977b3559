import type { Control } from '../form-row.tsx'

export interface Option {
  value: string | number
  label: string
}

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
  /** Something is still under way: the form is not sent before this is called again with nothing. */
  onPending: (message: string | undefined) => void
}

export const toText = (value: unknown) =>
  value === null || value === undefined ? '' : String(value as string | number)
