import type { ReactNode } from 'react'
import { StatPage } from '#packages/web/desk/stat-page/stat-page.tsx'
import { saveStatisticsSheet, statisticsQuery } from './queries.ts'

interface Props {
  /** The key that a module gave to its statistics. */
  subject: string
  children?: ReactNode
}

/** The page of the statistics that a module declares. */
export const Statistics = ({ subject, children }: Props) => (
  <StatPage
    reading={(period) => statisticsQuery(subject, period)}
    onSheet={(period, sheet) => saveStatisticsSheet(subject, period, sheet)}
  >
    {children}
  </StatPage>
)
