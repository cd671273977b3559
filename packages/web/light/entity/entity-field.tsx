import { useId, useState, type ReactElement } from 'react'
import { formatFen, type AnyField, type Days, type Reference } from '#packages/contract/entity/index.ts'
import { Checkbox } from '../checkbox.tsx'
import { SelectField } from '../select-field.tsx'
import { Switch } from '../switch.tsx'
import { FieldFrame, FieldMessage, TextField } from '../text-field.tsx'
import { ReferenceField, type SearchReferences } from './reference-field.tsx'
import styles from './entity-page.module.css'

interface Props {
  name: string
  field: AnyField
  value: unknown
  /** The present reference with its name, or the present files. */
  known: Reference | readonly Reference[] | null | undefined
  error: string | undefined
  search: SearchReferences | undefined
  onChange: (value: unknown) => void
}

/** The control of a field, as its kind determines it. */
export function EntityField({ name, field, value, known, error, search, onChange }: Props): ReactElement {
  const { kind, label, isRequired, options, look } = field
  const common = { label, name, isOptional: !isRequired, error, hint: look.hint }
  switch (kind) {
    case 'text':
      return look.multiline ? (
        <LongText {...common} max={field.max} value={value as string} onChange={onChange} />
      ) : (
        <TextField
          {...common}
          {...(field.max !== null && { maxLength: field.max })}
          {...(look.placeholder && { placeholder: look.placeholder })}
          value={value as string}
          onChange={onChange}
        />
      )
    case 'password':
      return (
        <TextField
          {...common}
          type="password"
          autoComplete="new-password"
          value={(value as string | undefined) ?? ''}
          onChange={onChange}
        />
      )
    case 'integer':
      return (
        <TextField
          {...common}
          inputMode="numeric"
          value={value === null || value === undefined ? '' : String(value as number | string)}
          onChange={(text) => onChange(/^-?\d+$/.test(text) ? Number(text) : text || null)}
        />
      )
    case 'money':
      return <MoneyField {...common} label={`${label}（${look.unit}）`} value={value} onChange={onChange} />
    case 'date':
      return (
        <TextField
          {...common}
          type="date"
          value={(value as string | null) ?? ''}
          onChange={(day) => onChange(day || null)}
        />
      )
    case 'dateRange':
      return <DaysField {...common} value={value as Days | null} onChange={onChange} />
    case 'choice': {
      const keys = Object.keys(options!)
      return (
        <SelectField
          {...common}
          options={Object.values(options!)}
          value={options![value as string] ?? ''}
          onChange={(chosen) => onChange(keys.find((key) => options![key] === chosen) ?? null)}
        />
      )
    }
    case 'choices':
      return <ChoicesField {...common} options={options!} value={value as readonly string[]} onChange={onChange} />
    case 'flag':
      return <Switch label={label} {...(look.hint && { hint: look.hint })} isOn={value === true} onChange={onChange} />
    case 'reference':
      if (!search) throw new Error(`${name}: the page does not say how to search it`)
      return (
        <ReferenceField
          {...common}
          value={value}
          known={known as Reference | null | undefined}
          search={search}
          onChange={onChange}
        />
      )
    case 'files':
      return <FilesNote label={label} files={known as readonly Reference[] | undefined} />
    case 'datetime':
    case 'status':
    case 'external':
      throw new Error(`${name}: a field of kind ${kind} has no control on phones`)
  }
}

/** Files stay as they are: there is no upload on phones yet. */
const FilesNote = ({ label, files = [] }: { label: string; files: readonly Reference[] | undefined }) => (
  <p className={styles['note']}>
    {label}：{files.length > 0 ? `${files.map(({ name }) => name).join('、')}，` : ''}请在电脑上添加或删除
  </p>
)

interface CommonProps {
  label: string
  name: string
  isOptional: boolean
  error: string | undefined
  hint: string | undefined
  onChange: (value: unknown) => void
}

function LongText({ label, name, isOptional, error, hint, max, value, onChange }: CommonProps & LongTextProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} isOptional={isOptional} error={error} hint={hint}>
      <textarea
        id={id}
        name={name}
        className={styles['long']}
        rows={4}
        {...(max !== null && { maxLength: max })}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-required={!isOptional}
        aria-invalid={error !== undefined}
        aria-describedby={error || hint ? `${id}-below` : undefined}
      />
    </FieldFrame>
  )
}
interface LongTextProps {
  max: number | null
  value: string
}

/** An amount: typed in yuan, stored in fen. What is not a number stays as it was typed. */
function MoneyField({ value, onChange, ...common }: CommonProps & { value: unknown }) {
  const [text, setText] = useState(() => (typeof value === 'number' ? formatFen(value).replaceAll(',', '') : ''))
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

function DaysField({ label, value, error, onChange, ...common }: CommonProps & { value: Days | null }) {
  const change = (part: keyof Days, day: string) => {
    const next = { from: value?.from ?? '', to: value?.to ?? '', [part]: day }
    onChange(next.from || next.to ? next : null)
  }
  return (
    <>
      <TextField
        {...common}
        type="date"
        label={`${label}（开始）`}
        value={value?.from ?? ''}
        onChange={(day) => change('from', day)}
      />
      <TextField
        {...common}
        type="date"
        label={`${label}（结束）`}
        error={error}
        value={value?.to ?? ''}
        onChange={(day) => change('to', day)}
      />
    </>
  )
}

interface ChoicesProps {
  options: Readonly<Record<string, string>>
  value: readonly string[]
}

function ChoicesField({ label, name, error, hint, options, value, onChange }: CommonProps & ChoicesProps) {
  const id = useId()
  const toggle = (key: string) => onChange(value.includes(key) ? value.filter((one) => one !== key) : [...value, key])
  return (
    <fieldset className={styles['choices']} aria-describedby={error || hint ? `${id}-below` : undefined}>
      <legend>{label}</legend>
      {Object.entries(options).map(([key, text]) => (
        <Checkbox
          key={key}
          isLarge
          name={name}
          label={text}
          checked={value.includes(key)}
          onChange={() => toggle(key)}
        />
      ))}
      <FieldMessage id={`${id}-below`} error={error} hint={hint} />
    </fieldset>
  )
}
