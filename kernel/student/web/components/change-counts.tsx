import { useQuery } from '@tanstack/react-query'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import type { Term } from '#kernel/schooling/contract.ts'
import { changeTypes, type ChangeType } from '../../contract.ts'
import { changeCountsQuery } from '../change-queries.ts'
import styles from './change-counts.module.css'

const order = Object.keys(changeTypes) as ChangeType[]

/** The number of changes per type; a click filters by the type, another click clears the filter. */
export function ChangeCounts({ terms }: { terms: readonly Term[] }) {
  const { search, setSearch } = usePageSearch()
  const [term, keyword] = [search.get('term') ?? '', search.get('keyword') ?? '']
  const filter = { ...(term && { term }), ...(keyword && { keyword }) }
  const { data } = useQuery(changeCountsQuery(terms, filter))
  const chosen = search.get('type')
  const counts = new Map(data?.map(({ type, count }) => [type, count]))
  const choose = (type: ChangeType) =>
    setSearch((before) => {
      const after = new URLSearchParams(before)
      if (type === chosen) after.delete('type')
      else after.set('type', type)
      after.delete('page')
      return after
    })
  return (
    <ul className={styles['counts']} aria-label="各类异动次数">
      {order
        .filter((type) => counts.has(type))
        .map((type) => (
          <li key={type}>
            <button
              type="button"
              className={styles['count']}
              aria-pressed={type === chosen}
              onClick={() => choose(type)}
            >
              {changeTypes[type]}
              <strong>{counts.get(type)!.toLocaleString()}</strong>
            </button>
          </li>
        ))}
    </ul>
  )
}
