import { useQuery } from '@tanstack/react-query'
import { addDays } from '#packages/core'
import { call, runUnattended } from '#packages/web/core/call.ts'
import { formatClock, formatDate } from '#packages/web/core/format/time.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { useLate } from '#packages/web/desk/use-late.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { weatherApi, type Weather } from '../contract.ts'
import styles from './weather-strip.module.css'

const refetchMs = 20 * 60_000
/** The server answers at once and refreshes behind the answer, which takes it a few seconds. */
const secondTryMs = 5_000

const weatherQuery: QueryDefinition<Weather | null> = {
  queryKey: ['weather', 'get'],
  // An open page does not extend the session.
  queryFn: ({ signal }) => runUnattended(() => call(weatherApi.get, { query: {}, signal })),
}

/** The weather as facts of a line: spans. Nothing while there is none; old weather has its time. */
export function WeatherStrip() {
  const isPhone = usePhone()
  const { data, isPending } = useQuery({
    ...weatherQuery,
    refetchInterval: ({ state }) =>
      state.dataUpdateCount === 1 && (!state.data || state.data.stale) ? secondTryMs : refetchMs,
  })
  const isLate = useLate(isPending)
  if (isLate)
    return (
      <span role="status" aria-label="正在加载天气">
        <SkeletonBar width="6em" />
      </span>
    )
  const live = data?.lives[0]
  if (!live) return null
  const tomorrow = isPhone ? undefined : findTomorrow(data)
  return (
    <>
      <span>
        {live.weather} {live.temperature}℃{data.stale && `（${formatClock(data.asOf)}）`}
      </span>
      {data.warning && (
        <span className={styles['warning']} role="note">
          {data.warning}
        </span>
      )}
      {tomorrow && (
        <span>
          明天{tomorrow.dayWeather} {tomorrow.nightTemperature}~{tomorrow.dayTemperature}℃
        </span>
      )}
    </>
  )
}

function findTomorrow({ forecasts }: Weather) {
  const day = addDays(formatDate(new Date()), 1)
  return forecasts[0]?.casts.find(({ date }) => date === day)
}
