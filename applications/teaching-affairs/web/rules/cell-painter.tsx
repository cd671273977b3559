import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Cell } from '#engines/timetable/contract.ts'
import type { Control } from '#packages/web/core/field-control.ts'
import { formatWeekday } from '../timetable/timetable-views.ts'
import { toggleAll, withCell } from './painted-cells.ts'
import styles from './cell-painter.module.css'

/** Schools with lessons on Sundays have none of them in the timetable. */
const weekdays = [1, 2, 3, 4, 5, 6]

interface Props {
  control: Control
  value: readonly Cell[]
  periods: ReadonlyMap<string, string>
  /** One cell at most. */
  isSingle: boolean
  onChange: (cells: Cell[]) => void
}

/** Weekdays and periods to paint: click, drag, or arrow keys and Space; a head paints its whole line. */
export function CellPainter({ control, value, periods, isSingle, onChange }: Props) {
  const rows = [...periods]
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState({ row: 0, column: 0 })
  /** While the button is down: whether cells are painted or cleared. */
  const brush = useRef<boolean>(undefined)
  const has = (weekday: number, periodId: string) =>
    value.some((cell) => cell.weekday === weekday && cell.periodId === periodId)
  // Leaving one cell and entering the next happen before the form has rendered.
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  }, [value])
  const paint = (cell: Cell, isOn: boolean) => {
    const next = isSingle && isOn ? [cell] : withCell(latest.current, cell, isOn)
    latest.current = next
    onChange(next)
  }
  const press = (event: KeyboardEvent) => {
    const step = moves[event.key]
    if (!step) return
    event.preventDefault()
    const next = {
      row: clamp(at.row + step[0], rows.length),
      column: clamp(at.column + step[1], weekdays.length),
    }
    setAt(next)
    table.current?.querySelector<HTMLElement>(`[data-at="${next.row} ${next.column}"]`)?.focus()
  }
  const down = (event: PointerEvent<HTMLButtonElement>, cell: Cell) => {
    // A finger keeps its pointer at the first cell otherwise.
    if (event.currentTarget.hasPointerCapture?.(event.pointerId)) {
      event.currentTarget.releasePointerCapture(event.pointerId)
    }
    brush.current = !has(cell.weekday, cell.periodId)
    window.addEventListener('pointerup', () => (brush.current = undefined), { once: true })
  }
  return (
    <table
      ref={table}
      className={styles['painter']}
      // Its cells are buttons with one tab stop.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      id={control.id}
      aria-label="节次"
      aria-describedby={control['aria-describedby']}
      tabIndex={-1}
      onKeyDown={press}
    >
      <thead>
        <tr>
          <th scope="col">节次</th>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col">
              <Head
                label={formatWeekday(weekday)}
                isOff={isSingle}
                onPress={() =>
                  onChange(
                    toggleAll(
                      value,
                      [...periods.keys()].map((periodId) => ({ weekday, periodId })),
                    ),
                  )
                }
              />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([periodId, name], row) => (
          <tr key={periodId}>
            <th scope="row">
              <Head
                label={name}
                isOff={isSingle}
                onPress={() =>
                  onChange(
                    toggleAll(
                      value,
                      weekdays.slice(0, 5).map((weekday) => ({ weekday, periodId })),
                    ),
                  )
                }
              />
            </th>
            {weekdays.map((weekday, column) => {
              const cell = { weekday, periodId }
              const isOn = has(weekday, periodId)
              return (
                <td key={weekday} aria-selected={isOn}>
                  <button
                    type="button"
                    className={styles['cell']}
                    data-at={`${row} ${column}`}
                    aria-label={`${formatWeekday(weekday)}${name}`}
                    aria-pressed={isOn}
                    tabIndex={at.row === row && at.column === column ? 0 : -1}
                    onFocus={() => setAt({ row, column })}
                    onClick={() => paint(cell, !isOn)}
                    onPointerDown={(event) => down(event, cell)}
                    onPointerLeave={() => brush.current !== undefined && paint(cell, brush.current)}
                    onPointerEnter={() => brush.current !== undefined && paint(cell, brush.current)}
                  />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const moves: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
const clamp = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1)

/** Paints or clears a whole day, or a period of the usual week. */
const Head = ({ label, isOff, onPress }: { label: string; isOff: boolean; onPress: () => void }) =>
  isOff ? (
    <span>{label}</span>
  ) : (
    <button type="button" className={styles['head']} title={`${label}全部选择或取消`} onClick={onPress}>
      {label}
    </button>
  )
