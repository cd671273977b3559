import { TextField, type TextFieldProps } from './text-field.tsx'

interface Props extends Omit<TextFieldProps, 'type' | 'min' | 'max' | 'groups'> {
  /** The first and the last day that can be chosen: 2026-11-19. */
  min?: string | undefined
  max?: string | undefined
}

/** A day: the phone's own picker, which users know. The value is 2026-11-19, or empty. */
export const DateField = (props: Props) => <TextField {...props} type="date" />
