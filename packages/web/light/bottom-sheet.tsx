import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { CloseIcon } from './part-icons.tsx'
import { useBackKey } from './use-back-key.ts'
import styles from './bottom-sheet.module.css'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A sheet from below. The native dialog keeps the focus inside and restores it; the back button closes it. */
export function BottomSheet({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useBackKey(onClose)
  return (
    // A click beside the sheet lands on the dialog element itself; keyboard users have Escape.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles['sheet']}
      aria-labelledby={id}
      onClick={({ target }) => target === dialog.current && onClose()}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles['inside']}>
        <span className={styles['grip']} />
        <div className={styles['head']}>
          <h2 id={id} className={styles['title']}>
            {title}
          </h2>
          <button type="button" className={styles['close']} onClick={onClose} aria-label="关闭">
            <CloseIcon size={22} />
          </button>
        </div>
        <div className={styles['body']}>{children}</div>
      </div>
    </dialog>
  )
}
