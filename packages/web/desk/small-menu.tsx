import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { MenuItems, type MenuItem } from './menu-items.tsx'
import styles from './small-menu.module.css'

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
    const press = ({ target }: PointerEvent) => frame.current?.contains(target as Node) || setOpen(false)
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [isOpen])

  const close = () => {
    setOpen(false)
    trigger.current?.focus()
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
          <MenuItems id={id} label={label} items={items} onClose={close} onLeave={() => setOpen(false)} />
        </div>
      )}
    </div>
  )
}
