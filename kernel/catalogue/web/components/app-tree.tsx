import { CaretDownFilled, CaretRightFilled, SearchOutlined } from '@ant-design/icons'
import { useEffect, useId, useRef, useState } from 'react'
import { marksIn } from '#packages/web/core/format/marks.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { Tick } from '#packages/web/desk/list/tick.tsx'
import { AppName } from './app-name.tsx'
import type { Listed, ListedGroup } from './shortcut-lists.ts'
import styles from './shortcut-pane.module.css'

interface Props {
  groups: readonly ListedGroup[]
  /** Those that are shortcuts already. */
  chosen: ReadonlySet<string>
  ticked: ReadonlySet<string>
  onTick: (ticked: ReadonlySet<string>) => void
}

/** All applications by shelf, to be ticked: one by one, or a shelf at once. */
export function AppTree({ groups, chosen, ticked, onTick }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // The dialog is there before its lists are: then the focus would stay on its ×.
  useEffect(() => field.current?.focus(), [])
  const [words, setWords] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(groups.slice(0, 1).map((group) => group.id)))
  const shown = groups
    .map((group) => ({ ...group, apps: group.apps.filter((app) => isMeant(app, words)) }))
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
        <Glyph of={SearchOutlined} />
        <input
          ref={field}
          data-first=""
          aria-label="按名称筛选"
          placeholder="按名称筛选"
          autoComplete="off"
          maxLength={30}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      <ul className={styles['rows']} aria-labelledby={id}>
        {shown.map((group) => (
          <Shelf
            key={group.id}
            group={group}
            chosen={chosen}
            ticked={ticked}
            words={words}
            // Whoever looks for a name wants to see where it is.
            isOpen={words.trim() !== '' || opened.has(group.id)}
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

const isMeant = ({ name, edition }: Listed, words: string) =>
  words.trim() === '' || edition.includes(words.trim()) || marksIn(name, words).some(({ isHit }) => isHit)

function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const after = new Set(set)
  if (!after.delete(one)) after.add(one)
  return after
}

interface ShelfProps extends Pick<Props, 'chosen' | 'ticked'> {
  group: ListedGroup
  words: string
  isOpen: boolean
  onToggle: () => void
  onTick: (keys: readonly string[], isOn: boolean) => void
}

function Shelf({ group: { name, apps }, chosen, ticked, words, isOpen, onToggle, onTick }: ShelfProps) {
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
        <Tick
          isOn={isWhole}
          isPartly={count > 0 && !isWhole}
          isFixed={free.length === 0}
          onChange={({ target }) => onTick(free, target.checked)}
        >
          <span>
            {name} <span className={styles['count']}>{apps.length}</span>
          </span>
        </Tick>
      </div>
      {isOpen && (
        <ul>
          {apps.map((app) => {
            const isChosen = chosen.has(app.key)
            return (
              <li key={app.key} className={`${styles['row']} ${styles['leaf']}`}>
                <Tick
                  isOn={ticked.has(app.key)}
                  isFixed={isChosen}
                  onChange={({ target }) => onTick([app.key], target.checked)}
                >
                  <span className={isChosen ? styles['there'] : undefined}>
                    <AppName
                      name={app.name}
                      edition={app.edition}
                      marks={words.trim() ? marksIn(app.name, words) : undefined}
                    />
                  </span>
                  {isChosen && <span className={styles['there']}>已添加</span>}
                </Tick>
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}
