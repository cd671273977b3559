import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useEffect, useId, useRef, type ComponentType, type CSSProperties, type KeyboardEvent } from 'react'
import type { RowCell, RowsSpec } from '#packages/web/core/form/form-spec.ts'
import { useRowKeys } from '#packages/web/core/form/use-row-keys.ts'
import { Button } from '../../button.tsx'
import { Glyph } from '../../glyph.tsx'
import { toText, type ControlProps } from './control-props.ts'
import { DateControl } from './date.tsx'
import { GroupedControl } from './grouped-control.tsx'
import { NumberControl } from './number.tsx'
import { SelectControl } from './select.tsx'
import { TextControl } from './text.tsx'
import styles from './rows.module.css'

type Row = Readonly<Record<string, unknown>>

const cellControls: Record<RowCell['kind'], ComponentType<ControlProps & { label?: string | undefined }>> = {
  text: TextControl,
  number: NumberControl,
  select: SelectControl,
  date: DateControl,
  phone: (props) => <GroupedControl grouping="phone" {...props} />,
}

interface Props extends ControlProps {
  rows: RowsSpec
  /** The messages of invalid cells, by row and name: `2.begins`. */
  errors: Readonly<Record<string, string>>
}

/** Rows of cells. Enter goes to the same cell of the next row, and adds a row below the last. */
export function RowsControl({ rows: { cells, add: addLabel, min = 0, max, create }, errors, ...props }: Props) {
  const { value, control, isPhone, onChange } = props
  const rows = value as readonly Row[]
  const { keys, add, remove } = useRowKeys(rows.length)
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const focus = useFocusAfterChange(frame)
  const put = (at: number, part: Row) => onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  const addRow = (cell: string) => {
    add()
    onChange([...rows, create(rows)])
    focus(rows.length, cell)
  }
  const removeRow = (at: number) => {
    remove(at)
    onChange(rows.filter((_, index) => index !== at))
    focus(Math.min(at, rows.length - 2), 'remove')
  }
  const press = (event: KeyboardEvent, at: number, cell: string) => {
    const isCell = event.target instanceof HTMLInputElement && event.target.type !== 'search'
    if (event.key !== 'Enter' || !isCell || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (at + 1 < rows.length) focus(at + 1, cell)
    else if (rows.length < max) addRow(cell)
  }
  const columns = [...cells.map(({ columnWidth: width }) => (width ? `${width}px` : 'minmax(0, 1fr)')), 'auto'].join(
    ' ',
  )
  return (
    <div ref={frame} className={styles['frame']} style={{ '--cells': columns } as CSSProperties}>
      {rows.length > 0 && (
        <div className={styles['labels']} aria-hidden>
          {cells.map(({ name, label }) => (
            <span key={name}>{label}</span>
          ))}
        </div>
      )}
      {rows.map((row, at) => {
        const wrong = cells.flatMap(({ name }) => errors[`${at}.${name}`] ?? [])
        return (
          <div key={keys[at]} className={styles['row']} role="group" aria-label={`第 ${at + 1} 行`} data-row={at}>
            {cells.map((cell) => {
              const { name, label, kind, required = false, options = [], placeholder, tidy } = cell
              const error = errors[`${at}.${name}`]
              const Cell = cellControls[kind]
              const leave = () => {
                const tidied = tidy?.(toText(row[name]))
                if (tidied !== undefined && tidied !== row[name]) put(at, { [name]: tidied })
              }
              return (
                // The focus and the keys are those of the control inside.
                // eslint-disable-next-line jsx-a11y/no-static-element-interactions
                <div
                  key={name}
                  className={styles['cell']}
                  data-cell={name}
                  onBlur={leave}
                  onKeyDown={(event) => press(event, at, name)}
                >
                  <span className={styles['label']} aria-hidden>
                    {label}
                  </span>
                  <Cell
                    name={`${props.name}.${at}.${name}`}
                    label={`第 ${at + 1} 行${label}`}
                    control={{
                      id: `${id}-${at}-${name}`,
                      status: error ? 'error' : '',
                      'aria-invalid': Boolean(error),
                      'aria-describedby': error ? `${id}-${at}-below` : control['aria-describedby'],
                      'aria-label': `第 ${at + 1} 行${label}`,
                    }}
                    value={row[name]}
                    options={options}
                    placeholder={placeholder}
                    isRequired={required}
                    isFilled={false}
                    isPhone={isPhone}
                    none={null}
                    onChange={(next) => put(at, { [name]: next })}
                    onPending={props.onPending}
                  />
                </div>
              )
            })}
            <span data-cell="remove">
              <Button
                type="text"
                icon={<Glyph of={DeleteOutlined} />}
                aria-label={`移除第 ${at + 1} 行`}
                title="移除"
                disabled={rows.length <= min}
                onClick={() => removeRow(at)}
              />
            </span>
            {wrong.length > 0 && (
              <p id={`${id}-${at}-below`} className={styles['error']}>
                {[...new Set(wrong)].join('；')}
              </p>
            )}
          </div>
        )
      })}
      <Button
        icon={<Glyph of={PlusOutlined} />}
        data-add=""
        disabled={rows.length >= max}
        onClick={() => addRow(cells[0]!.name)}
      >
        {addLabel}
      </Button>
    </div>
  )
}

/** The focus follows an added row, and stays in the rows when one is removed. */
function useFocusAfterChange(frame: { readonly current: HTMLElement | null }) {
  const target = useRef<{ at: number; cell: string }>(undefined)
  const move = () => {
    if (!target.current) return
    const { at, cell } = target.current
    target.current = undefined
    const place = frame.current?.querySelector(`[data-row="${at}"] [data-cell="${CSS.escape(cell)}"]`)
    const control =
      place?.querySelector<HTMLElement>('input, select, button:not(:disabled)') ??
      frame.current?.querySelector<HTMLElement>('[data-add]')
    control?.focus()
    if (control instanceof HTMLInputElement) control.select()
  }
  useEffect(move)
  return (at: number, cell: string) => {
    target.current = { at, cell }
    // The row may be there already.
    if (frame.current?.querySelector(`[data-row="${at}"]`) && cell !== 'remove') move()
  }
}
