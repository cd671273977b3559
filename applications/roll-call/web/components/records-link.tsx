import { Link } from 'react-router'
import type { StatisticsBy } from './findings.ts'
import { pathOf } from './paths.ts'

interface Props {
  by: StatisticsBy
  of: { key: string; name: string }
  from: string
  to: string
}

/** The filter of the list of rolls with the same rows; it has none for a grade or a period of the day. */
const filterOf = (by: StatisticsBy, { key, name }: Props['of']): Record<string, string> | undefined => {
  if (by === 'teacher') return { keyword: name }
  return (by === 'class' || by === 'subject') && key !== '' ? { [by]: key } : undefined
}

/** The rolls behind a row. */
export function RecordsLink({ by, of, from, to }: Props) {
  const filter = filterOf(by, of)
  if (!filter) return of.name
  const params = new URLSearchParams({ day: `${from}~${to}`, ...filter })
  return <Link to={`${pathOf('records')}?${params.toString()}`}>{of.name}</Link>
}
