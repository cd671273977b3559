import { Component, lazy, Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useBigText } from '#packages/web/core/big-text.ts'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { formatClock } from '#packages/web/core/format/time.ts'
import dots from '../dot-separated.module.css'
import visuallyHidden from '../visually-hidden.module.css'
import { usePhone } from '../use-phone.ts'
import type { ChartProps } from './chart-props.ts'
import styles from './chart.module.css'

// ECharts is loaded with the first chart.
const Plot = lazy(() => import('./plot.tsx'))

const maxColumnsOnPhone = 6

/** Values as a chart or as a table; the table is always present for screen readers. */
export function Chart(props: ChartProps) {
  const { finding, measure, unit, marks, readAt, isTable } = props
  // With large text the title is the sentence, and the table has the values.
  const isBig = useBigText()
  const [isBroken, setBroken] = useState(false)
  const isPhone = usePhone()
  // Many names do not fit side by side on a phone.
  const kind = isPhone && marks.length > maxColumnsOnPhone ? 'rows' : props.kind
  const table = <Table {...props} />
  return (
    <>
      <p className={`${styles['about']} ${dots['dotted']}`}>
        <span>
          {measure}（{unit}）
        </span>
        <span>更新于 {formatClock(readAt)}</span>
      </p>
      {isTable || isBig || isBroken ? (
        <div className={styles['table']}>{table}</div>
      ) : (
        <>
          <div className={styles['plot']} role="img" aria-label={finding}>
            <PlotFault onFault={() => setBroken(true)}>
              <Suspense>
                <Plot marks={marks} kind={kind} unit={unit} most={props.most} finding={finding} />
              </Suspense>
            </PlotFault>
          </div>
          <div className={visuallyHidden['only']}>{table}</div>
        </>
      )}
    </>
  )
}

const Table = ({ finding, of, measure, unit, marks }: ChartProps) => (
  <table>
    <caption className={visuallyHidden['only']}>{finding}</caption>
    <thead>
      <tr>
        <th scope="col">{of}</th>
        <th scope="col">
          {measure}（{unit}）
        </th>
        {marks.some(({ note }) => note) && <th scope="col">说明</th>}
      </tr>
    </thead>
    <tbody>
      {marks.map(({ label, value, note, to }) => (
        <tr key={label}>
          <th scope="row">{to ? <Link to={to}>{label}</Link> : label}</th>
          <td>{formatNumber(value)}</td>
          {marks.some((mark) => mark.note) && <td>{note}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)

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
