import { ThunderboltOutlined } from '@ant-design/icons'
import { Suspense, type ComponentType, type FocusEvent } from 'react'
import { isIdCard } from '#packages/core/id-card.ts'
import { Glyph } from '../glyph.tsx'
import { listFields, isFieldVisible, getFieldOptions } from '#packages/web/core/form/form-validation.ts'
import { RadioControl, SwitchControl } from './controls/radio-switch.tsx'
import type { ControlProps } from './controls/control-props.ts'
import { DateControl } from './controls/date.tsx'
import { GroupedControl } from './controls/grouped-control.tsx'
import { NumberControl } from './controls/number.tsx'
import { PasswordControl } from './controls/password.tsx'
import { RowsControl } from './controls/rows.tsx'
import { MultiControl, SelectControl } from './controls/select.tsx'
import { TextareaControl, TextControl } from './controls/text.tsx'
import { DateRangeControl, DecimalControl } from '../entity/entity-controls.tsx'
import { FieldControl } from '../entity/field-control.tsx'
import { FieldFormRow } from './form-row.tsx'
import type { Field, FieldKind } from './form-spec.ts'
import { getLabels, joinLabels, type SchemaForm } from './use-schema-form.ts'
import styles from './field-row.module.css'

const controls: Record<Exclude<FieldKind, 'custom' | 'control' | 'rows'>, ComponentType<ControlProps>> = {
  text: TextControl,
  textarea: TextareaControl,
  number: NumberControl,
  select: SelectControl,
  multi: MultiControl,
  radio: RadioControl,
  switch: SwitchControl,
  date: DateControl,
  idCard: (props) => <GroupedControl grouping="idCard" {...props} />,
  phone: (props) => <GroupedControl grouping="phone" {...props} />,
  password: PasswordControl,
  decimal: DecimalControl,
  days: DateRangeControl,
}
const groups: ReadonlySet<FieldKind> = new Set(['radio', 'multi', 'switch', 'rows'])
const widths: Partial<Record<FieldKind, 'short' | 'middle' | 'long' | 'fit'>> = {
  number: 'short',
  date: 'short',
  phone: 'short',
  idCard: 'middle',
  textarea: 'long',
  multi: 'long',
  custom: 'long',
  control: 'long',
  rows: 'long',
  days: 'long',
  radio: 'fit',
  switch: 'fit',
}

interface Props<Values extends object> {
  form: SchemaForm<Values>
  field: Field<Values>
  isPhone: boolean
}

/** One field of the specification: label, control, and messages. */
export function FieldRow<Values extends object>({ form, field, isPhone }: Props<Values>) {
  const { spec, values, problems } = form
  const { name, label, kind, required = false } = field
  if (!isFieldVisible(field, values)) return null
  const problem = problems[name]
  const change = (value: unknown) => form.change({ [name]: value } as unknown as Partial<Values>)
  const source = problem ? undefined : sourceOf(form, name)
  const props: Omit<ControlProps, 'control'> = {
    name,
    isPhone,
    placeholder: field.placeholder,
    isRequired: required,
    onChange: change,
    onPending: (message) => form.setPending(name, message),
    isFilled: source !== undefined,
    value: values[name],
    options: getFieldOptions(field, values),
    none: spec.initial()[name],
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    currentTarget.contains(relatedTarget as Node | null) || form.leave(field)
  return (
    <FieldFormRow
      name={name}
      label={label}
      hint={field.hint}
      isRequired={required}
      isGroup={groups.has(kind)}
      width={field.width ?? widths[kind] ?? 'middle'}
      error={problem?.message}
      good={kind === 'idCard' ? verified(form, field) : undefined}
      mark={source !== undefined && !isPhone && <FilledMark by={source} />}
      repair={
        problem?.repair && (
          <button type="button" className={styles['repair']} onClick={() => form.change(problem.repair!.change)}>
            {problem.repair.label}
          </button>
        )
      }
    >
      {(control) => <div onBlur={leave}>{renderControl(field, { ...props, control }, values, problem?.cells)}</div>}
    </FieldFormRow>
  )
}

/** Custom controls may have to be loaded first. */
function renderControl<Values>(
  { kind, label, draw, control, rows }: Field<Values>,
  props: ControlProps,
  values: Values,
  cells: Readonly<Record<string, string>> = {},
) {
  if (kind === 'rows') return <RowsControl {...props} rows={rows!} errors={cells} />
  if (kind === 'custom') return <Suspense>{draw?.(props, values)}</Suspense>
  if (kind === 'control') return <FieldControl {...props} label={label} {...control!} />
  const Control = controls[kind]
  return <Control {...props} />
}

const FilledMark = ({ by }: { by: string }) => (
  <span className={styles['mark']}>
    <Glyph of={ThunderboltOutlined} />由{by}填写
  </span>
)

/** The label of the field from which this value was derived, as long as it is unchanged. */
function sourceOf<Values extends object>({ spec, values, filledBy }: SchemaForm<Values>, name: keyof Values & string) {
  const source = listFields(spec).find((field) => field.name === filledBy[name])
  if (!source || source.fills?.(values[source.name])[name] !== values[name]) return undefined
  return source.kind === 'idCard' ? '身份证号' : source.label
}

function verified<Values extends object>({ spec, values, filledBy }: SchemaForm<Values>, field: Field<Values>) {
  if (!isIdCard(String(values[field.name]))) return undefined
  const filled = Object.keys(filledBy).filter((name) => filledBy[name] === field.name)
  return filled.length > 0 ? `校验通过，已填写${joinLabels(getLabels(spec, filled))}` : '校验通过'
}
