import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { Pager } from '#packages/web/desk/pager.tsx'
import { roleKey, roleHistoryQuery, restoreRole, type RoleChangePage } from '../../role-queries.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import type { RoleDraftEditor } from './use-role-draft.ts'
import styles from './role-history.module.css'

type Change = RoleChangePage['items'][number]
const pageSize = 20

/** Changes of the role; its permissions can be restored for some days. */
export function RoleHistory({ draft, isPhone }: { draft: RoleDraftEditor; isPhone: boolean }) {
  const { detail, count } = draft
  const [page, setPage] = useState(1)
  const [back, setBack] = useState<Change>()
  const { data, isError, error, refetch } = useQuery({
    ...roleHistoryQuery(detail.id, page, pageSize),
    placeholderData: (before) => before,
  })
  if (isError) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <PageState status="loading" />
  if (data.items.length === 0)
    return <PageState status="empty" title="还没有变更记录" text="修改功能、成员之后，每次变更都会记在这里。" />
  return (
    <>
      <ol className={styles['list']}>
        {data.items.map((change) => (
          <li key={change.id} className={styles['change']}>
            <p className={styles['line']}>
              <strong>{change.title}</strong>
              <span className={styles['by']}>
                {change.by} {formatDayTime(change.at)}
              </span>
              {change.mayRestore && detail.mayEdit && (
                <Button
                  type="link"
                  size="small"
                  disabled={count > 0}
                  title={count > 0 ? '请先保存或放弃改动' : undefined}
                  onClick={() => setBack(change)}
                >
                  还原
                </Button>
              )}
            </p>
            {change.lines.map((line) => (
              <p key={line} className={styles['words']}>
                {line}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {data.itemCount > pageSize && (
        <div className={styles['pager']}>
          <Pager current={page} pageSize={pageSize} total={data.itemCount} isSimple={isPhone} onChange={setPage} />
        </div>
      )}
      {back && (
        <ConfirmAction
          title="还原角色"
          submitLabel="还原"
          submit={() => restoreRole(detail.id, back.id, detail.version)}
          done="已还原，立即生效"
          queryKey={roleKey}
          onClose={() => setBack(undefined)}
        >
          <p>{`“${detail.name}”的功能和字段将恢复到 ${formatDayTime(back.at)} ${back.title}之前，立即生效。`}</p>
        </ConfirmAction>
      )}
    </>
  )
}
