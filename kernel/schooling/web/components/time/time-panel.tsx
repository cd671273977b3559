import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import styles from './time-panel.module.css'

interface Props {
  /** A short text beside the title. */
  note?: ReactNode
  /** The buttons of the panel. */
  actions?: ReactNode
  children: ReactNode
}

/** The content of a tab: a header line and a scrolling part. On a phone the title is in the app bar. */
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

/** The empty state has the same card as the content. */
export const BlankCard = ({ children }: { children: ReactNode }) => <div className={styles['blank']}>{children}</div>

/** Shows the loading and error states of a query, then its content. */
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

/** A notice above the content. */
export const PanelNotice = ({ children }: { children: ReactNode }) => <p className={styles['notice']}>{children}</p>
