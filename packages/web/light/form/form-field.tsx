import { use, useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react'
import type { Field, RowsSpec } from '#packages/web/core/form/form-spec.ts'
import { getFieldOptions } from '#packages/web/core/form/form-validation.ts'
import { useRowKeys } from '#packages/web/core/form/use-row-keys.ts'
import { Button, TextButton } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { Chips } from '../chips.tsx'
import { DateField } from '../date-field.tsx'
import { PhoneControlsContext } from '../module-parts.ts'
import { SelectField } from '../select-field.tsx'
import { Switch } from '../switch.tsx'
import { FieldFrame, FieldMessage, TextField } from '../text-field.tsx'
import styles from './form.module.css'

type Values = Readonly<Record<string, unknown>>

interface Props {
  field: Field<Values>
  values: Values
  error: string | undefined
  /** Of `rows`: the messages of invalid cells, by row and name: `2.begins`. */
  cellErrors?: Readonly<Record<string, string>>
  onChange: (value: unknown) => void
  onPending: (message: string | undefined) => void
}

const idCardGroups = [6, 8, 4]
const phoneGroups = [3, 4, 4]

/** The control of a field, as its kind determines it. */
export function FormField({ field, values, error, cellErrors = {}, onChange, onPending }: Props): ReactElement {
  const { name, label, kind, required = false, hint, placeholder } = field
  const value = values[name]
  const common = { label, name, isOptional: !required, error, hint }
  const text = toText(value)
  const written = { ...common, value: text, onChange, ...(placeholder && { placeholder }) }
  switch (kind) {
    case 'text':
      return <TextField {...written} />
    case 'textarea':
      return <LongText {...written} />
    case 'password':
      return <TextField {...written} type="password" autoComplete="new-password" />
    case 'idCard':
      return <TextField {...written} groups={idCardGroups} autoComplete="off" />
    case 'phone':
      return <TextField {...written} groups={phoneGroups} inputMode="tel" />
    case 'number':
      return (
        <TextField
          {...written}
          inputMode="decimal"
          onChange={(typed) => onChange(/^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed || null)}
        />
      )
    case 'decimal':
      return <DecimalField {...common} value={value} onChange={onChange} />
    case 'date':
      return <DateField {...written} onChange={(day) => onChange(day || null)} />
    case 'days':
      return <DaysField {...common} value={value as Days | null} onChange={onChange} />
    case 'select': {
      const options = getFieldOptions(field, values)
      return (
        <SelectField
          {...common}
          options={options.map((option) => option.label)}
          value={options.find((option) => option.value === value)?.label ?? ''}
          onChange={(chosen) => onChange(options.find((option) => option.label === chosen)?.value ?? null)}
        />
      )
    }
    case 'radio': {
      const options = getFieldOptions(field, values)
      return (
        <Chips
          {...common}
          options={options.map((option) => ({ value: String(option.value), label: option.label }))}
          value={text}
          onChange={(chosen) => onChange(options.find((option) => String(option.value) === chosen)?.value)}
        />
      )
    }
    case 'multi':
      return (
        <ChoicesField
          {...common}
          options={getFieldOptions(field, values)}
          value={value as readonly (string | number)[]}
          onChange={onChange}
        />
      )
    case 'switch':
      return (
        <Switch label={label} {...(typeof hint === 'string' && { hint })} isOn={value === true} onChange={onChange} />
      )
    case 'control': {
      const { of, known, orgId, max } = field.control!
      return (
        <ModuleControl
          {...common}
          of={of}
          value={value}
          known={known}
          orgId={orgId}
          max={max}
          onChange={onChange}
          onPending={onPending}
        />
      )
    }
    case 'rows':
      return (
        <RowsField
          {...common}
          rows={field.rows!}
          cellErrors={cellErrors}
          value={value as readonly Values[]}
          onChange={onChange}
          onPending={onPending}
        />
      )
    case 'custom':
      throw new Error(`${name}: a control of the desk cannot be drawn on a phone`)
  }
}

const toText = (value: unknown) => (value === null || value === undefined ? '' : String(value as string | number))

function ModuleControl({ of, ...props }: { of: string } & CommonProps & ModuleProps) {
  const Control = use(PhoneControlsContext).controls[of]
  if (!Control) throw new Error(`no module provides the control ${of} for phones`)
  return <Control {...props} />
}
interface ModuleProps {
  value: unknown
  known: unknown
  orgId: string | null | undefined
  max: number | undefined
  onPending: (message: string | undefined) => void
}

interface CommonProps {
  label: string
  name: string
  isOptional: boolean
  error: string | undefined
  hint: ReactNode
  onChange: (value: unknown) => void
}

function LongText({
  label,
  name,
  isOptional,
  error,
  hint,
  value,
  placeholder,
  onChange,
}: CommonProps & { value: string; placeholder?: string }) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} isOptional={isOptional} error={error} hint={hint}>
      <textarea
        id={id}
        name={name}
        className={styles['long']}
        rows={4}
        value={value}
        placeholder={placeholder}
        onChange={({ target }) => onChange(target.value)}
        aria-required={!isOptional}
        aria-invalid={error !== undefined}
        aria-describedby={error || hint ? `${id}-below` : undefined}
      />
    </FieldFrame>
  )
}

