import type { Announcement } from './use-announce.ts'
import styles from '../visually-hidden.module.css'

/** For screen readers only. */
export function LiveRegion({ announcement: { tone, message, round } }: { announcement: Announcement }) {
  return (
    <>
      <p className={styles['only']} role="status">
        {tone === 'polite' && <span key={round}>{message}</span>}
      </p>
      {tone === 'alert' && (
        <p key={round} className={styles['only']} role="alert">
          {message}
        </p>
      )}
    </>
  )
}
