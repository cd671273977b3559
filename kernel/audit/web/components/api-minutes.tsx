import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getEntityKey } from '#packages/web/core/entity-key.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Chart } from '#packages/web/desk/chart/chart.tsx'
import { ViewSwitch } from '#packages/web/desk/chart/chart-tools.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { apiCall, apiCallApi, type ApiMinute } from '../../contract.ts'
import { buildMinuteCharts } from '../minute-charts.ts'
import styles from './api-minutes.module.css'

const minutesOf = (from: string, to: string): QueryDefinition<ApiMinute[]> => ({
  queryKey: [...getEntityKey(apiCall), 'minutes', from, to],
  queryFn: ({ signal }) => call(apiCallApi.stat, { query: { from, to }, signal }),
})

const two = (value: number) => String(value).padStart(2, '0')
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: two(hour), label: `${two(hour)}:00–${two(hour)}:59` }))
const china = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** Calls, errors and the time of answers in each minute of an hour. */
export function ApiMinutes() {
  const isPhone = usePhone()
  const [now] = useState(() => china.format(new Date()))
  const [day, setDay] = useState(now.slice(0, 10))
  const [hour, setHour] = useState(now.slice(11, 13))
  const [isTable, setTable] = useState(false)
  const begin = new Date(`${day}T${hour}:00:00+08:00`)
  const query = useQuery(minutesOf(begin.toISOString(), new Date(begin.getTime() + 3600_000).toISOString()))
  return (
    <div className={styles['page']}>
      {!isPhone && <ActionLine />}
      <div className={styles['bar']}>
        <Input
          type="date"
          aria-label="日期"
          className={styles['day']!}
          value={day}
          max={now.slice(0, 10)}
          onChange={({ target }) => target.value && setDay(target.value)}
        />
        <PlainSelect label="时段" value={hour} options={hours} onChange={setHour} />
        <ViewSwitch isTable={isTable} onChange={setTable} />
      </div>
      <QueryState query={query}>
        {(minutes) =>
          minutes.length === 0 ? (
            <PageState
              status="empty"
              title="该时间段内没有日志"
              text="换一个日期或时段；最近31天的每一次调用在“调用记录”里。"
            />
          ) : (
            buildMinuteCharts(begin, minutes).map((chart) => (
              <section key={chart.measure} className={styles['panel']} aria-label={chart.measure}>
                <h2 className={styles['finding']}>{chart.finding}</h2>
                <Chart {...chart} kind="lines" of="时间" readAt={query.dataUpdatedAt} isTable={isTable} />
              </section>
            ))
          )
        }
      </QueryState>
    </div>
  )
}
