import type { ReactNode } from 'react'
import { WarningIcon } from './icons.tsx'
import { ClockIcon, DoneIcon, OfflineIcon } from './more-icons.tsx'
import { InfoIcon } from './part-icons.tsx'
import styles from './note.module.css'

const icons = {
  info: InfoIcon,
  error: WarningIcon,
  warning: WarningIcon,
  offline: OfflineIcon,
  success: DoneIcon,
  waiting: ClockIcon,
}

interface Props {
  kind: keyof typeof icons
  title?: ReactNode
  children: ReactNode
}

/** A short important text; screen readers announce it when it appears. */
export function Note({ kind, title, children }: Props) {
  const Icon = icons[kind]
  return (
    <div className={`${styles['note']} ${styles[kind]}`} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon size={18} />
      <div>
        {title && <strong className={styles['title']}>{title}</strong>}
        {children}
      </div>
    </div>
  )
}
