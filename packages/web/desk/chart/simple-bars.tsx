import { useLayoutEffect, useRef, useState } from 'react'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { ChartMarks, type MarkBox } from './chart-marks.tsx'
import type { ChartProps } from './chart-props.ts'
import styles from './simple-bars.module.css'

/** More names do not fit beside each other. */
const maxMarks = 12

/** Whether a chart is bars of one series, which need no ECharts. */
export const isSimple = ({ series, marks, kind }: Pick<ChartProps, 'series' | 'marks' | 'kind'>) =>
  series.length === 1 && kind !== 'lines' && marks.length <= maxMarks

/** The bars of one series in the look of our charts, without ECharts: it is half as large as the board around it. */
export function SimpleBars(props: ChartProps) {
  const { marks, kind, most } = props
  const bars = useRef<HTMLDivElement>(null)
  const [boxes, setBoxes] = useState<readonly MarkBox[]>([])
  useLayoutEffect(() => {
    const element = bars.current!
    const observer = new ResizeObserver(() => setBoxes([...element.children].map(measureMark)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [marks])
  const largest = most ?? Math.max(1, ...marks.map(({ values: [value = 0] }) => value))
  return (
    <>
      <div ref={bars} className={styles['bars']} data-kind={kind} aria-hidden>
        {marks.map(({ label, values: [value = 0], isHighlighted = false }) => (
          <div key={label} className={styles['mark']} data-highlighted={isHighlighted}>
            <span className={styles['name']}>{label}</span>
            <span className={styles['track']}>
              <i style={{ [kind === 'rows' ? 'width' : 'height']: `${(100 * value) / largest}%` }} />
              <b data-light={most !== undefined && !isHighlighted}>
                {formatNumber(value)}
                {most === 100 && '%'}
              </b>
            </span>
          </div>
        ))}
      </div>
      <ChartMarks {...props} boxes={boxes} />
    </>
  )
}

function measureMark(element: Element, at: number): MarkBox {
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = element as HTMLElement
  return { at, of: 0, left, top, width, height }
}
