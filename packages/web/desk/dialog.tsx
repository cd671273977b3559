import { CloseOutlined } from '@ant-design/icons'
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Glyph } from './glyph.tsx'
import icon from './icon-button.module.css'
import styles from './dialog.module.css'

interface Props {
  title: string
  /** 600 for forms, 400 for questions, 720 for two panes side by side. */
  size: 'form' | 'question' | 'panes'
  /** An action is in progress that closing would not stop: the dialog stays open until then. */
  busy?: boolean
  onClose: () => void
  /** The last line: content at the left, and the buttons. */
  foot: ReactNode
  children: ReactNode
}

/** A question or a form over the page; on phones it slides in from below. Only its own buttons and Escape close it. */
export function Dialog({ title, size, busy = false, onClose, foot, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const isOpen = useRef(false)
  // Before the dialog leaves the document: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-first]')?.focus()
    isOpen.current = true
    return () => {
      isOpen.current = false
      element?.close()
    }
  }, [])
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    const isHandled = event.defaultPrevented || (event.target as Element).getAttribute('aria-expanded') === 'true'
    // Otherwise the browser would close the dialog at a second Escape.
    event.preventDefault()
    event.stopPropagation()
    if (!isHandled && !busy) onClose()
  }
  return (
    // Escape closes the whole dialog, wherever the focus is.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={`${styles['dialog']} ${styles[size]}`}
      aria-labelledby={id}
      closedby={busy ? 'none' : 'closerequest'}
      onKeyDown={press}
      // The back button of a phone.
      onCancel={(event) => {
        event.preventDefault()
        if (event.target === dialog.current && !busy) onClose()
      }}
      onClose={({ target }) => {
        // The browser closes at a second request even if the first was prevented: reopens, and leaves the decision to
        // `onClose`.
        if (target !== dialog.current || !isOpen.current) return
        dialog.current.showModal()
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
