import { useEffect } from 'react'
import { useCountdown } from '#packages/web/light/use-countdown.ts'

/** The seconds until a point in time; calls back when it is reached. */
export function useExpiry(endsAt: number, onExpired: () => void): number {
  const [left] = useCountdown(() => (endsAt - Date.now()) / 1000)
  useEffect(() => {
    if (left === 0) onExpired()
  })
  return left
}
