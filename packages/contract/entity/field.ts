import { z } from 'zod'
import { enumOf, labelOf, type LabelSet, type State } from '../labels.ts'

/** Where a field is returned: in lists and in the detail, in the detail only, or never. */
export type Show = 'list' | 'detail' | 'none'
/** Who writes a field: the form, the form of a new row only, or the server. */
export type Write = 'form' | 'create' | 'server'
/** What the server fills in when a row is created. */
export type ServerValue = 'orgId' | 'userId' | 'personId' | 'now'
export type FieldKind =
  | 'text'
  | 'password'
  | 'integer'
  | 'decimal'
  | 'date'
  | 'dateRange'
  | 'datetime'
  | 'choice'
  | 'choices'
  | 'status'
  | 'flag'
  | 'reference'
  | 'files'
  | 'external'

/** `Out` is the value in an answer, `In` the value in a form, `Filter` the value that a list is filtered by. */
export interface Field<
  Out = unknown,
  In = unknown,
  S extends Show = Show,
  W extends Write = Write,
  Column extends string = string,
  Filter = unknown,
> {
  readonly kind: FieldKind
  readonly label: string
  readonly show: S
  readonly write: W
  /** `auto`: the name of the field in snake case; `none`: it is not in the table. A range has two, joined by a comma. */
  readonly column: Column
  /** The name on the wire, where the specification has one; otherwise the name of the field. */
  readonly wire: string | null
  readonly output: z.ZodType<Out>
  readonly input: z.ZodType<In>
  /** The value in the form of a change, where it may differ from that of a new row. */
  readonly updateInput: z.ZodType<In>
  /** Null for a field that lists cannot be filtered by. */
  readonly filter: z.ZodType<Filter> | null
  /** The value in the form of a new row. */
  readonly initial: In
  /** A valid text, where not every text is. */
  readonly example: string | null
  readonly isRequired: boolean
  readonly isEncrypted: boolean
  /** How an encrypted text is shown in the detail; `revealWith` is the permission to read all of it. */
  readonly mask: Mask | null
  readonly revealWith: string | null
  /** Returned only to holders of this permission; null for others. */
  readonly visibleWith: string | null
  readonly set: ServerValue | null
  readonly options: Labels | null
  /** The keys of the options are numbers, in the code and in the table. */
  readonly isNumeric: boolean
  readonly states: Readonly<Record<string, State>> | null
  /** The view that a reference is read from, and what it refers to. */
  readonly view: string | null
  readonly target: string | null
  /** The control of a form that a module provides for this kind of field, for fields of several components. */
  readonly control: string | null
  readonly min: number | null
  readonly max: number | null
  readonly look: FieldLook
}
// oxlint-disable-next-line typescript/no-explicit-any -- a constraint: `In` is both read and written
export type AnyField = Field<any, any, Show, Write, string, any>

export type Labels = Readonly<Record<string, string>>
export type Mask = 'mobile' | 'id-card' | 'all'

/** The look of a field, where its kind alone does not decide it. */
export interface FieldLook {
  width?: number
  unit?: string
  placeholder?: string
  hint?: string
  multiline?: boolean
  /** When the table gets narrow, the highest number is dropped first. */
  dropAt?: number
}

export interface CommonOptions<S extends Show, W extends Write, C extends string> extends FieldLook {
  show?: S
  write?: W
  column?: C
  wire?: string
  visibleWith?: string
  set?: ServerValue
}
type Definition<Out, In, Filter> = {
  kind: FieldKind
  output: z.ZodType<Out>
  input: z.ZodType<In>
  updateInput?: z.ZodType<In>
  initial: In
  filter?: z.ZodType<Filter>
} & Partial<
  Pick<
    AnyField,
    | 'example'
    | 'isRequired'
    | 'isEncrypted'
    | 'mask'
    | 'revealWith'
    | 'options'
    | 'isNumeric'
    | 'states'
    | 'view'
    | 'target'
    | 'control'
    | 'min'
    | 'max'
  >
>

/** All kinds of fields are made by this function; a module makes its own kinds with it. */
export function field<
  Out,
  In,
  S extends Show = 'list',
  W extends Write = 'form',
  C extends string = 'auto',
  Filter = never,
