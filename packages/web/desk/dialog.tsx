import { CloseOutlined } from '@ant-design/icons'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Glyph } from './glyph.tsx'
import icon from './icon-button.module.css'
import styles from './dialog.module.css'

interface Props {
  title: string
  /** 600 for what is filled in, 400 for a question. */
  size: 'form' | 'question'
  /** Something is under way that closing would not stop: it stays open until then. */
  busy?: boolean
  onClose: () => void
  /** The last line: what is to the left, and the buttons. */
  foot: ReactNode
  children: ReactNode
}

/** A question or a form over the page; on phones it comes from below. Only its own buttons and Escape close it. */
export function Dialog({ title, size, busy = false, onClose, foot, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before it leaves the document: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`${styles['dialog']} ${styles[size]}`}
      aria-labelledby={id}
      // Chromium lets a second Escape through, whatever the first one was told.
      closedby={busy ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) onClose()
      }}
    >
      <header className={styles['head']}>
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
        <button
          type="button"
          className={`${icon['button']} ${styles['close']}`}
          aria-label="关闭"
          disabled={busy}
          onClick={onClose}
        >
          <Glyph of={CloseOutlined} />
        </button>
      </header>
      <div className={styles['body']}>{children}</div>
      <footer className={styles['foot']}>{foot}</footer>
    </dialog>
  )
}
