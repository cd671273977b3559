import { useQuery } from '@tanstack/react-query'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import type { RoleDetail } from '../../../contract.ts'
import { roleMenuPreviewQuery, type RoleMenuPreview } from '../../role-queries.ts'
import styles from './dialogs.module.css'

/** The menu of a user who has only this role. Read-only. */
export default function PreviewDialog({ detail, onClose }: { detail: RoleDetail; onClose: () => void }) {
  const { data, isError, error, refetch } = useQuery(roleMenuPreviewQuery(detail.id))
  return (
    <NoticeDialog title={`以此角色预览：${detail.name}`} size="panes" closeLabel="关闭" onClose={onClose}>
      {isError ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Menu groups={data.groups} />
      ) : (
        <PageState status="loading" />
      )}
    </NoticeDialog>
  )
}

function Menu({ groups }: RoleMenuPreview) {
  if (groups.length === 0)
    return <PageState status="empty" title="没有系统菜单" text="只有此角色的人员，看不到任何系统菜单。" />
  return (
    <>
      <p className={styles['about']}>只有此角色的人员会看到以下菜单。按已保存的内容预览。</p>
      {groups.map(({ title, pages }) => (
        <section key={title} className={styles['group']} aria-label={title}>
          <h3 className={styles['groupName']}>{title}</h3>
          <ul className={styles['pages']}>
            {pages.map(({ url, title: page }) => (
              <li key={url}>{page}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