>(
  label: string,
  { show, write, column, wire, visibleWith, set, ...look }: CommonOptions<S, W, C>,
  definition: Definition<Out, In, Filter>,
): Field<Out, In, S, W, C, Filter> {
  return {
    example: null,
    isRequired: false,
    isEncrypted: false,
    mask: null,
    revealWith: null,
    options: null,
    isNumeric: false,
    states: null,
    view: null,
    target: null,
    control: null,
    min: null,
    max: null,
    ...definition,
    updateInput: acceptUnseen(definition.updateInput ?? definition.input, visibleWith),
    label,
    show: (show ?? 'list') as S,
    write: (write ?? 'form') as W,
    column: (column ?? 'auto') as C,
    wire: wire ?? null,
    output: visibleWith ? (definition.output.nullable() as z.ZodType as z.ZodType<Out>) : definition.output,
    filter: definition.filter ?? null,
    visibleWith: visibleWith ?? null,
    set: set ?? null,
    look,
  }
}

/** A form sends back null for a value that its user may not see; the server keeps the value then. */
const acceptUnseen = <In>(input: z.ZodType<In>, visibleWith: string | undefined) =>
  visibleWith ? (input.nullable() as z.ZodType as z.ZodType<In>) : input

export type OrNull<Value, R extends boolean> = R extends true ? Value : Value | null
export const orNull = <Value, R extends boolean>(schema: z.ZodType<Value>, required: R | undefined) =>
  (required ? schema : schema.nullable()) as z.ZodType<OrNull<Value, R>>

interface NumberOptions<S extends Show, W extends Write, C extends string, R extends boolean> extends CommonOptions<
  S,
  W,
  C
> {
  min?: number
  max?: number
  required?: R
  /** The message for everything else: 端口号应为0-65535. */
  rangeMessage?: string
}

export const integer = <
  const S extends Show = 'list',
  const W extends Write = 'form',
  const C extends string = 'auto',
  const R extends boolean = false,
>(
  label: string,
  { min = 0, max = 2 ** 31 - 1, required, rangeMessage, ...options }: NumberOptions<S, W, C, R> = {},
) =>
  field<OrNull<number, R>, OrNull<number, R>, S, W, C>(label, options, {
    kind: 'integer',
    output: orNull(z.int(), required),
    input: orNull(
      z
        .int(rangeMessage ?? `请填写${label}`)
        .min(min, rangeMessage ?? `${label}不小于${min}`)
        .max(max, rangeMessage ?? `${label}不超过${max}`),
      required,
    ),
    initial: null as OrNull<number, R>,
    min,
    max,
    isRequired: required ?? false,
  })

/** The most that one decimal field holds: ten million, in hundredths. */
const maxHundredths = 1_000_000_000

/** A number with at most two decimal places: an integer of hundredths, 150 for 1.5 days. */
export const decimal = <
  const S extends Show = 'list',
  const W extends Write = 'form',
  const C extends string = 'auto',
  const R extends boolean = false,
>(
  label: string,
  {
    min = 0,
    max = maxHundredths,
    required,
    ...options
  }: Omit<NumberOptions<S, W, C, R>, 'rangeMessage'> & { unit: string },
) =>
  field<OrNull<number, R>, OrNull<number, R>, S, W, C>(label, options, {
    kind: 'decimal',
    output: orNull(z.int(), required),
    input: orNull(
      z
        .int(`请填写${label}`)
        .min(min, `${label}不小于${formatHundredths(min, options.unit)}${options.unit}`)
        .max(max, `${label}不超过${formatHundredths(max, options.unit)}${options.unit}`),
      required,
    ),
    initial: null as OrNull<number, R>,
    min,
    max,
    isRequired: required ?? false,
  })

/** An amount as an integer of fen, shown in yuan. */
export const money = <
  const S extends Show = 'list',
  const W extends Write = 'form',
  const C extends string = 'auto',
  const R extends boolean = false,
>(
  label: string,
  options: Omit<NumberOptions<S, W, C, R>, 'rangeMessage'> = {},
) => decimal<S, W, C, R>(label, { unit: yuan, ...options })

const yuan = '元'
/** 123456 → 1,234.56 of money; 150 → 1.5 of anything else. */
export const formatHundredths = (value: number, unit: string | undefined) =>
  (value / 100).toLocaleString('zh-CN', { minimumFractionDigits: unit === yuan ? 2 : 0, maximumFractionDigits: 2 })

