import { useState } from 'react'
import { dateOf } from '#packages/web/core/format/time.ts'

/** The day on which the page was opened. */
export function useToday(): string {
  const [today] = useState(() => dateOf(new Date()))
  return today
}
