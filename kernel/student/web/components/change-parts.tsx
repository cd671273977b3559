import { useNavigate } from 'react-router'
import { Button } from '#packages/web/desk/button.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import styles from './change-parts.module.css'

const changeLists = [
  { key: 'records', label: '异动记录' },
  { key: 'transfers', label: '转学申请' },
]

/** Switches between the two lists, and links to the year change. */
export function ChangeListSwitch() {
  const { search, setSearch } = usePageSearch()
  const navigate = useNavigate()
  const may = useMay()
  const chosen = search.get('part') === 'transfers' ? 'transfers' : 'records'
  // The filters of one list do not apply to the other.
  const choose = (key: string) => setSearch(() => new URLSearchParams(key === 'records' ? {} : { part: key }))
  return (
    <span className={styles['parts']}>
      {changeLists.map(({ key, label }) => (
        <button
          key={key}
          type="button"
          className={styles['part']}
          aria-pressed={key === chosen}
          onClick={() => choose(key)}
        >
          {label}
        </button>
      ))}
      {may('year.change') && <Button onClick={() => void navigate('/baseData/YearChange')}>学年升级</Button>}
    </span>
  )
}
