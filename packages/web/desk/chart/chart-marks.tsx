import { useRef, useState, type KeyboardEvent } from 'react'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { describeValue, type ChartProps } from './chart-props.ts'
import { DrillDownLink } from './drill-down-link.tsx'
import styles from './chart.module.css'

export interface MarkBox {
  /** The mark, and its series. */
  at: number
  of: number
  left: number
  top: number
  width: number
  height: number
}

type Props = ChartProps & { boxes: readonly MarkBox[] }

/**
 * Over each drawn mark lies its link. All of them are one stop of the Tab key; arrow keys move between them, Enter opens
 * the list.
 */
export function ChartMarks({ boxes, ...chart }: Props) {
  const [current, setCurrent] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const count = chart.series.length
  const step = (key: string): number | undefined => {
    // Along the axis to the next mark, across it to the next series.
    const isRows = chart.kind === 'rows'
    const steps: Record<string, number> = {
      [isRows ? 'ArrowDown' : 'ArrowRight']: count,
      [isRows ? 'ArrowUp' : 'ArrowLeft']: -count,
      [isRows ? 'ArrowRight' : 'ArrowUp']: 1,
      [isRows ? 'ArrowLeft' : 'ArrowDown']: -1,
    }
    if (key === 'Home') return 0
    if (key === 'End') return boxes.length - 1
    const by = steps[key]
    return by === undefined ? undefined : Math.min(Math.max(current + by, 0), boxes.length - 1)
  }
  const move = (event: KeyboardEvent) => {
    const to = step(event.key)
    if (to === undefined) return
    // The page turns its period with the same keys.
    event.preventDefault()
    event.stopPropagation()
    setCurrent(to)
    list.current?.querySelectorAll<HTMLElement>('[data-mark]')[to]?.focus()
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={list} className={styles['marks']} aria-label="图中数据，方向键逐个查看" onKeyDown={move}>
      {boxes.map(({ at, of, ...box }, index) => {
        const mark = chart.marks[at]
        const value = mark?.values[of]
        // The boxes are measured after the first drawing, and once more when the data change.
        if (value === undefined) return null
        const text = describeValue(chart, at, of, formatNumber(value))
        const shared = {
          className: styles['mark']!,
          style: box,
          'data-mark': '',
          'data-text': text,
          tabIndex: index === current ? 0 : -1,
          onFocus: () => setCurrent(index),
        }
        const to = mark?.links?.[of]
        return (
          <li key={`${at} ${of}`}>
            {to ? (
              <DrillDownLink {...shared} to={to} aria-label={text} />
            ) : (
              <span {...shared} role="img" aria-label={text} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
