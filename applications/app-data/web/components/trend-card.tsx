import { useRef, useState } from 'react'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Chart } from '#packages/web/desk/chart/chart.tsx'
import { ChartDownload, ViewSwitch } from '#packages/web/desk/chart/chart-tools.tsx'
import type { DataColumn } from '../../contract.ts'
import type { Board } from '../data-queries.ts'
import { findTrend, listTrendEvents, listTrendMarks } from '../trend.ts'
import styles from './trend-card.module.css'

const notesAtMost = 5

interface Props {
  data: Board
  column: DataColumn
  readAt: number
}

/** The days of one metric: a day without a figure is a gap; a line tells what happened. */
export function TrendCard({ data: { days, marks, page, from, to }, column, readAt }: Props) {
  const frame = useRef<HTMLElement>(null)
  const [isTable, setTable] = useState(false)
  const finding = findTrend(days, column)
  const points = listTrendMarks(days, marks)
  // Without any value there is no scale to draw.
  const isKnown = days.some(({ cell }) => cell.value !== null)
  const notes = points.filter(({ note }) => note)
  const text = {
    finding,
    about: `${column.title}（${column.unit}），${from} 至 ${to}`,
    origin: `来自${page.title}，${formatDayTime(readAt)}`,
    series: [],
  }
  return (
    <section ref={frame} className={styles['card']} aria-label={`${column.title}的变化`}>
      <header className={styles['head']}>
        <h2 className={styles['finding']}>{finding}</h2>
        {isKnown && (
          <div className={styles['tools']}>
            <ViewSwitch isTable={isTable} onChange={setTable} />
            <ChartDownload frame={frame} text={text} />
          </div>
        )}
      </header>
      {isKnown ? (
        <Chart
          kind="lines"
          finding={finding}
          measure={column.title}
          unit={column.unit}
          of="日期"
          series={[column.title]}
          marks={points}
          events={listTrendEvents(days, marks)}
          most={column.unit === '%' ? 100 : undefined}
          source={page.title}
          readAt={readAt}
          isTable={isTable}
        />
      ) : (
        <p className={styles['none']}>这段时间没有记录</p>
      )}
      {!isTable && notes.length > 0 && (
        <ul className={styles['notes']} aria-label="走势说明">
          {notes.slice(0, notesAtMost).map(({ label, note }) => (
            <li key={label}>
              {label} {note}
            </li>
          ))}
          {notes.length > notesAtMost && <li>另有 {notes.length - notesAtMost} 天，见表格</li>}
        </ul>
      )}
    </section>
  )
}