/** The first and the last day, both included. */
export interface Days {
  from: string
  to: string
}
/** Days to filter by; one end may be open. */
export const daysFilter = z.codec(
  z.string().regex(/^(\d{4}-\d{2}-\d{2})?~(\d{4}-\d{2}-\d{2})?$/, '日期格式不正确'),
  z.object({ from: z.iso.date().nullable(), to: z.iso.date().nullable() }),
  {
    decode: (days) => {
      const [from = '', to = ''] = days.split('~')
      return { from: from || null, to: to || null }
    },
    encode: ({ from, to }) => `${from ?? ''}~${to ?? ''}`,
  },
)
type DaysFilter = z.output<typeof daysFilter>

/** A day, 2026-11-16. Lists are filtered by a range of days. */
export const date = <
  const S extends Show = 'list',
  const W extends Write = 'form',
  const C extends string = 'auto',
  const R extends boolean = false,
>(
  label: string,
  { required, ...options }: CommonOptions<S, W, C> & { required?: R } = {},
) =>
  field<OrNull<string, R>, OrNull<string, R>, S, W, C, DaysFilter>(label, options, {
    kind: 'date',
    output: orNull(z.iso.date(), required),
    input: orNull(z.iso.date(`请填写${label}`), required),
    initial: null as OrNull<string, R>,
    filter: daysFilter,
    isRequired: required ?? false,
  })

/** Two days in two columns. A list that is filtered by days shows the rows that overlap them. */
export const dateRange = <
  const First extends string,
  const Last extends string,
  const S extends Show = 'list',
  const W extends Write = 'form',
  const R extends boolean = false,
>(
  label: string,
  {
    columns: [first, last],
    required,
    ...options
  }: Omit<CommonOptions<S, W, string>, 'column'> & { columns: readonly [First, Last]; required?: R },
) => {
  const day = z.iso.date(`请填写${label}`)
  const days = z.object({ from: day, to: day })
  return field<OrNull<Days, R>, OrNull<Days, R>, S, W, `${First},${Last}`, DaysFilter>(
    label,
    { ...options, column: `${first},${last}` } as CommonOptions<S, W, `${First},${Last}`>,
    {
      kind: 'dateRange',
      output: orNull(days, required),
      input: orNull(
        days.refine(({ from, to }) => from <= to, '结束日期不能早于开始日期'),
        required,
      ),
      initial: null as OrNull<Days, R>,
      filter: daysFilter,
      isRequired: required ?? false,
    },
  )
}

/** A time that the server writes. */
export const datetime = <
  const S extends Show = 'list',
  const C extends string = 'auto',
  const R extends boolean = false,
>(
  label: string,
  { required, ...options }: Omit<CommonOptions<S, 'server', C>, 'write'> & { required?: R } = {},
) =>
  field<OrNull<string, R>, never, S, 'server', C, DaysFilter>(
    label,
    { ...options, write: 'server' },
    {
      kind: 'datetime',
      output: orNull(z.iso.datetime(), required),
      input: z.never(),
      initial: undefined as never,
      filter: daysFilter,
      isRequired: required ?? false,
    },
  )

const keysOf = <Key extends string>(set: Readonly<Record<Key, unknown>>, message?: string): z.ZodType<Key> =>
  enumOf(set, message)
const textsOf = <Key extends string>(set: LabelSet<Key>): Labels =>
  Object.fromEntries((Object.keys(set) as Key[]).map((key) => [key, labelOf(set, key)]))

export const choice = <
  const Key extends string,
  const S extends Show = 'list',
  const W extends Write = 'form',
  const C extends string = 'auto',
  const R extends boolean = false,
>(
  label: string,
  labels: LabelSet<Key>,
  { required, ...options }: CommonOptions<S, W, C> & { required?: R } = {},
) => {
  const keys = Object.keys(labels)
  return field<OrNull<Key, R>, OrNull<Key, R>, S, W, C, Key>(label, options, {
    kind: 'choice',
    output: orNull(keysOf(labels), required),
    input: orNull(keysOf(labels, `请选择${label}`), required),
    // A required choice starts empty, so that it is made; where there is only one, it is made already.
    initial: (required && keys.length === 1 ? keys[0]! : null) as OrNull<Key, R>,
    filter: keysOf(labels),
    options: textsOf(labels),
    isRequired: required ?? false,
  })
}

