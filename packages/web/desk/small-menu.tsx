import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { MenuItems, type MenuItem } from './menu-items.tsx'
import { usePhone } from './use-phone.ts'
import styles from './small-menu.module.css'

const gap = 4
/** The heights of the bars over a phone's page. */
const [headHigh, footHigh] = [96, 68]

interface Props {
  /** The name of the menu, and of its button unless that has its own text. */
  label: string
  button: ReactNode
  /** The button is only an icon. */
  isIcon?: boolean
  className: string
  items: readonly MenuItem[]
  /** A line above the items. */
  head?: ReactNode
}

/** A button with a short menu. Our own, because antd's takes a sixth of the shell's size budget. */
export function SmallMenu({ label, button, isIcon = false, className, items, head }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isUp, setUp] = useState(false)
  const isPhone = usePhone()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)

  useLayoutEffect(() => {
    const [at, from] = [layer.current?.getBoundingClientRect(), trigger.current?.getBoundingClientRect()]
    if (!at || !from) return
    // Below the last card of a phone there is only the bottom bar: then the menu opens upwards.
    const isRoom = from.bottom + gap + at.height <= window.innerHeight - (isPhone ? footHigh : gap)
    setUp(!isRoom && from.top - gap - at.height >= (isPhone ? headHigh : gap))
  }, [isOpen, isPhone])
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
        <div ref={layer} className={styles['layer']} data-up={isUp ? '' : undefined}>
          {head && <p className={styles['head']}>{head}</p>}
          <MenuItems id={id} label={label} items={items} onClose={close} onLeave={() => setOpen(false)} />
        </div>
      )}
    </div>
  )
}
