import { z } from 'zod'
import { field, type CommonOptions, type Mask, type Show, type Write } from './field.ts'

interface TextPattern {
  regex: RegExp
  message: string
  example: string
}
interface TextOptions<S extends Show, W extends Write, C extends string> extends CommonOptions<S, W, C> {
  max: number
  /** True, or the message for a missing value. */
  required?: boolean | string
  /** The form of a value that is not empty. */
  pattern?: TextPattern
}

interface TextRules {
  max: number
  required: boolean | string | undefined
  pattern: TextPattern | undefined
}
function createTextInput(label: string, { max, required, pattern }: TextRules) {
  const limited = z.string().trim().max(max, `${label}不超过${max}字`)
  const text = required ? limited.min(1, required === true ? `请填写${label}` : required) : limited
  return pattern ? text.refine((value) => value === '' || pattern.regex.test(value), pattern.message) : text
}

/** A line of text, or several lines with `multiline`. Empty if there is none, never null. */
export const text = <const S extends Show = 'list', const W extends Write = 'form', const C extends string = 'auto'>(
  label: string,
  { max, required, pattern, ...options }: TextOptions<S, W, C>,
) =>
  field<string, string, S, W, C>(label, options, {
    kind: 'text',
    output: z.string(),
    input: createTextInput(label, { max, required, pattern }),
    initial: '',
    max,
    isRequired: Boolean(required),
    example: pattern?.example ?? null,
  })

interface SecretOptions<S extends Show, W extends Write, C extends string> extends TextOptions<S, W, C> {
  /** Shown masked; then `revealWith` is the permission for the route `reveal`, if there is one. */
  mask?: Mask
  revealWith?: string
}

/** Text that is encrypted in the table: usually only in the detail; lists cannot be searched or ordered by it. */
export const secret = <
  const S extends Show = 'detail',
  const W extends Write = 'form',
  const C extends string = 'auto',
>(
  label: string,
  { max, required, pattern, mask, revealWith, show, ...options }: SecretOptions<S, W, C>,
) =>
  field<string, string, S, W, C>(
    label,
    { ...options, show: show ?? ('detail' as S) },
    {
      kind: 'text',
      output: z.string(),
      input: createTextInput(label, { max, required, pattern }),
      // The mask is no valid value; the server knows whether it was sent back.
      ...(mask && { updateInput: createTextInput(label, { max, required, pattern: undefined }) }),
      initial: '',
      max,
      isRequired: Boolean(required),
      example: pattern?.example ?? null,
      isEncrypted: true,
      mask: mask ?? null,
      revealWith: revealWith ?? null,
    },
  )

type PasswordOptions<C extends string> = Omit<TextOptions<'none', 'form', C>, 'show' | 'write' | 'pattern'>
/** A password of another system: encrypted and never returned. A change that leaves it empty keeps it. */
export const password = <const C extends string = 'auto'>(
  label: string,
  { max, required, ...options }: PasswordOptions<C>,
) => {
  const text = z.string().max(max, `${label}不超过${max}字`)
  return field<string, string, 'none', 'form', C>(
    label,
    { ...options, show: 'none' },
    {
      kind: 'password',
      output: z.string(),
      input: required ? text.min(1, required === true ? `请填写${label}` : required) : text,
      updateInput: text,
      initial: '',
      max,
      isRequired: Boolean(required),
      isEncrypted: true,
    },
  )
}
