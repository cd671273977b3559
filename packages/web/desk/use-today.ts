import { useState } from 'react'
import { formatDate } from '#packages/web/core/format/time.ts'

/** The day on which the page was opened; it does not change while the page is open. */
export function useToday(): string {
  const [today] = useState(() => formatDate(new Date()))
  return today
}
