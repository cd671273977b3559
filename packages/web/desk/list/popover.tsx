import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import iconButton from '../icon-button.module.css'
import styles from './popover.module.css'

interface Props {
  label: string
  icon: ReactNode
  children: ReactNode
}

/** A small popover under an icon: its settings apply at once, and a press beside it closes it. */
export function Popover({ label, icon, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    frame.current?.querySelector<HTMLElement>('[data-first]')?.focus()
    const press = ({ target }: PointerEvent) => frame.current?.contains(target as Node) || setOpen(false)
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [isOpen])
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    setOpen(false)
    trigger.current?.focus()
  }
  return (
    <div
      ref={frame}
      className={styles['frame']}
      onBlur={({ relatedTarget }) => relatedTarget && !frame.current?.contains(relatedTarget) && setOpen(false)}
    >
      <button
        ref={trigger}
        type="button"
        className={iconButton['button']}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
      </button>
      {isOpen && (
        // Escape closes the whole popover, wherever the focus is.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div id={id} className={styles['layer']} role="dialog" aria-label={label} tabIndex={-1} onKeyDown={close}>
          {children}
        </div>
      )}
    </div>
  )
}
