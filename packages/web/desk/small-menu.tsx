import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './small-menu.module.css'

export interface MenuItem {
  key: string
  label: string
  icon?: ReactNode
  /** For a choice: whether it is the present one. */
  isChosen?: boolean
  onSelect: () => void
}

interface Props {
  /** What the menu is called; so is its button, unless that has words of its own. */
  label: string
  button: ReactNode
  /** The button is but an icon. */
  isIcon?: boolean
  className: string
  items: readonly MenuItem[]
  /** A line above the items. */
  head?: ReactNode
}

/** A button with a short menu. Our own, because antd's brings a sixth of the shell's budget for the same five lines. */
export function SmallMenu({ label, button, isIcon = false, className, items, head }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const first = ['[aria-checked=true]', '[role^=menuitem]'].map((one) =>
      frame.current?.querySelector<HTMLElement>(one),
    )
    first.find(Boolean)?.focus()
    const press = ({ target }: PointerEvent) => frame.current?.contains(target as Node) || setOpen(false)
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [isOpen])

  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }
  const move = (event: KeyboardEvent) => {
    const entries = [...(frame.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
    const to = steps[event.key]
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
    else if (to !== undefined) entries.at(to % entries.length)?.focus()
    if (event.key === 'Escape' || to !== undefined) event.preventDefault()
  }
  return (
    <div ref={frame} className={styles['frame']}>
      <button
        ref={trigger}
        type="button"
        className={className}
        {...(isIcon && { 'aria-label': label, title: label })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div className={styles['layer']}>
          {head && <p className={styles['head']}>{head}</p>}
          <div id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={move}>
            {items.map((item) => (
              <Item key={item.key} item={item} onDone={close} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

function Item({ item: { label, icon, isChosen, onSelect }, onDone }: { item: MenuItem; onDone: () => void }) {
  const role =
    isChosen === undefined
      ? ({ role: 'menuitem' } as const)
      : ({ role: 'menuitemradio', 'aria-checked': isChosen } as const)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles['item']}
      {...role}
      onClick={() => {
        onDone()
        onSelect()
      }}
    >
      {icon}
      {label}
    </button>
  )
}
