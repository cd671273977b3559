import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CoverRequest } from '#engines/cover/contract.ts'
import { requestsQuery } from '#engines/cover/web/desk-api.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import styles from './mine.module.css'

interface Props {
  box: 'own' | 'asked' | 'given'
  label: string
  /** While there is none. */
  title: string
  text: string
  next?: ReactNode
  children: (requests: readonly CoverRequest[]) => ReactNode
}

/** The requests of a box in a white block. */
export function RequestList({ box, label, title, text, next, children }: Props) {
  const query = useQuery(requestsQuery(box))
  return (
    <div className={styles['card']}>
      <QueryState query={query}>
        {(requests) =>
          requests.length === 0 ? (
            <PageState status="empty" title={title} text={text} next={next} />
          ) : (
            <ul aria-label={label}>{children(requests)}</ul>
          )
        }
      </QueryState>
    </div>
  )
}
