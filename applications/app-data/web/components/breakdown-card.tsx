import { useState } from 'react'
import { Chart } from '#packages/web/desk/chart/chart.tsx'
import { ViewSwitch } from '#packages/web/desk/chart/chart-tools.tsx'
import type { DataColumn } from '../../contract.ts'
import { countMasked, findBreakdown, listBreakdownMarks, nameDims } from '../breakdown.ts'
import type { Board } from '../data-queries.ts'
import styles from './trend-card.module.css'

interface Props {
  data: Board
  column: DataColumn
  readAt: number
}

/** One metric by its dimension: leave by its type. */
export function BreakdownCard({ data: { dims, page }, column, readAt }: Props) {
  const [isTable, setTable] = useState(false)
  const finding = findBreakdown(dims, column)
  const marks = listBreakdownMarks(dims)
  const masked = countMasked(dims)
  const by = nameDims(column)
  return (
    <section className={styles['card']} data-small aria-label={`${column.title}按${by}`}>
      <header className={styles['head']}>
        <h2 className={styles['finding']}>{finding}</h2>
        {marks.length > 0 && (
          <div className={styles['tools']}>
            <ViewSwitch isTable={isTable} onChange={setTable} />
          </div>
        )}
      </header>
      {marks.length > 0 && (
        <Chart
          kind="rows"
          isLight
          finding={finding}
          measure={column.title}
          unit={column.unit}
          of={by}
          series={[column.title]}
          marks={marks}
          source={page.title}
          readAt={readAt}
          isTable={isTable}
        />
      )}
      {masked > 0 && <p className={styles['notes']}>另有 {masked} 项人数过少，不显示</p>}
    </section>
  )
}
