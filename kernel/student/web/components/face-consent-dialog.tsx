import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { ErrorNote } from '#packages/web/desk/list/action-preview.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import { fetchAllFaces, savePaperConsents } from '../face-queries.ts'
import { studentKey } from '../student-tree.ts'
import styles from './face-consent.module.css'

interface Props {
  node: string
  where: string
  onClose: () => void
}

const atOnce = 100

/** Records signed paper consents for several pupils at once. */
export function FaceConsentDialog({ node, where, onClose }: Props) {
  const reading = useQuery({
    queryKey: [...studentKey, 'faces', node, 'unasked'],
    queryFn: () => fetchAllFaces(node, ['no-consent']),
    staleTime: 0,
  })
  const [ticked, setTicked] = useState<readonly string[]>([])
  const { isBusy, refusal, send } = useSubmit()
  const client = useQueryClient()
  const toast = useToast()
  const save = async () => {
    for (let at = 0; at < ticked.length; at += atOnce) await savePaperConsents(ticked.slice(at, at + atOnce))
    toast.success(`已登记${ticked.length}人的授权`)
    onClose()
    await client.invalidateQueries({ queryKey: studentKey })
  }
  const items = reading.data ?? []
  return (
    <Dialog
      title={`登记纸质授权：${where}`}
      size="form"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" disabled={ticked.length === 0} loading={isBusy} onClick={() => void send(save)}>
            {ticked.length > 0 ? `登记${ticked.length}人` : '登记'}
          </Button>
        </>
      }
    >
      <ErrorNote message={refusal} />
      <p className={styles['note']}>
        勾选已交回监护人签字授权书的学生。授权书原件由学校保存，登记会记入日志，家长可随时在手机上撤回。
      </p>
      {reading.isError ? (
        <PageState status="failed" error={reading.error} onRetry={() => void reading.refetch()} />
      ) : reading.isPending ? (
        <PageState status="loading" />
      ) : items.length === 0 ? (
        <PageState status="empty" title="没有待授权的学生" text="所选范围内的学生都已授权。" />
      ) : (
        <Checkbox.Group
          className={styles['names']!}
          aria-label="学生"
          value={[...ticked]}
          onChange={(values) => setTicked(values.map(String))}
          options={items.map(({ studentId, name, className }) => ({ value: studentId, label: `${name} ${className}` }))}
        />
      )}
    </Dialog>
  )
}
