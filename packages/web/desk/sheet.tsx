import { useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './sheet.module.css'

interface Props {
  /** Where it comes from: the menu from the left, choices from below, details over everything. */
  from: 'left' | 'below' | 'right'
  label: string
  onClose: () => void
  children: ReactNode
}

/** A layer over the page on phones. The browser's own dialog keeps the focus inside and gives it back. */
export function Sheet({ from, label, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before it leaves the document: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // A press beside the sheet lands on the dialog itself; Escape does the same for those who type.
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
