import { DownOutlined } from '@ant-design/icons'
import { Checkbox, Select } from 'antd'
import { Glyph } from '../../glyph.tsx'
import { getLabelId } from '../form-row.tsx'
import type { Option } from '../form-spec.ts'
import { toText, type ControlProps } from './control-props.ts'
import styles from './controls.module.css'
import { silentClear } from '../../clear-icon.tsx'

/** From this number on the select is searchable. */
const manyOptions = 9

/** Only elements inside an open dialog are visible above it. */
const layerOf = (node: HTMLElement) => node.closest('dialog') ?? document.body

const searching = (options: readonly Option[]) =>
  options.length >= manyOptions && {
    showSearch: {
      filterOption: (typed: string, option: { label?: unknown } | undefined) => toText(option?.label).includes(typed),
    },
  }

/** `label`: the name of the control, where the label of the row names several. */
export function SelectControl(props: ControlProps & { label?: string | undefined }) {
  const {
    control,
    label,
    value,
    options,
    placeholder = '请选择',
    isRequired,
    isFilled,
    isPhone,
    none,
    onChange,
  } = props
  if (isPhone) return <NativeSelect {...props} />
  const isChosen = options.some((option) => option.value === value)
  return (
    <Select
      {...control}
      className={`${styles['select']} ${isFilled ? styles['filled'] : ''}`}
      aria-required={isRequired}
      {...namedBy(control.id, label)}
      suffixIcon={<Glyph of={DownOutlined} />}
      placeholder={placeholder}
      value={isChosen ? (value as Option['value']) : null}
      options={[...options]}
      allowClear={!isRequired && silentClear}
      getPopupContainer={layerOf}
      onChange={(chosen: Option['value'] | undefined | null) => onChange(chosen ?? none)}
      {...searching(options)}
    />
  )
}

const namedBy = (id: string, label: string | undefined) =>
  label === undefined ? { 'aria-labelledby': getLabelId(id) } : { 'aria-label': label }

/** The native select of the phone. */
function NativeSelect({
  control,
  name,
  value,
  options,
  placeholder = '请选择',
  isRequired,
  none,
  onChange,
  label,
}: ControlProps & { label?: string | undefined }) {
  const at = options.findIndex((option) => option.value === value)
  const { status, ...aria } = control
  return (
    <span className={styles['native']}>
      <select
        {...aria}
        name={name}
        className={`${status === 'error' ? styles['wrong'] : ''} ${at < 0 ? styles['placeholder'] : ''}`}
        aria-required={isRequired}
        aria-label={label}
        value={at}
        onChange={({ target }) => onChange(options[Number(target.value)]?.value ?? none)}
      >
        <option value={-1} disabled={isRequired}>
          {placeholder}
        </option>
        {options.map((option, index) => (
          <option key={option.value} value={index}>
            {option.label}
          </option>
        ))}
      </select>
      <Glyph of={DownOutlined} />
    </span>
  )
}

/** A few options are checkboxes side by side; many are chosen from a list. */
export function MultiControl({ control, value, options, placeholder = '请选择', isRequired, onChange }: ControlProps) {
  const chosen = Array.isArray(value) ? (value as Option['value'][]) : []
  if (options.length < manyOptions) {
    return (
      <Checkbox.Group
        className={styles['boxes']!}
        role="group"
        aria-labelledby={getLabelId(control.id)}
        aria-describedby={control['aria-describedby']}
        value={chosen}
        options={[...options]}
        onChange={onChange}
      />
    )
  }
  return (
    <Select
      {...control}
      mode="multiple"
      className={styles['select']!}
      aria-required={isRequired}
      aria-labelledby={getLabelId(control.id)}
      suffixIcon={<Glyph of={DownOutlined} />}
      placeholder={placeholder}
      value={chosen}
      options={[...options]}
      getPopupContainer={layerOf}
      onChange={onChange}
      {...searching(options)}
    />
  )
}
