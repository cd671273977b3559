import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './small-menu.module.css'

export interface MenuItem {
  key: string
  label: string
  icon?: ReactNode
  /** For a choice: whether it is the current one. */
  isChosen?: boolean
  /** The item deletes or removes something. */
  isDanger?: boolean
  /** A line above it, to separate groups. */
  dividerBefore?: boolean
  /** Why it cannot be chosen: it is disabled, and this text is below it. */
  whyNot?: string | undefined
  onSelect: () => void
}

interface Props {
  id?: string
  label: string
  items: readonly MenuItem[]
  /** An item was chosen, or the menu cancelled: the focus returns. */
  onClose: () => void
  /** The focus moves on by itself. */
  onLeave: () => void
}

/** The items of an open menu; the arrow keys move between them. */
export function MenuItems({ id, label, items, onClose, onLeave }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  const entriesOf = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  useEffect(() => {
    const entries = entriesOf()
    // A menu that only offers a choice opens at the current one.
    const isChoice = entries.every((entry) => entry.hasAttribute('aria-checked'))
    const first = isChoice ? entries.find((entry) => entry.getAttribute('aria-checked') === 'true') : undefined
    ;(first ?? entries[0])?.focus()
  }, [])
  const move = (event: KeyboardEvent) => {
    const entries = entriesOf()
    const at = entries.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
    const to = steps[event.key]
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Tab') onLeave()
    else if (to !== undefined) entries.at(to % entries.length)?.focus()
    if (event.key === 'Escape' || to !== undefined) event.preventDefault()
  }
  return (
    <div ref={menu} id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={move}>
      {items.map((item) => (
        <Item key={item.key} item={item} onDone={onClose} />
      ))}
    </div>
  )
}

function Item({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const { label, icon, isChosen, isDanger = false, dividerBefore = false, whyNot, onSelect } = item
  const role =
    isChosen === undefined
      ? ({ role: 'menuitem' } as const)
      : ({ role: 'menuitemradio', 'aria-checked': isChosen } as const)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${styles['item']} ${isDanger ? styles['danger'] : ''}`}
      data-apart={dividerBefore ? '' : undefined}
      aria-disabled={whyNot ? true : undefined}
      {...role}
      onClick={() => {
        if (whyNot) return
        onDone()
        onSelect()
      }}
    >
      {icon}
      {whyNot ? (
        <span className={styles['reasoned']}>
          {label}
          <small>{whyNot}</small>
        </span>
      ) : (
        label
      )}
    </button>
  )
}
