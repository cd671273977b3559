import { StopOutlined } from '@ant-design/icons'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import type { StudentChange } from '../../contract.ts'
import { getChangeTypeLabel, describeMove } from '../student-labels.ts'
import styles from './records.module.css'

/** All changes of one pupil; undone ones are marked. */
export function ChangesTable({ changes }: { changes: readonly StudentChange[] }) {
  if (changes.length === 0) return <PageState status="empty" title="还没有学籍经历" />
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">日期</th>
          <th scope="col">异动</th>
          <th scope="col">变化</th>
          <th scope="col">原因</th>
          <th scope="col">办理人</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.id} data-off={change.isUndone ? '' : undefined}>
            <td>{change.on}</td>
            <td>
              <span className={styles['kind']}>
                {getChangeTypeLabel(change)}
                {change.isUndone && (
                  <StatusTag tone="closed" icon={StopOutlined}>
                    已撤销
                  </StatusTag>
                )}
              </span>
            </td>
            <td>{describeMove(change) || '—'}</td>
            <td>{change.reason || '—'}</td>
            <td>{change.by}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
