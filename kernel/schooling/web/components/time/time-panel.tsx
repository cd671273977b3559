import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import styles from './time-panel.module.css'

interface Props {
  /** A short fact beside the title. */
  note?: ReactNode
  /** What can be done here. */
  actions?: ReactNode
  children: ReactNode
}

/** What stands below a tab: its first line, and what scrolls. A phone has its title in the bar. */
export function TimePanel({ note, actions, children }: Props) {
  const isPhone = usePhone()
  return (
    <div className={styles['panel']}>
      {isPhone ? (
        actions && <div className={styles['actions']}>{actions}</div>
      ) : (
        <ActionLine note={note}>{actions}</ActionLine>
      )}
      <div className={styles['body']}>{children}</div>
    </div>
  )
}

/** What is said where there is nothing to show yet stands on a card, like what will be shown. */
export const BlankCard = ({ children }: { children: ReactNode }) => <div className={styles['blank']}>{children}</div>

/** What was read; until then, or if it could not be read, what is said instead. */
export function QueryPanel<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}) {
  const { data, isError, error, refetch } = query
  if (data !== undefined) return children(data)
  return (
    <BlankCard>
      {isError ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : (
        <PageState status="loading" />
      )}
    </BlankCard>
  )
}

/** A line above the content that somebody ought to read. */
export const PanelNotice = ({ children }: { children: ReactNode }) => <p className={styles['notice']}>{children}</p>
