import { ImportOutlined, MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { Link } from 'react-router'
import type { TimetableRow } from '#engines/timetable/contract.ts'
import { formatTimeAgo } from '#packages/web/core/format/time.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import icon from '#packages/web/desk/icon-button.module.css'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { useSetParams } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { SheetImportExportContext } from '#packages/web/desk/sheet-import-export.ts'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'
import { timetablePath } from '../area-pages.ts'
import { PageCard, type SchoolTerm } from '../components/term-page.tsx'
import { versionsQuery } from './timetable-queries.ts'
import { CreateDialog, DeleteDialog, RenameDialog } from './version-dialogs.tsx'
import { getVersionLook, isDraft } from './version-status.ts'
import styles from './version-list.module.css'

type OpenDialog = { kind: 'create'; copyId?: string } | { kind: 'rename' | 'delete'; version: TimetableRow }

/** The versions of a term, the newest first. */
export function VersionList({ orgId, term, isOpen, choices }: SchoolTerm) {
  const query = useQuery(versionsQuery(term.id, orgId))
  const setParams = useSetParams()
  const may = useMay()
  const sheets = use(SheetImportExportContext)
  const [dialog, setDialog] = useState<OpenDialog>()
  const mayEdit = may('timetable.edit') && isOpen
  const close = () => setDialog(undefined)
  const create = mayEdit && (
    <Button type="primary" icon={<Glyph of={PlusOutlined} />} onClick={() => setDialog({ kind: 'create' })}>
      新建课表
    </Button>
  )
  const importButton = sheets && isOpen && may('timetable.import') && (
    <Button
      icon={<Glyph of={ImportOutlined} />}
      onClick={() => sheets.openImport('timetable', orgId, { term: term.id })}
    >
      导入课表
    </Button>
  )
  return (
    <>
      <ActionLine>
        {choices}
        {importButton}
        {create}
      </ActionLine>
      <PageCard>
        <QueryState query={query}>
          {(versions) =>
            versions.length === 0 ? (
              <PageState
                status="empty"
                title={mayEdit ? '还没有课表' : '还没有可查看的课表'}
                text={mayEdit ? '先新建本学期课表，课程来自任课安排；已有的课表也可以导入。' : ownLessons}
                next={create}
              />
            ) : (
              <ul>
                {versions.map((version) => (
                  <Version key={version.id} version={version} mayEdit={mayEdit} onOpen={setDialog} />
                ))}
              </ul>
            )
          }
        </QueryState>
      </PageCard>
      {dialog?.kind === 'create' && (
        <CreateDialog
          orgId={orgId}
          term={term}
          versions={query.data ?? []}
          copyId={dialog.copyId}
          onCreated={(id) => setParams({ id })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'rename' && <RenameDialog version={dialog.version} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteDialog version={dialog.version} onClose={close} />}
    </>
  )
}

/** Teachers read the weeks of their classes, but not the versions of the school. */
const ownLessons = '全校课表由教务处编排。自己的课在“今日课程”，本班的课在班级详情的“任课”里。'

interface VersionProps {
  version: TimetableRow
  mayEdit: boolean
  onOpen: (dialog: OpenDialog) => void
}

function Version({ version, mayEdit, onOpen }: VersionProps) {
  const { id, name, status, effectiveOn, isCurrent, lessons, unplaced, createdBy, updatedAt } = version
  return (
    <li className={styles['row']} data-current={isCurrent ? '' : undefined}>
      <div className={styles['name']}>
        <Link className={styles['title']} to={`${timetablePath}?id=${id}`}>
          {name}
        </Link>
        <RowStatusTag status={getVersionLook(status)} />
        {isCurrent && <span className={styles['current']}>当前使用</span>}
      </div>
      <div className={styles['facts']}>
        {effectiveOn && <span>{effectiveOn} 起生效</span>}
        <span>{lessons.toLocaleString()} 节</span>
        {unplaced > 0 && <span className={styles['open']}>{unplaced} 节待排</span>}
        <span className={styles['second']}>{`${createdBy} ${formatTimeAgo(updatedAt)}`}</span>
      </div>
      {mayEdit && (
        <SmallMenu
          label={`更多操作：${name}`}
          isIcon
          className={icon['button']!}
          button={<Glyph of={MoreOutlined} />}
          items={[
            { key: 'rename', label: '重命名', onSelect: () => onOpen({ kind: 'rename', version }) },
            { key: 'copy', label: '复制为新课表', onSelect: () => onOpen({ kind: 'create', copyId: id }) },
            ...(isDraft(status)
              ? [
                  {
                    key: 'delete',
                    label: '删除草稿',
                    isDanger: true,
                    onSelect: () => onOpen({ kind: 'delete', version }),
                  },
                ]
              : []),
          ]}
        />
      )}
    </li>
  )
}
