import type { ReactNode } from 'react'
import { CheckIcon, WarningIcon } from './icons.tsx'
import { ClockIcon } from './more-icons.tsx'
import { ChevronRightIcon, CloseIcon, PencilIcon, UndoIcon } from './part-icons.tsx'
import styles from './tag.module.css'

/** The one table of states: the style of each, whatever the application calls it. */
const stateStyles = {
  passed: { Icon: CheckIcon, tint: 'success' },
  underway: { Icon: ChevronRightIcon, tint: 'info' },
  chosen: { Icon: CheckIcon, tint: 'info' },
  waiting: { Icon: ClockIcon, tint: 'warning' },
  unusual: { Icon: WarningIcon, tint: 'warning' },
  returned: { Icon: UndoIcon, tint: 'warning' },
  refused: { Icon: CloseIcon, tint: 'error' },
  overdue: { Icon: ClockIcon, tint: 'error' },
  draft: { Icon: PencilIcon, tint: 'closed' },
} as const

interface Props {
  state: keyof typeof stateStyles
  children: ReactNode
}

/** A state as icon, word and tint: never by colour alone. */
export function Tag({ state, children }: Props) {
  const { Icon, tint } = stateStyles[state]
  return (
    <span className={`${styles['tag']} ${styles[tint]}`}>
      <Icon size={14} />
      {children}
    </span>
  )
}
