import { useQuery } from '@tanstack/react-query'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { revealRecordsQuery } from '../student-queries.ts'
import { maskedFieldLabels } from './masked-student-field.tsx'
import styles from './records.module.css'

/** The server returns the field key of the contract, or a label. */
const getFieldLabel = (field: string) => maskedFieldLabels[field as keyof typeof maskedFieldLabels] ?? field

/** The last reveal, shown so that users see that reveals are logged. */
export function LastReveal({ id }: { id: string }) {
  const { data } = useQuery(revealRecordsQuery(id))
  const last = data?.[0]
  if (!data) return null
  return (
    <span className={styles['line']}>
      {last
        ? `${last.by} ${formatDayTime(last.at)} 看过${getFieldLabel(last.field)}（${last.reason}）`
        : '暂无查阅记录'}
    </span>
  )
}

/** Who revealed which field, and why. */
export function RevealRecordsTable({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(revealRecordsQuery(id))
  if (error && !data) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <PageState status="loading" />
  if (data.length === 0) return <PageState status="empty" title="暂无查阅记录" text="查看完整号码将被记录。" />
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">查阅人</th>
          <th scope="col">内容</th>
          <th scope="col">原因</th>
          <th scope="col">IP地址</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ at, by, field, reason, address }) => (
          <tr key={`${at} ${by} ${field}`}>
            <td>{formatDayTime(at)}</td>
            <td>{by}</td>
            <td>{getFieldLabel(field)}</td>
            <td>{reason}</td>
            <td>{address}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
