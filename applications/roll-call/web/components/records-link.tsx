import { Link } from 'react-router'
import type { StatisticsBy } from './findings.ts'
import { pathOf } from './paths.ts'

interface Props {
  by: StatisticsBy
  of: { key: string; name: string }
  from: string
  to: string
}

/** The rolls behind a row: the list with the same filter. It has none for a period of the day. */
export function RecordsLink({ by, of: { key, name }, from, to }: Props) {
  if (by === 'period') return name
  const params = new URLSearchParams({ day: `${from}~${to}`, [by]: key })
  return <Link to={`${pathOf('records')}?${params.toString()}`}>{name}</Link>
}
