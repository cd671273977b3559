import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '#packages/web/core/query-of.ts'
import { getGreeting, formatWeekday } from '#packages/web/core/format/time.ts'
import { useSession } from '#packages/web/core/session.ts'
import dots from '#packages/web/desk/dot-separated.module.css'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { schoolingApi } from '#kernel/schooling/contract.ts'
import { WeatherStrip } from '#kernel/weather/web/api.ts'
import { getSalutation } from '#packages/web/core/salutation.ts'
import { useNow } from './use-now.ts'
import styles from './greeting.module.css'

/** The same query key as the week card, so that it is fetched once. */
const week = queryOf(['schooling'], schoolingApi.week)

export function Greeting({ children }: { children?: ReactNode }) {
  const user = useSession((session) => session.user)
  const now = useNow()
  const isPhone = usePhone()
  const { data } = useQuery(week)
  const day = formatWeekday(now)
  return (
    <div className={styles['line']}>
      <h1 className={styles['words']}>
        {getGreeting(now)}
        {user && `，${getSalutation(user)}`}
      </h1>
      <p className={`${styles['day']} ${dots['dotted']}`}>
        <span>{isPhone ? day.slice('2026-'.length) : day}</span>
        {data?.number && <span>第 {data.number} 周</span>}
        <WeatherStrip />
      </p>
      {children}
    </div>
  )
}
