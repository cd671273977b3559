import { useEffect, useState, type ReactNode } from 'react'
import { CheckIcon, WarningIcon } from './icons.tsx'
import { useCountdown } from './use-countdown.ts'
import styles from './toast.module.css'

const seconds = 8

interface Said {
  id: number
  words: string
  isWrong: boolean
  undo?: (() => void) | undefined
}

/**
 * Short words about what just happened, for eight seconds, with a way to take it back. `toast` belongs into the dock,
 * above the foot or the tabs: there it takes room of its own and never lies over anything that can be pressed.
 */
export function useToast(): {
  say: (words: string, undo?: () => void) => void
  /** What somebody has against it. */
  warn: (words: string) => void
  toast: ReactNode
} {
  const [said, setSaid] = useState<Said>()
  const tell = (words: string, isWrong: boolean, undo?: () => void) =>
    setSaid((before) => ({ id: (before?.id ?? 0) + 1, words, isWrong, undo }))
  const done = () => setSaid(undefined)
  return {
    say: (words, undo) => tell(words, false, undo),
    warn: (words) => tell(words, true),
    toast: (
      <div className={styles['place']}>
        {/* It is there before its words are, or readers would not notice them. */}
        <span className={styles['unseen']} role="status">
          {said?.words}
        </span>
        {said && <Toast key={said.id} {...said} onDone={done} />}
      </div>
    ),
  }
}

function Toast({ words, isWrong, undo, onDone }: Said & { onDone: () => void }) {
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
        {words}
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
