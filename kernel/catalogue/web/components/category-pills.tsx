import { useEffect, useRef } from 'react'
import styles from './category-pills.module.css'

interface CategoryPill {
  id: string
  name: string
  count: number
}

interface Props {
  categories: readonly CategoryPill[]
  /** The current category; undefined above the first one. */
  at: string | undefined
  total: number
  onGo: (id: string | undefined) => void
}

/** The categories as pills; the visible one is marked, and a click scrolls to another. */
export function CategoryPills({ categories, at, total, onGo }: Props) {
  const line = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = line.current
    const pill = list?.querySelector<HTMLElement>('[aria-current]')
    if (!list || !pill) return
    // Scrolls only horizontally.
    list.scrollLeft = pill.offsetLeft - (list.clientWidth - pill.offsetWidth) / 2
  }, [at])
  const pills: (CategoryPill | { id: undefined; name: string; count: number })[] = [
    { id: undefined, name: '全部', count: total },
    ...categories,
  ]
  return (
    <nav className={styles['bar']} aria-label="应用分类" data-pills="">
      <ul ref={line} className={styles['pills']}>
        {pills.map(({ id, name, count }) => (
          <li key={name}>
            <button
              type="button"
              className={styles['pill']}
              aria-current={id === at ? 'true' : undefined}
              onClick={() => onGo(id)}
            >
              {name}
              <span className={styles['count']}>{count}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
