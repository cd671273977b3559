import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { call } from '#packages/web/core/call.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { approvalApi, defaultPhrases, type InboxTask } from '../../contract.ts'
import { phrasesQuery } from '../flow-queries.ts'
import styles from './approve-several.module.css'

interface Props {
  tasks: readonly InboxTask[]
  /** Some were approved: what the page shows is loaded again. */
  onDone: () => void
  onClose: () => void
}

interface Result {
  taskId: string
  isDone: boolean
  message: string
}

/** 批量同意: one opinion for all, and the result of each. */
export function ApproveSeveral({ tasks, onDone, onClose }: Props) {
  const phrases = useQuery(phrasesQuery).data?.phrases ?? []
  const [opinion, setOpinion] = useState<string>()
  const [results, setResults] = useState<readonly Result[]>()
  const words = opinion ?? phrases[0] ?? defaultPhrases[0]
  if (results)
    return (
      <NoticeDialog title="批量处理结果" onClose={onClose}>
        <ul className={styles['results']}>
          {tasks.map((task) => {
            const result = results.find(({ taskId }) => taskId === task.taskId)
            return (
              <li key={task.taskId} data-done={result?.isDone ? '' : undefined}>
                <Glyph of={result?.isDone ? CheckOutlined : CloseOutlined} />
                <span>{task.title}</span>
                <span>{result?.isDone ? '已同意' : (result?.message ?? '')}</span>
              </li>
            )
          })}
        </ul>
      </NoticeDialog>
    )
  return (
    <ConfirmAction
      title={`同意 ${tasks.length} 项申请`}
      size="form"
      submitLabel={`同意 ${tasks.length} 项`}
      submit={async () => {
        const taskIds = tasks.map(({ taskId }) => taskId)
        const answer = await call(approvalApi.batchApprove, { body: { taskIds, opinion: words } })
        setResults(answer.results)
        onDone()
      }}
      onSent={() => {}}
      onClose={onClose}
    >
      <ul className={styles['tasks']}>
        {tasks.map(({ taskId, title, brief }) => (
          <li key={taskId}>
            <strong>{title}</strong>
            <span>{brief}</span>
          </li>
        ))}
      </ul>
      <Input.TextArea
        aria-label="审批意见"
        rows={2}
        maxLength={500}
        value={words}
        onChange={({ target }) => setOpinion(target.value)}
      />
    </ConfirmAction>
  )
}
