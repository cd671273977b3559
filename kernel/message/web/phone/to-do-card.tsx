import { useEffect, useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { formatTimeAgo } from '#packages/web/core/format/time.ts'
import { Card } from '#packages/web/light/card.tsx'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { DoneIcon } from '#packages/web/light/more-icons.tsx'
import { InlineLoadError } from '#packages/web/light/state-notice.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { messageApi, type Message } from '../../contract.ts'
import { getDueDate } from '../components/due-date.ts'
import { getMessageLink } from './message-link.ts'
import styles from './to-do-card.module.css'

const shown = 3
const all = '/message?kind=todo&state=open'
const query = { kind: 'todo', state: 'open', keyword: '', sort: 'due', pageNumber: 1, pageSize: shown } as const

/** The open to-dos by due date. Each links to the page where it is done. */
export default function ToDoCard() {
  const { answer, retry } = useTodos()
  useOrderedLoading(!answer)
  const count = answer && answer !== 'failed' ? answer.itemCount : 0
  if (answer && answer !== 'failed' && count === 0) return <NothingToDo />
  return (
    <Card
      title={
        <>
          待办
          {count > 0 && <span className={styles['count']}>{count}</span>}
        </>
      }
      aside={count > shown && <a href={all}>全部</a>}
      isFlush
    >
      {answer === 'failed' ? (
        <p className={styles['line']}>
          <InlineLoadError onRetry={retry} />
        </p>
      ) : !answer ? (
        <p className={styles['line']}>正在获取…</p>
      ) : (
        <ul className={styles['rows']}>
          {answer.items.map((todo) => (
            <Row key={todo.id} todo={todo} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** One line, because users without to-dos came for something else. */
const NothingToDo = () => (
  <Card>
    <p className={styles['nothing']}>
      <strong>待办</strong>
      <DoneIcon size={18} />
      没有待办
    </p>
  </Card>
)

const tones = { error: 'overdue', warning: 'waiting', plain: 'waiting' } as const

function Row({ todo }: { todo: Message }) {
  const { id, title, orgName, at, dueAt } = todo
  const [due] = useState(() => getDueDate(dueAt, new Date()))
  return (
    <li className={styles['item']}>
      <a className={styles['row']} href={getMessageLink(todo) || `/message?open=${id}`}>
        <span className={styles['words']}>
          <strong className={styles['title']}>{title}</strong>
          <span className={styles['facts']}>{[orgName, formatTimeAgo(at)].filter(Boolean).join('，')}</span>
        </span>
        {due && <Tag state={tones[due.tone]}>{due.label}</Tag>}
        <span className={styles['go']}>去处理</span>
      </a>
    </li>
  )
}

function useTodos() {
  const [answer, setAnswer] = useState<{ items: Message[]; itemCount: number } | 'failed'>()
  useEffect(() => {
    if (answer) return
    call(messageApi.list, { query }).then(setAnswer, () => setAnswer('failed'))
  }, [answer])
  return { answer, retry: () => setAnswer(undefined) }
}
