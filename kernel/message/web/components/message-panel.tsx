import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { useWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { messageKinds, type MessageKind } from '../../contract.ts'
import { latestMessages, markAllMessagesRead, messageKey } from '../queries.ts'
import { useOpenMessage } from '../use-open-message.ts'
import { MessageRow } from './message-row.tsx'
import styles from './message-panel.module.css'

type Choice = MessageKind | undefined
const choices: readonly { kind: Choice; label: string }[] = [
  { kind: undefined, label: '全部' },
  ...Object.entries(messageKinds).map(([kind, label]) => ({ kind: kind as MessageKind, label })),
]

/** The latest messages, of all kinds or of one; a click marks a message as read and opens its link. */
export default function MessagePanel({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState<Choice>()
  return (
    <>
      <div className={styles['kinds']} role="group" aria-label="消息类型">
        {choices.map(({ kind: one, label }) => (
          <button
            key={label}
            type="button"
            className={styles['kind']}
            aria-pressed={one === kind}
            onClick={() => setKind(one)}
          >
            {label}
          </button>
        ))}
        <ReadAll />
      </div>
      <div className={styles['list']}>
        <Latest kind={kind} onDone={onDone} />
      </div>
      <footer className={styles['foot']}>
        <Link to="/message" onClick={onDone}>
          查看全部消息
        </Link>
        <Link to="/message/settings" onClick={onDone}>
          消息设置
        </Link>
      </footer>
    </>
  )
}

function Latest({ kind, onDone }: { kind: Choice; onDone: () => void }) {
  const { data, isError, error, refetch } = useQuery({ ...latestMessages(kind), staleTime: 0 })
  const open = useOpenMessage()
  if (data === undefined) {
    if (isError) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
    return <PageState status="loading" widths={[60, 72, 56, 64]} />
  }
  if (data.length === 0) {
    const what = kind ? messageKinds[kind] : '消息'
    return <PageState status="empty" title={`没有${what}`} text="有新消息时，这里和铃铛上的数字会自动更新。" />
  }
  return (
    <ul>
      {data.map((message) => (
        <MessageRow
          key={message.id}
          message={message}
          onOpen={() => {
            onDone()
            open(message)
          }}
        />
      ))}
    </ul>
  )
}

function ReadAll() {
  const client = useQueryClient()
  const toast = useToast()
  const unread = useWaitingCounts((counts) => counts.unread)
  const readAll = useMutation({
    mutationFn: () => markAllMessagesRead(),
    onSuccess: () => client.invalidateQueries({ queryKey: messageKey }),
    onError: (error) => toast.error(getErrorMessage(error)),
  })
  if (unread === 0) return null
  return (
    <Button type="link" className={styles['all']!} loading={readAll.isPending} onClick={() => readAll.mutate()}>
      全部已读
    </Button>
  )
}
