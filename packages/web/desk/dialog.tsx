import { CloseOutlined } from '@ant-design/icons'
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Glyph } from './glyph.tsx'
import icon from './icon-button.module.css'
import styles from './dialog.module.css'

interface Props {
  title: string
  /** 600 for what is filled in, 400 for a question, 720 for two panes side by side. */
  size: 'form' | 'question' | 'panes'
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
  const isOpen = useRef(false)
  // Before it leaves the document: only then does the browser give the focus back.
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
    // The browser would let a second Escape through, whatever the first one was told.
    event.preventDefault()
    event.stopPropagation()
    if (!isHandled && !busy) onClose()
  }
  return (
    // Escape is for the dialog as a whole, wherever in it one is.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={`${styles['dialog']} ${styles[size]}`}
      aria-labelledby={id}
      closedby={busy ? 'none' : 'closerequest'}
      onKeyDown={press}
      // The way back of a phone.
      onCancel={(event) => {
        event.preventDefault()
        if (event.target === dialog.current && !busy) onClose()
      }}
      onClose={({ target }) => {
        // A second one is let through, whatever the first was told: whether the dialog goes is not the browser's to say.
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
