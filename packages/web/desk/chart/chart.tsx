import { Component, lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { formatClock } from '#packages/web/core/format/time.ts'
import dots from '../dot-separated.module.css'
import visuallyHidden from '../visually-hidden.module.css'
import { usePhone } from '../use-phone.ts'
import { useInView } from '../use-in-view.ts'
import { sumValues, type ChartProps } from './chart-props.ts'
import { DrillDownLink } from './drill-down-link.tsx'
import { isSimple, SimpleBars } from './simple-bars.tsx'
import styles from './chart.module.css'

// ECharts is loaded with the first chart.
const Plot = lazy(() => import('./plot.tsx'))

const maxColumnsOnPhone = 6
/** Below it the names of rows would touch. */
const rowHeight = 17
const axisHeight = 22

/** Values as a chart or as a table; the table is always present for screen readers. */
export function Chart(props: ChartProps) {
  const { finding, measure, unit, marks, series, source, readAt, isTable } = props
  // With large text the title is the sentence, and the table has the values.
  const isBig = useBigText()
  const [isBroken, setBroken] = useState(false)
  const figure = useRef<HTMLElement>(null)
  const isSeen = useInView(figure)
  const isPhone = usePhone()
  // Many names do not fit side by side on a phone.
  const kind = isPhone && props.kind === 'columns' && marks.length > maxColumnsOnPhone ? 'rows' : props.kind
  const minHeight = kind === 'rows' ? marks.length * rowHeight + axisHeight : 0
  const isDrawn = !(isTable || isBig || isBroken)
  return (
    <>
      <div className={styles['line']}>
        <p className={`${styles['about']} ${dots['dotted']}`}>
          <span>
            {measure}（{unit}）
          </span>
          {source && <span>来自{source}</span>}
          <span>更新于 {formatClock(readAt)}</span>
        </p>
        {isDrawn && series.length > 1 && kind !== 'lines' && <Legend series={series} />}
      </div>
      {isDrawn ? (
        // A list of images of one word each would say less than the table below.
        <figure ref={figure} className={styles['plot']} aria-label={finding} style={{ minHeight }}>
          {props.isLight && isSimple({ ...props, kind }) ? (
            <SimpleBars {...props} kind={kind} />
          ) : (
            (isSeen || !props.isLight) && (
              <PlotFault onFault={() => setBroken(true)}>
                <Suspense>
                  <Plot {...props} kind={kind} />
                </Suspense>
              </PlotFault>
            )
          )}
          <div className={visuallyHidden['only']}>
            <Table {...props} isHidden />
          </div>
        </figure>
      ) : (
        // A long table is scrolled with the keys too.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles['table']} role="region" aria-label={`${finding}，表格`} tabIndex={0}>
          <Table {...props} />
        </div>
      )}
    </>
  )
}

const Legend = ({ series }: { series: readonly string[] }) => (
  <ul className={styles['legend']} aria-hidden>
    {series.map((name, at) => (
      <li key={name}>
        <i data-series={at + 1} />
        {name}
      </li>
    ))}
  </ul>
)

/** Beside a chart the table has no links: those of the marks can be seen. */
function Table(props: ChartProps & { isHidden?: boolean }) {
  const { finding, of, unit, marks, series, isStacked = false, isHidden = false } = props
  const hasNotes = marks.some(({ note }) => note)
  const hasSum = isStacked && series.length > 1
  return (
    <table>
      <caption className={visuallyHidden['only']}>{finding}</caption>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          {series.map((name) => (
            <th key={name} scope="col" data-number>
              {series.length > 1 ? name : `${name}（${unit}）`}
            </th>
          ))}
          {hasSum && (
            <th scope="col" data-number>
              合计
            </th>
          )}
          {hasNotes && <th scope="col">说明</th>}
        </tr>
      </thead>
      <tbody>
        {marks.map((mark) => (
          <tr key={mark.label}>
            <th scope="row">{mark.label}</th>
            {mark.values.map((value, at) => (
              <td key={series[at]} data-number>
                <LinkedNumber value={value} to={isHidden ? null : mark.links?.[at]} />
              </td>
            ))}
            {hasSum && <td data-number>{formatNumber(sumValues(mark))}</td>}
            {hasNotes && <td>{mark.note}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const LinkedNumber = ({ value, to }: { value: number; to: string | null | undefined }) =>
  to ? <DrillDownLink to={to}>{formatNumber(value)}</DrillDownLink> : formatNumber(value)

/** When the chart fails to load, the table is shown. */
class PlotFault extends Component<{ onFault: () => void; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError = () => ({ isBroken: true })

  override componentDidCatch() {
    this.props.onFault()
  }

  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}
