import { openDesk } from '#packages/web/core/user-homes.ts'
import styles from './desk-link.module.css'

/** Opens the page of the desk, for what a phone does not offer. */
export const DeskLink = ({ to }: { to: string }) => (
  <p className={styles['line']}>
    <a
      href={to}
      onClick={(event) => {
        event.preventDefault()
        openDesk(to)
      }}
    >
      打开电脑版
    </a>
  </p>
)
