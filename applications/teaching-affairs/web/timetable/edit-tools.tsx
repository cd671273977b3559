import type { RefSelectProps } from 'antd'
import { lazy, Suspense, useState, type ReactNode, type Ref } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { TimetableProblem } from '#engines/timetable/contract.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import type { MenuItem } from '#packages/web/desk/menu-items.tsx'
import { useSetParams } from '#packages/web/desk/page-search.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { UndoArrow } from '#packages/web/desk/undo-arrow.tsx'
import { describeProblems } from './problem-panel.tsx'
import { checkVersion, contentQuery } from './timetable-queries.ts'
import type { ChosenView } from './use-chosen-view.ts'
import type { TimetableEdit } from './use-timetable-edit.ts'
import { VersionBar } from './version-bar.tsx'
import { DeleteDialog, FillDialog, RenameDialog } from './version-dialogs.tsx'
import styles from './version-bar.module.css'

const PublishDialog = lazy(() => import('./publish-dialog.tsx'))
const SolveDialog = lazy(() => import('./solve-dialog.tsx'))

type OpenDialog = 'publish' | 'solve' | 'fill' | 'rename' | 'delete'

interface Props {
  edit: TimetableEdit
  chosen: ChosenView
  find: Ref<RefSelectProps>
  onChecked: (problems: readonly TimetableProblem[]) => void
  children: ReactNode
}

/** The bar of a draft with what can be done with it. */
export function EditTools({ edit, chosen, find, onChecked, children }: Props) {
  const { index, history, undoLast, redo } = edit
  const { timetable } = index.content
  const may = useMay()
  const setParams = useSetParams()
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const items: MenuItem[] = [
    { key: 'fill', label: '按任课更新', onSelect: () => setDialog('fill') },
    { key: 'rename', label: '重命名', onSelect: () => setDialog('rename') },
    { key: 'delete', label: '删除草稿', isDanger: true, onSelect: () => setDialog('delete') },
  ]
  return (
    <>
      <VersionBar
        index={index}
        chosen={chosen}
        items={items}
        find={find}
        tools={
          <>
            <Button
              type="text"
              aria-label="撤销"
              title="撤销 Ctrl+Z"
              icon={<UndoArrow aria-hidden />}
              disabled={history.done.length === 0}
              onClick={undoLast}
            />
            <Button
              type="text"
              aria-label="重做"
              title="重做 Ctrl+Y"
              icon={<UndoArrow className={styles['redo']!} aria-hidden />}
              disabled={history.undone.length === 0}
              onClick={redo}
            />
            {may('timetable.auto') && <Button onClick={() => setDialog('solve')}>自动排课</Button>}
            <CheckButton id={timetable.id} onChecked={onChecked} />
            {may('timetable.publish') && (
              <Button type="primary" onClick={() => setDialog('publish')}>
                发布
              </Button>
            )}
          </>
        }
      >
        {children}
      </VersionBar>
      <Suspense>
        {dialog === 'publish' && <PublishDialog index={index} onClose={close} />}
        {dialog === 'solve' && <SolveDialog timetable={timetable} onClose={close} />}
      </Suspense>
      {dialog === 'fill' && <FillDialog version={timetable} onClose={close} />}
      {dialog === 'rename' && <RenameDialog version={timetable} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteDialog
          version={timetable}
          onDeleted={() => setParams({ id: null, by: null, of: null })}
          onClose={close}
        />
      )}
    </>
  )
}

/** 检查: a draft without conflicts is marked as checked. */
function CheckButton({ id, onChecked }: { id: string; onChecked: Props['onChecked'] }) {
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    try {
      const { problems } = await checkVersion(id)
      onChecked(problems)
      if (problems.length === 0) toast.success(describeProblems(problems))
      await client.invalidateQueries({ queryKey: contentQuery(id).queryKey })
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
    setBusy(false)
  }
  return (
    <Button loading={isBusy} onClick={() => void press()}>
      检查
    </Button>
  )
}
