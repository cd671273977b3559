import { useEffect } from 'react'
import { useCountdown } from '#packages/web/light/use-countdown.ts'

/** The seconds until a moment of the clock, and word when it has come. */
export function useExpiry(endsAt: number, onExpired: () => void): number {
  const [left] = useCountdown(() => (endsAt - Date.now()) / 1000)
  useEffect(() => {
    if (left === 0) onExpired()
  })
  return left
}
