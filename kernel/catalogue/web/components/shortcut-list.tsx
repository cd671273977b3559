import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { useId, useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import icon from '#packages/web/desk/icon-button.module.css'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import { AppIcon } from './app-icon.tsx'
import { AppName } from './app-name.tsx'
import { dropShortcutBeside, moveShortcut, type ListedShortcut } from './edit-shortcut-list.ts'
import styles from './shortcut-pane.module.css'

interface Props {
  list: readonly ListedShortcut[]
  ticked: ReadonlySet<string>
  onTick: (ticked: ReadonlySet<string>) => void
  onOrder: (list: readonly ListedShortcut[]) => void
  onClear: () => void
}

const stepByKey: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** The shortcuts in their order, sorted by dragging or with Alt and an arrow key. */
export function ShortcutList({ list, ticked, onTick, onOrder, onClear }: Props) {
  const id = useId()
  const { frame, announcement, step } = useReorderByKeys(list, onOrder)
  const dragging = useReorderByDrag(list, onOrder)
  const tick = (key: string, isOn: boolean) => {
    const after = new Set(ticked)
    after[isOn ? 'add' : 'delete'](key)
    onTick(after)
  }
  return (
    <section className={styles['pane']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h3 id={id} className={styles['title']}>
          快捷方式
        </h3>
        <span className={styles['count']}>{list.length}</span>
        <button type="button" className={`${styles['end']} ${styles['clear']}`} onClick={onClear}>
          清空
        </button>
      </header>
      <ol ref={frame} className={styles['rows']} aria-labelledby={id} aria-describedby={`${id}-keys`}>
        {list.map((one, at) => (
          // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys for whatever in it has the focus
          <li
            key={one.key}
            className={`${styles['row']} ${styles['shortcut']}`}
            data-key={one.key}
            onKeyDown={(event) => pressed(event, (by) => step(one.key, by))}
            {...dragging(one.key)}
          >
            <span className={styles['handle']} title="拖动排序">
              <Glyph of={HolderOutlined} />
            </span>
            <Checkbox isOn={ticked.has(one.key)} onChange={({ target }) => tick(one.key, target.checked)}>
              <AppIcon logo={one.logo} category={one.category} size={24} />
              <span>
                <AppName name={one.name} edition={one.edition} />
              </span>
            </Checkbox>
            <span className={styles['moves']}>
              <Move label={`上移${one.name}`} by={-1} isOff={at === 0} onPress={() => step(one.key, -1)} />
              <Move label={`下移${one.name}`} by={1} isOff={at === list.length - 1} onPress={() => step(one.key, 1)} />
            </span>
          </li>
        ))}
        {list.length === 0 && <li className={styles['nothing']}>选择应用后点“添加”</li>}
      </ol>
      <p id={`${id}-keys`} className={styles['keys']}>
        拖动左侧手柄排序，或选中后按 Alt + ↑ ↓
      </p>
      <p className={spoken['only']} role="status">
        {announcement}
      </p>
    </section>
  )
}

function Move({ label, by, isOff, onPress }: { label: string; by: 1 | -1; isOff: boolean; onPress: () => void }) {
  return (
    <button type="button" className={icon['button']} aria-label={label} disabled={isOff} onClick={onPress}>
      <Glyph of={by < 0 ? ArrowUpOutlined : ArrowDownOutlined} />
    </button>
  )
}

function pressed(event: KeyboardEvent, step: (by: 1 | -1) => void) {
  const by = event.altKey ? stepByKey[event.key] : undefined
  if (!by) return
  event.preventDefault()
  step(by)
}

/** Moves one step at a time; the focus follows, and the new position is announced. */
function useReorderByKeys(list: readonly ListedShortcut[], onOrder: (list: readonly ListedShortcut[]) => void) {
  const frame = useRef<HTMLOListElement>(null)
  const focused = useRef<HTMLElement>(undefined)
  const [announcement, setAnnouncement] = useState('')
  const step = (key: string, by: 1 | -1) => {
    const after = moveShortcut(list, key, by)
    if (!after) return
    const position = after.findIndex((one) => one.key === key)
    focused.current = document.activeElement as HTMLElement
    setAnnouncement(`${after[position]!.name}，第 ${position + 1} 位，共 ${after.length} 位`)
    onOrder(after)
  }
  // A row that moves in the document loses the focus; when its button becomes disabled, the checkbox gets the focus.
  useLayoutEffect(() => {
    const element = focused.current
    focused.current = undefined
    if (!element?.isConnected) return
    const isOff = element instanceof HTMLButtonElement && element.disabled
    const next = isOff ? element.closest('li')?.querySelector('input') : element
    next?.focus()
    next?.scrollIntoView?.({ block: 'nearest' })
  }, [list])
  return { frame, announcement, step }
}

/** A dragged row is dropped before or after another, depending on which half of the row is under the pointer. */
function useReorderByDrag(list: readonly ListedShortcut[], onOrder: (list: readonly ListedShortcut[]) => void) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<{ key: string; isAfter: boolean }>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return (key: string) => ({
    draggable: true,
    'data-dragged': dragged === key ? '' : undefined,
    'data-drop': over?.key === key ? (over.isAfter ? 'after' : 'before') : undefined,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move'
      // Some browsers start a drag only with data.
      dataTransfer.setData('text/plain', key)
      setDragged(key)
    },
    onDragOver: (event: DragEvent) => {
      // Ignores drags from elsewhere.
      if (!dragged) return
      event.preventDefault()
      const { top, height } = event.currentTarget.getBoundingClientRect()
      const isAfter = event.clientY > top + height / 2
      if (over?.key !== key || over.isAfter !== isAfter) setOver({ key, isAfter })
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged && over && dragged !== key) onOrder(dropShortcutBeside(list, dragged, key, over.isAfter))
      end()
    },
    onDragEnd: end,
  })
}
