import type { Spoken } from './use-spoken.ts'
import styles from '../spoken.module.css'

/** Heard, not seen. */
export function Voice({ spoken: { tone, words, round } }: { spoken: Spoken }) {
  return (
    <>
      <p className={styles['only']} role="status">
        {tone === 'polite' && <span key={round}>{words}</span>}
      </p>
      {tone === 'alert' && (
        <p key={round} className={styles['only']} role="alert">
          {words}
        </p>
      )}
    </>
  )
}
