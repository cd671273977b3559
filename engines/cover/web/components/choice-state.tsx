import type { ReactNode } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import styles from './cover-picker.module.css'

interface Props {
  query: { data: unknown; error: unknown }
  isEmpty: boolean
  /** Why nothing can be chosen. */
  empty: string
  children: ReactNode
}

/** What is offered for a lesson, or that it is looked for, failed or is nothing. */
export function ChoiceState({ query: { data, error }, isEmpty, empty, children }: Props) {
  if (data === undefined) return <span className={styles['state']}>{error ? getErrorMessage(error) : '正在查找'}</span>
  return isEmpty ? <span className={styles['state']}>{empty}</span> : children
}
