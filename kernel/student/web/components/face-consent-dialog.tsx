import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
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
  const save = async () => {
    for (let at = 0; at < ticked.length; at += atOnce) await savePaperConsents(ticked.slice(at, at + atOnce))
  }
  const items = reading.data ?? []
  return (
    <ConfirmAction
      title={`登记纸质授权：${where}`}
      size="form"
      submitLabel={ticked.length > 0 ? `登记${ticked.length}人` : '登记'}
      isDisabled={ticked.length === 0}
      submit={save}
      done={`已登记${ticked.length}人的授权`}
      queryKey={studentKey}
      onClose={onClose}
    >
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
    </ConfirmAction>
  )
}
