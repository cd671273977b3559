import { CheckCircleFilled } from '@ant-design/icons'
import { useEffect, useEffectEvent, useState } from 'react'
import { Glyph } from './glyph.tsx'
import { isTyping } from './letter-keys.ts'
import { useWindowKeys } from './use-window-keys.ts'
import styles from './toast.module.css'

const undoSeconds = 8

interface Props {
  /** Undefined when there is nothing to undo. */
  done: { message: string } | undefined
  onUndo: () => void
  onGone: () => void
}

/** The message of the last action with an undo button: at the foot of the content, where it covers no row. */
export function UndoNote({ done, onUndo, onGone }: Props) {
  const [isPaused, setPaused] = useState(false)
  // A removed button has no pointer over it.
  if (!done && isPaused) setPaused(false)
  const goAway = useEffectEvent(onGone)
  const press = (event: KeyboardEvent) => {
    if (!isUndo(event)) return
    event.preventDefault()
    onUndo()
  }
  useEffect(() => {
    // The timer stops while the pointer is over the note or the focus in it.
    if (!done || isPaused) return
    const clock = setTimeout(() => goAway(), undoSeconds * 1000)
    return () => clearTimeout(clock)
  }, [done, isPaused])
  useWindowKeys(press, { isOn: done !== undefined })
  const pauseHandlers = { onPointerEnter: () => setPaused(true), onPointerLeave: () => setPaused(false) }
  return (
    <div className={styles['undo']} role="status" style={{ left: contentLeft() }}>
      {done && (
        <p className={styles['note']} {...pauseHandlers}>
          <Glyph of={CheckCircleFilled} className={styles['success']!} />
          {done.message}
          <button
            type="button"
            className={styles['button']}
            title="Ctrl+Z"
            onFocus={() => setPaused(true)}
            onBlur={() => setPaused(false)}
            onClick={onUndo}
          >
            撤销
          </button>
        </p>
      )}
    </div>
  )
}

/** A menu of any width may be at the left. */
const contentLeft = () => document.querySelector('main')?.getBoundingClientRect().left ?? 0

/** Not in text fields, where the key undoes typing. */
const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey, target, defaultPrevented }: KeyboardEvent) =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !(shiftKey || altKey || defaultPrevented || isTyping(target))
