import { useInfiniteQuery } from '@tanstack/react-query'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { loadObjectHistory, operationKey } from '../log-queries.ts'
import { ChangedFields } from './changed-fields.tsx'
import styles from './object-history.module.css'

interface Props {
  /** The kind of the object: student.student. */
  kind: string
  id: string
  title?: string
}

/** Every operation on one object, newest first, with the values before and after. */
export default function ObjectHistory({ title, ...object }: Props) {
  const may = useMay()
  if (!may('operation-log.read')) return null
  return (
    <section className={styles['history']}>
      {title && <h3>{title}</h3>}
      <HistoryEntries {...object} />
    </section>
  )
}

function HistoryEntries({ kind, id }: Omit<Props, 'title'>) {
  const query = useInfiniteQuery({
    queryKey: [...operationKey, 'history', kind, id],
    queryFn: ({ pageParam, signal }) => loadObjectHistory(kind, id, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ entries }, _, pageNumber) => (pageNumber < entries.pageCount ? pageNumber + 1 : undefined),
  })
  if (query.error) return <p role="alert">{getErrorMessage(query.error)}</p>
  if (!query.data) return <SkeletonLines widths={[60, 72, 54]} />
  const entries = query.data.pages.flatMap((page) => page.entries.items)
  if (entries.length === 0) return <p className={styles['none']}>没有操作记录</p>
  return (
    <>
      <ol className={styles['entries']} aria-label="对象历史">
        {entries.map(({ id: key, at, title, personName, orgName, changes }) => (
          <li key={key} className={styles['entry']}>
            <p className={styles['what']}>
              <strong>{title}</strong>
              <span className={styles['who']}>
                {[personName, orgName].filter(Boolean).join('，')} <time dateTime={at}>{formatDayTime(at)}</time>
              </span>
            </p>
            {changes.length > 0 && <ChangedFields changes={changes} />}
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          更多
        </Button>
      )}
    </>
  )
}
