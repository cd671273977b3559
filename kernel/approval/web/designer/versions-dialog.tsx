import { formatDayTime } from '#packages/web/core/format/time.ts'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import dots from '#packages/web/desk/dot-separated.module.css'
import { definitionStatuses, type DefinitionDetail } from '../../contract.ts'
import styles from './versions-dialog.module.css'

const getStatusLook = createStatusLook(definitionStatuses)

/** Who published what when, and what still runs on it. */
export default function VersionsDialog({ detail, onClose }: { detail: DefinitionDetail; onClose: () => void }) {
  return (
    <NoticeDialog title={`${detail.subjectTitle}的版本`} size="form" closeLabel="关闭" onClose={onClose}>
      <ul className={styles['versions']}>
        {detail.versions.map(({ id, version, status, by, at, running }) => (
          <li key={id}>
            <strong>第 {version} 版</strong>
            <RowStatusTag status={getStatusLook(status)} />
            <span className={`${styles['facts']} ${dots['dotted']}`}>
              {by && <span>{by}</span>}
              <span>{formatDayTime(at)}</span>
              {running > 0 && <span>{running} 件进行中</span>}
            </span>
          </li>
        ))}
      </ul>
    </NoticeDialog>
  )
}
