import { useQuery } from '@tanstack/react-query'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { MaskDots } from '#packages/web/desk/mask-dots.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { fieldHistoryQuery } from '../staff-queries.ts'
import styles from './field-history.module.css'

/** The field history of a person, newest first. */
export function FieldHistory({ id }: { id: string }) {
  const query = useQuery(fieldHistoryQuery(id))
  if (query.isError && !query.data) {
    return <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
  }
  if (!query.data) return <SkeletonLines widths={[60, 72, 54]} />
  if (query.data.length === 0) return <p className={styles['none']}>还没有变更</p>
  return (
    <ol className={styles['changes']}>
      {query.data.map(({ id: key, title, before, after, at, byName }) => (
        <li key={key} className={styles['change']}>
          <p className={styles['what']}>
            <strong>{title}</strong>
            <span>
              <HistoryValue text={before} /> → <HistoryValue text={after} />
            </span>
          </p>
          <p className={styles['when']}>
            {byName} <time dateTime={at}>{formatDayTime(at)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}

const HistoryValue = ({ text }: { text: string }) =>
  text ? <MaskDots value={text} /> : <span className={styles['none']}>空</span>
