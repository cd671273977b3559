import type { InputRef } from 'antd'
import { SearchField } from '#packages/web/desk/search-field.tsx'
import { CaretDownFilled, CaretRightFilled } from '@ant-design/icons'
import { useEffect, useId, useRef, useState } from 'react'
import { splitHighlights } from '#packages/web/core/format/highlight.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { AppName } from './app-name.tsx'
import type { ListedShortcut, ListedGroup } from './edit-shortcut-list.ts'
import styles from './shortcut-pane.module.css'

interface Props {
  groups: readonly ListedGroup[]
  /** The keys that are shortcuts already. */
  chosen: ReadonlySet<string>
  ticked: ReadonlySet<string>
  onTick: (ticked: ReadonlySet<string>) => void
}

/** All applications by category, to be ticked one by one or by category. */
export function AppTree({ groups, chosen, ticked, onTick }: Props) {
  const id = useId()
  const field = useRef<InputRef>(null)
  // The dialog opens before its lists are loaded; without this the focus would stay on the close button.
  useEffect(() => field.current?.focus(), [])
  const [keyword, setKeyword] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(groups.slice(0, 1).map((group) => group.id)))
  const shown = groups
    .map((group) => ({ ...group, apps: group.apps.filter((app) => matchesKeyword(app, keyword)) }))
    .filter(({ apps }) => apps.length > 0)
  const total = groups.reduce((sum, { apps }) => sum + apps.length, 0)
  const tick = (keys: readonly string[], isOn: boolean) => {
    const after = new Set(ticked)
    for (const key of keys) after[isOn ? 'add' : 'delete'](key)
    onTick(after)
  }
  return (
    <section className={styles['pane']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h3 id={id} className={styles['title']}>
          全部应用
        </h3>
        <span className={styles['count']}>{total}</span>
        <span className={styles['end']} role="status">
          {ticked.size > 0 && `已选 ${ticked.size}`}
        </span>
      </header>
      <div className={styles['filter']}>
        <SearchField
          ref={field}
          data-first=""
          label="按名称筛选"
          maxLength={30}
          value={keyword}
          onChange={setKeyword}
        />
      </div>
      <ul className={styles['rows']} aria-labelledby={id}>
        {shown.map((group) => (
          <CategoryBranch
            key={group.id}
            group={group}
            chosen={chosen}
            ticked={ticked}
            keyword={keyword}
            // A search expands all categories so that the matches are visible.
            isOpen={keyword.trim() !== '' || opened.has(group.id)}
            onToggle={() => setOpened(toggled(opened, group.id))}
            onTick={tick}
          />
        ))}
        {shown.length === 0 && (
          <li className={styles['nothing']}>{total === 0 ? '还没有可用的应用' : '没有符合的应用'}</li>
        )}
      </ul>
    </section>
  )
}

const matchesKeyword = ({ name, edition }: ListedShortcut, keyword: string) =>
  keyword.trim() === '' || edition.includes(keyword.trim()) || splitHighlights(name, keyword).some(({ isHit }) => isHit)

function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const after = new Set(set)
  if (!after.delete(one)) after.add(one)
  return after
}

interface CategoryProps extends Pick<Props, 'chosen' | 'ticked'> {
  group: ListedGroup
  keyword: string
  isOpen: boolean
  onToggle: () => void
  onTick: (keys: readonly string[], isOn: boolean) => void
}

function CategoryBranch({ group: { name, apps }, chosen, ticked, keyword, isOpen, onToggle, onTick }: CategoryProps) {
  const free = apps.map(({ key }) => key).filter((key) => !chosen.has(key))
  const count = free.filter((key) => ticked.has(key)).length
  const isWhole = count > 0 && count === free.length
  return (
    <li>
      <div className={styles['row']}>
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? '收起' : '展开'}${name}`}
          onClick={onToggle}
        >
          <Glyph of={isOpen ? CaretDownFilled : CaretRightFilled} />
        </button>
        <Checkbox
          isOn={isWhole}
          isPartly={count > 0 && !isWhole}
          isFixed={free.length === 0}
          onChange={({ target }) => onTick(free, target.checked)}
        >
          <span>
            {name} <span className={styles['count']}>{apps.length}</span>
          </span>
        </Checkbox>
      </div>
      {isOpen && (
        <ul>
          {apps.map((app) => {
            const isChosen = chosen.has(app.key)
            return (
              <li key={app.key} className={`${styles['row']} ${styles['leaf']}`}>
                <Checkbox
                  isOn={ticked.has(app.key)}
                  isFixed={isChosen}
                  onChange={({ target }) => onTick([app.key], target.checked)}
                >
                  <span className={isChosen ? styles['there'] : undefined}>
                    <AppName
                      name={app.name}
                      edition={app.edition}
                      marks={keyword.trim() ? splitHighlights(app.name, keyword) : undefined}
                    />
                  </span>
                  {isChosen && <span className={styles['there']}>已添加</span>}
                </Checkbox>
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}
