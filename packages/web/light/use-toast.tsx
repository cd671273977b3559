import { useEffect, useState, type ReactNode } from 'react'
import { CheckIcon, WarningIcon } from './icons.tsx'
import { useCountdown } from './use-countdown.ts'
import styles from './toast.module.css'

const seconds = 8

interface ToastMessage {
  id: number
  message: string
  isWrong: boolean
  undo?: (() => void) | undefined
}

/**
 * Short messages for eight seconds, with an optional undo. `toast` belongs into the dock, above the foot or the tabs:
 * there it has its own room and never covers anything that can be pressed.
 */
export function useToast(): {
  showMessage: (message: string, undo?: () => void) => void
  /** Shows a warning or refusal. */
  showWarning: (message: string) => void
  toast: ReactNode
} {
  const [current, setCurrent] = useState<ToastMessage>()
  const show = (message: string, isWrong: boolean, undo?: () => void) =>
    setCurrent((before) => ({ id: (before?.id ?? 0) + 1, message, isWrong, undo }))
  const done = () => setCurrent(undefined)
  return {
    showMessage: (message, undo) => show(message, false, undo),
    showWarning: (message) => show(message, true),
    toast: (
      <div className={styles['place']}>
        {/* The element exists before it has content, otherwise screen readers would not announce it. */}
        <span className={styles['unseen']} role="status">
          {current?.message}
        </span>
        {current && <Toast key={current.id} {...current} onDone={done} />}
      </div>
    ),
  }
}

function Toast({ message, isWrong, undo, onDone }: ToastMessage & { onDone: () => void }) {
  const [left] = useCountdown(seconds)
  useEffect(() => {
    if (left === 0) onDone()
  }, [left, onDone])
  return (
    <div className={styles['toast']}>
      <span className={isWrong ? styles['wrong'] : styles['tick']}>
        {isWrong ? <WarningIcon size={20} /> : <CheckIcon size={20} />}
      </span>
      <span className={styles['words']} aria-hidden="true">
        {message}
      </span>
      {undo && (
        <button
          type="button"
          className={styles['undo']}
          onClick={() => {
            undo()
            onDone()
          }}
        >
          撤销 {left} 秒
        </button>
      )}
    </div>
  )
}