/** Several of the choices, in a text array. A list that is filtered by one shows the rows that have it. */
export const choices = <
  const Key extends string,
  const S extends Show = 'list',
  const W extends Write = 'form',
  const C extends string = 'auto',
>(
  label: string,
  labels: LabelSet<Key>,
  { required = false, ...options }: CommonOptions<S, W, C> & { required?: boolean } = {},
) => {
  const several = z.array(keysOf(labels)).max(Object.keys(labels).length)
  return field<Key[], Key[], S, W, C, Key>(label, options, {
    kind: 'choices',
    output: several,
    input: required ? several.min(1, `请选择${label}`) : several,
    initial: [],
    filter: keysOf(labels),
    options: textsOf(labels),
    isRequired: required,
  })
}

/** The same for choices that are numbers, in an array of integers. */
export const numberChoices = <
  const S extends Show = 'list',
  const W extends Write = 'form',
  const C extends string = 'auto',
>(
  label: string,
  labels: Readonly<Record<number, string>>,
  { required = false, ...options }: CommonOptions<S, W, C> & { required?: boolean } = {},
) => {
  const keys = Object.keys(labels)
  const several = z.array(z.literal(keys.map(Number))).max(keys.length)
  return field<number[], number[], S, W, C, number>(label, options, {
    kind: 'choices',
    output: z.array(z.int()),
    input: required ? several.min(1, `请选择${label}`) : several,
    initial: [],
    filter: z.codec(z.enum(keys as [string]), z.int(), { decode: Number, encode: String }),
    options: labels,
    isNumeric: true,
    isRequired: required,
  })
}

export const flag = <const S extends Show = 'list', const W extends Write = 'form', const C extends string = 'auto'>(
  label: string,
  options: CommonOptions<S, W, C> = {},
) =>
  field<boolean, boolean, S, W, C, boolean>(label, options, {
    kind: 'flag',
    output: z.boolean(),
    input: z.boolean(),
    initial: false,
    filter: z.codec(z.enum(['0', '1']), z.boolean(), {
      decode: (bit) => bit === '1',
      encode: (value) => (value ? '1' : '0'),
    }),
  })

type NextOf<S> = S extends { next: readonly (infer To)[] } ? To : never
type MissingState<States> = Exclude<{ [K in keyof States]: NextOf<States[K]> }[keyof States], keyof States>

/** A state that only named functions change, along `next`. A new row has the first one. */
export const status = <const States extends Readonly<Record<string, State>>, const C extends string = 'auto'>(
  label: string,
  // A list of names that is intersected with another one would cost the compiler hundreds of types.
  states: States & ([MissingState<States>] extends [never] ? unknown : { 'no such state': MissingState<States> }),
  options: Omit<CommonOptions<'list', 'server', C>, 'show' | 'write'> = {},
) => {
  const made = field<keyof States & string, never, 'list', 'server', C, keyof States & string>(
    label,
    { ...options, write: 'server' },
    {
      kind: 'status',
      output: keysOf<keyof States & string>(states),
      input: z.never(),
      initial: undefined as never,
      filter: keysOf<keyof States & string>(states),
      options: textsOf<keyof States & string>(states),
      isRequired: true,
    },
  )
  return { ...made, states: states as States }
}

/**
 * The user whom a row belongs to, for the scope 本人; or the person, for rows that follow her through all memberships.
 * The server writes it, and it is never returned.
 */
export const owner = <const C extends string = 'auto'>({
  of = 'user',
  ...options
}: { column?: C; of?: 'user' | 'person' } = {}) =>
  field<string, never, 'none', 'server', C>(
    '所有者',
    { ...options, show: 'none', write: 'server', set: of === 'person' ? 'personId' : 'userId' },
    { kind: 'text', output: z.guid(), input: z.never(), initial: undefined as never },
  )

/** Computed by a function of the server; the server part does not compile without it. */
export const computed = <Out, const S extends Show = 'list'>(
  label: string,
  output: z.ZodType<Out>,
  { labels, ...options }: FieldLook & { show?: S; labels?: Labels } = {},
) =>
  field<Out, never, S, 'server', 'none'>(
    label,
    { ...options, write: 'server', column: 'none' },
    { kind: 'external', output, input: z.never(), initial: undefined as never, options: labels ?? null },
  )
