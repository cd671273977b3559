import { CheckCircleFilled } from '@ant-design/icons'
import { useEffect, useEffectEvent, useState } from 'react'
import { Glyph } from './glyph.tsx'
import { isTyping } from './letter-keys.ts'
import styles from './toast.module.css'

const undoSeconds = 8

interface Props {
  /** Undefined when there is nothing to take back. */
  done: { message: string } | undefined
  onUndo: () => void
  onGone: () => void
}

/** What was done, with the way back: at the foot of the content, where it covers no row that one works on. */
export function UndoNote({ done, onUndo, onGone }: Props) {
  const [isPaused, setPaused] = useState(false)
  // A button that is gone is held by nobody.
  if (!done && isPaused) setPaused(false)
  const goAway = useEffectEvent(onGone)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isUndo(event)) return
    event.preventDefault()
    onUndo()
  })
  useEffect(() => {
    // Whoever reaches for the button has all the time they need.
    if (!done || isPaused) return
    const clock = setTimeout(() => goAway(), undoSeconds * 1000)
    return () => clearTimeout(clock)
  }, [done, isPaused])
  useEffect(() => {
    if (!done) return
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [done])
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

/** A menu may stand at the left, wide or narrow. */
const contentLeft = () => document.querySelector('main')?.getBoundingClientRect().left ?? 0

/** Not while somebody writes: there the key takes back letters. */
const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey, target, defaultPrevented }: KeyboardEvent) =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !(shiftKey || altKey || defaultPrevented || isTyping(target))
