import { useState } from 'react'
import { Chart } from '#packages/web/desk/chart/chart.tsx'
import { ViewSwitch } from '#packages/web/desk/chart/chart-tools.tsx'
import type { ChartProps } from '#packages/web/desk/chart/chart-props.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { statisticsBy, type AttendanceStatistics, type MissedLesson } from '../../contract.ts'
import { findAbsentDays, findLowest, getRate, getRolledRate, type StatisticsBy } from './findings.ts'
import { countAbsent, countLeave, countRolled, formatRate, rateOf } from './mark-text.ts'
import { MissedLessons } from './missed-lessons.tsx'
import { RecordsLink } from './records-link.tsx'
import styles from './statistics-content.module.css'

interface Props {
  of: AttendanceStatistics
  missed: { data: readonly MissedLesson[] | undefined; error: unknown; refetch: () => unknown }
  by: StatisticsBy
  readAt: number
}

export function StatisticsContent({ of, missed, by, readAt }: Props) {
  const { rows, total, days } = of
  const name = statisticsBy[by]
  if (total.lessons === 0 && rows.length === 0) {
    return (
      <div className={styles['card']}>
        <PageState status="empty" of="class" title="这段时间没有需要点名的课" text="换一段时间试试。" />
      </div>
    )
  }
  const period = { from: of.from, to: of.to }
  const rate = { measure: '出勤率', unit: '%', of: name, kind: 'rows', most: 100, series: ['出勤率'] } as const
  return (
    <>
      <ul className={styles['figures']}>
        <Figure
          title="出勤率"
          value={formatRate(getRate(total))}
          note={`应到 ${formatNumber(countRolled(total))} 人次`}
        />
        <Figure
          title="点名率"
          value={formatRate(getRolledRate(total))}
          note={`已点 ${formatNumber(total.rolled)} 节，应点 ${formatNumber(total.lessons)} 节`}
        />
        <Figure
          title="迟到率"
          value={formatRate(rateOf(total.late, countRolled(total)))}
          note={`迟到 ${formatNumber(total.late)} 人次`}
        />
        <Figure
          title="缺课人次"
          value={formatNumber(countAbsent(total))}
          note={`另请假 ${formatNumber(countLeave(total))} 人次，未点名不计`}
        />
      </ul>
      <div className={styles['charts']}>
        <Panel {...rate} {...findLowest(rows, { measure: '出勤率', of: getRate, whole: '全部到齐' })} readAt={readAt} />
        <Panel
          {...findAbsentDays(days)}
          measure="缺席（含请假）和迟到"
          unit="人次"
          of="日期"
          kind="lines"
          series={['缺席', '迟到']}
          readAt={readAt}
        />
      </div>
      <RowTable rows={rows} name={name} by={by} period={period} />
      <section className={styles['card']} aria-label="漏点">
        <h2>{missed.data ? `漏点 ${missed.data.length} 节` : '漏点'}</h2>
        <QueryState query={missed}>{(lessons) => <MissedLessons of={lessons} />}</QueryState>
      </section>
    </>
  )
}

const Figure = ({ title, value, note }: { title: string; value: string; note: string }) => (
  <li className={styles['figure']}>
    <span>{title}</span>
    <strong>{value}</strong>
    <span>{note}</span>
  </li>
)

function Panel(props: Omit<ChartProps, 'isTable'>) {
  const [isTable, setTable] = useState(false)
  return (
    <section className={styles['card']} aria-label={props.measure}>
      <header className={styles['head']}>
        <h2>{props.finding}</h2>
        {props.marks.length > 0 && <ViewSwitch isTable={isTable} onChange={setTable} />}
      </header>
      {props.marks.length > 0 ? (
        <Chart {...props} isTable={isTable} isLight />
      ) : (
        <p className={styles['none']}>这段时间没有点名</p>
      )}
    </section>
  )
}

interface TableProps {
  rows: AttendanceStatistics['rows']
  name: string
  by: StatisticsBy
  period: { from: string; to: string }
}

const RowTable = ({ rows, name, by, period }: TableProps) => (
  <section className={styles['card']} aria-label={`各${name}考勤`}>
    <h2>{`各${name}考勤`}</h2>
    {/* A wide table is scrolled with the keys too. */}
    {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <div className={styles['table']} role="region" aria-label={`各${name}考勤，表格`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {[
              name,
              '应点',
              '已点',
              '点名率',
              '应到',
              '出勤率',
              '迟到',
              '缺半节',
              '早退',
              '病假',
              '事假',
              '公假',
              '旷课',
              '未到',
            ].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <RecordsLink by={by} of={row} {...period} />
              </th>
              <td>{row.lessons}</td>
              <td>{row.rolled}</td>
              <td>{formatRate(getRolledRate(row))}</td>
              <td>{formatNumber(countRolled(row))}</td>
              <td>{formatRate(getRate(row))}</td>
              <td>{row.late}</td>
              <td>{row.halfMissed}</td>
              <td>{row.early}</td>
              <td>{row.sick}</td>
              <td>{row.private}</td>
              <td>{row.official}</td>
              <td>{row.truant}</td>
              <td>{row.missing}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
