import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { CountBadge } from './count-badge.tsx'
import { Glyph, type Icon } from './glyph.tsx'
import styles from './bar-panel.module.css'

interface Props {
  title: string
  icon: Icon
  count: { count: number; unit: string; tone: 'waits' | 'informs' }
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  children: ReactNode
}

/** An icon of the top bar with a count, and a panel below it. */
export function BarPanel({ title, icon, count, isOpen, onOpen, children }: Props) {
  const isBig = useBigText()
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (isOpen) panel.current?.focus()
  }, [isOpen])
  // A separate effect: `onOpen` may change with every count, and the focus must stay.
  useEffect(() => {
    if (!isOpen) return
    const press = ({ target }: PointerEvent) => frame.current?.contains(target as Node) || onOpen(false)
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [isOpen, onOpen])
  const close = () => {
    onOpen(false)
    button.current?.focus()
  }
  return (
    // Escape closes the whole panel, and so does tabbing out of it.
    <div
      ref={frame}
      className={styles['frame']}
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen || event.defaultPrevented) return
        event.preventDefault()
        close()
      }}
      onBlur={({ relatedTarget }) =>
        isOpen && relatedTarget && !frame.current?.contains(relatedTarget as Node) && onOpen(false)
      }
    >
      <button
        ref={button}
        type="button"
        className={styles['button']}
        {...(!isBig && { title })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => onOpen(!isOpen)}
      >
        <span className={styles['icon']}>
          <Glyph of={icon} />
          {!isBig && <Named title={title} count={count} />}
        </span>
        {isBig && <Named title={title} count={count} isSeen />}
      </button>
      {isOpen && (
        <div ref={panel} id={id} className={styles['panel']} role="dialog" aria-label={title} tabIndex={-1}>
          {children}
        </div>
      )}
    </div>
  )
}

/** The name of the button and its count: the name is visible only with large text. */
const Named = ({ title, count, isSeen = false }: Pick<Props, 'title' | 'count'> & { isSeen?: boolean }) => (
  <>
    <span className={isSeen ? '' : styles['spoken']}>{title}</span>
    <CountBadge {...count} />
  </>
)