/** Typed as a decimal, stored in hundredths. What is not a number stays as it was typed. */
function DecimalField({ value, onChange, ...common }: CommonProps & { value: unknown }) {
  const [text, setText] = useState(() => (typeof value === 'number' ? String(value / 100) : ''))
  return (
    <TextField
      {...common}
      inputMode="decimal"
      value={text}
      onChange={(typed) => {
        setText(typed)
        onChange(/^\d+(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : typed || null)
      }}
    />
  )
}

interface Days {
  from: string
  to: string
}

function DaysField({ label, value, error, onChange, ...common }: CommonProps & { value: Days | null }) {
  const change = (part: keyof Days, day: string) => {
    const next = { from: value?.from ?? '', to: value?.to ?? '', [part]: day }
    onChange(next.from || next.to ? next : null)
  }
  return (
    <>
      <DateField
        {...common}
        label={`${label}（开始）`}
        value={value?.from ?? ''}
        onChange={(day) => change('from', day)}
      />
      <DateField
        {...common}
        label={`${label}（结束）`}
        error={error}
        value={value?.to ?? ''}
        onChange={(day) => change('to', day)}
      />
    </>
  )
}

interface ChoicesProps {
  options: readonly { value: string | number; label: string }[]
  value: readonly (string | number)[]
}

function ChoicesField({ label, name, error, hint, options, value, onChange }: CommonProps & ChoicesProps) {
  const id = useId()
  const toggle = (key: string | number) =>
    onChange(value.includes(key) ? value.filter((one) => one !== key) : [...value, key])
  return (
    <fieldset className={styles['choices']} aria-describedby={error || hint ? `${id}-below` : undefined}>
      <legend>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          isLarge
          name={name}
          label={option.label}
          checked={value.includes(option.value)}
          onChange={() => toggle(option.value)}
        />
      ))}
      <FieldMessage id={`${id}-below`} error={error} hint={hint} />
    </fieldset>
  )
}

interface RowsProps {
  rows: RowsSpec
  cellErrors: Readonly<Record<string, string>>
  value: readonly Values[]
  onPending: (message: string | undefined) => void
}

/** Rows of the same fields, one below the other. */
function RowsField({ label, error, hint, rows, cellErrors, value, onChange, onPending }: CommonProps & RowsProps) {
  const { cells, add: addLabel, min = 0, max, create } = rows
  const { keys, add, remove } = useRowKeys(value.length)
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const isAdded = useRef(false)
  useEffect(() => {
    if (!isAdded.current) return
    isAdded.current = false
    list.current?.querySelector<HTMLElement>('[data-row]:last-of-type :is(input, select)')?.focus()
  })
  const hasCellErrors = Object.keys(cellErrors).length > 0
  return (
    <fieldset ref={list} className={styles['rows']}>
      <legend>{label}</legend>
      {value.map((row, at) => (
        <div key={keys[at]} className={styles['row']} role="group" aria-label={`${label} ${at + 1}`} data-row="">
          <div className={styles['rowHead']}>
            <span aria-hidden>{at + 1}</span>
            {value.length > min && (
              <TextButton
                aria-label={`移除${label} ${at + 1}`}
                onClick={() => {
                  remove(at)
                  onChange(value.filter((_, index) => index !== at))
                }}
              >
                移除
              </TextButton>
            )}
          </div>
          {cells.map((cell) => (
            <div
              key={cell.name}
              onBlur={() => {
                const tidied = cell.tidy?.(toText(row[cell.name]))
                if (tidied !== undefined && tidied !== row[cell.name])
                  onChange(value.map((one, index) => (index === at ? { ...one, [cell.name]: tidied } : one)))
              }}
            >
              <FormField
                field={cell}
                values={row}
                error={cellErrors[`${at}.${cell.name}`]}
                onChange={(next) =>
                  onChange(value.map((one, index) => (index === at ? { ...one, [cell.name]: next } : one)))
                }
                onPending={onPending}
              />
            </div>
          ))}
        </div>
      ))}
      {value.length < max && (
        <Button
          kind="plain"
          onClick={() => {
            isAdded.current = true
            add()
            onChange([...value, create(value)])
          }}
        >
          {addLabel}
        </Button>
      )}
      <FieldMessage id={`${id}-below`} error={hasCellErrors ? undefined : error} hint={hint} />
    </fieldset>
  )
}
