import type { ReactNode } from 'react'
import { SearchField } from '../search-field.tsx'
import styles from './split-list.module.css'

export interface SplitItem {
  key: string
  label: string
  /** At the end of the line: a number, a kind. */
  note?: ReactNode
  /** The level in a tree, from 0. */
  depth?: number
  /** Parts of the item that can be opened at once. */
  parts?: readonly { key: string; label: string }[]
}

export interface SplitGroup {
  key: string
  title?: string
  items: readonly SplitItem[]
}

interface Props {
  label: string
  /** 152 wide for short names without search. */
  isNarrow?: boolean
  search?: { label: string; placeholder: string; value: string; onChange: (value: string) => void }
  /** Above the search: the kind of what is searched. */
  kinds?: ReactNode
  /** Instead of groups: that it loads, failed or is empty. */
  state?: ReactNode
  groups?: readonly SplitGroup[]
  chosen: string | undefined
  onChoose: (key: string, part?: string) => void
}

/** The list of a `SplitPage`: items in groups, found by name. */
export function SplitList({ label, isNarrow = false, search, kinds, state, groups = [], chosen, onChoose }: Props) {
  return (
    <nav className={`${styles['list']} ${isNarrow ? styles['narrow'] : ''}`} aria-label={label}>
      {search && (
        <div className={styles['search']}>
          {kinds}
          <SearchField {...search} />
        </div>
      )}
      <div className={styles['groups']}>
        {state}
        {groups.map(({ key, title, items }) => (
          <div key={key}>
            {title && <h2 className={styles['group']}>{title}</h2>}
            <ul>
              {items.map((item) => (
                <Item key={item.key} item={item} isChosen={item.key === chosen} onChoose={onChoose} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

interface ItemProps {
  item: SplitItem
  isChosen: boolean
  onChoose: Props['onChoose']
}

const Item = ({ item: { key, label, note, depth = 0, parts = [] }, isChosen, onChoose }: ItemProps) => (
  <li className={styles['entry']}>
    <button
      type="button"
      className={styles['item']}
      style={depth > 0 ? { paddingLeft: 16 + depth * 16 } : undefined}
      aria-current={isChosen ? 'page' : undefined}
      onClick={() => onChoose(key)}
    >
      <span className={styles['name']}>{label}</span>
      {note !== undefined && note !== '' && <span className={styles['note']}>{note}</span>}
    </button>
    {parts.map((part) => (
      <button key={part.key} type="button" className={styles['part']} onClick={() => onChoose(key, part.key)}>
        {part.label}
      </button>
    ))}
  </li>
)
