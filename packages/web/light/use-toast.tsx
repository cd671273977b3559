import { useEffect, useState, type ReactNode } from 'react'
import { CheckIcon } from './icons.tsx'
import { useCountdown } from './use-countdown.ts'
import styles from './toast.module.css'

const seconds = 8

interface Said {
  id: number
  words: string
  undo?: (() => void) | undefined
}

/**
 * Short words about what just happened, for eight seconds, with a way to take it back. `toast` belongs into the dock,
 * above the foot or the tabs: there it takes room of its own and never lies over anything that can be pressed.
 */
export function useToast(): { say: (words: string, undo?: () => void) => void; toast: ReactNode } {
  const [said, setSaid] = useState<Said>()
  const say = (words: string, undo?: () => void) => setSaid((before) => ({ id: (before?.id ?? 0) + 1, words, undo }))
  const done = () => setSaid(undefined)
  return {
    say,
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

function Toast({ words, undo, onDone }: Said & { onDone: () => void }) {
  const [left] = useCountdown(seconds)
  useEffect(() => {
    if (left === 0) onDone()
  }, [left, onDone])
  return (
    <div className={styles['toast']}>
      <span className={styles['tick']}>
        <CheckIcon size={20} />
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
