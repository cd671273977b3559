import { CloseOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Glyph } from './glyph.tsx'
import { useOpenHere } from './use-open-here.ts'
import icon from './icon-button.module.css'
import styles from './edge-drawer.module.css'

interface Props {
  title: string
  /** The address at which it was opened: it closes when that changes. */
  at: string
  children: ReactNode
}

/** A drawer behind the right edge of every page. Its handle is in the gutter, so that it never covers a card. */
export function EdgeDrawer({ title, at, children }: Props) {
  const [isOpen, setOpen] = useOpenHere(at)
  return (
    <>
      <button
        type="button"
        className={styles['handle']}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Glyph of={LeftOutlined} />
        <span>{title}</span>
      </button>
      {isOpen && (
        <Drawer title={title} onClose={() => setOpen(false)}>
          {children}
        </Drawer>
      )}
    </>
  )
}

function Drawer({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before the dialog leaves the document: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    const before = document.body.style.overflow
    document.body.style.overflow = 'hidden'
    return () => {
      document.body.style.overflow = before
    }
  }, [])
  return (
    // A click beside the drawer lands on the dialog element itself; keyboard users have Escape.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles['drawer']}
      aria-labelledby={id}
      onClick={({ target }) => target === dialog.current && onClose()}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles['inside']}>
        <button type="button" className={styles['fold']} onClick={onClose}>
          <Glyph of={RightOutlined} />
          <span>收起</span>
        </button>
        <header className={styles['head']}>
          <h2 id={id} className={styles['title']}>
            {title}
          </h2>
          <button type="button" className={icon['button']} aria-label="关闭" onClick={onClose}>
            <Glyph of={CloseOutlined} />
          </button>
        </header>
        <div className={styles['body']}>{children}</div>
      </div>
    </dialog>
  )
}
