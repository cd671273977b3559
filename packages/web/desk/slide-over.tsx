import { useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './slide-over.module.css'

interface Props {
  /** The edge it slides in from: the menu from the left, choices from below, details over everything. */
  from: 'left' | 'below' | 'right'
  label: string
  onClose: () => void
  children: ReactNode
}

/** An overlay on phones. The native dialog keeps the focus inside and restores it. */
export function SlideOver({ from, label, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the dialog leaves the document: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // A click beside the sheet lands on the dialog element itself; keyboard users have Escape.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={`${styles['sheet']} ${styles[from]}`}
      aria-label={label}
      onClick={({ target }) => target === dialog.current && onClose()}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles['inside']}>{children}</div>
    </dialog>
  )
}
