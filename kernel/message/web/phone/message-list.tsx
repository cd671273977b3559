import { useEffect, useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { setWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { formatDayTime, formatTimeAgo } from '#packages/web/core/format/time.ts'
import { Button, ButtonLink } from '#packages/web/light/button.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { EmptyState, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { messageApi, messageKinds, type Message } from '../../contract.ts'
import { getMessageLink } from './message-link.ts'
import styles from './message-list.module.css'

const pageSize = 20
const isNew = ({ readAt, doneAt }: Message) => readAt === null && doneAt === null

/** Loads twenty at a time. A tap shows the text and marks the message as read. */
export function MessageList() {
  const [messages, setMessages] = useState<readonly Message[]>([])
  const [pages, setPages] = useState({ read: 0, all: 1 })
  const [state, setState] = useState<'reading' | 'ready' | 'failed'>('reading')
  const [opened, setOpened] = useState<Message>()

  useEffect(() => {
    if (state !== 'reading') return
    const query = { state: 'all', keyword: '', pageNumber: pages.read + 1, pageSize } as const
    let isGone = false
    call(messageApi.list, { query }).then(
      ({ items, pageCount }) => {
        if (isGone) return
        // A message that arrived meanwhile has moved a shown one to the next page.
        setMessages((before) => [...before, ...items.filter(({ id }) => !before.some((one) => one.id === id))])
        setPages({ read: pages.read + 1, all: pageCount })
        setState('ready')
      },
      () => isGone || setState('failed'),
    )
    return () => {
      isGone = true
    }
  }, [state, pages])

  const open = (message: Message) => {
    setOpened(message)
    if (!isNew(message)) return
    const readAt = new Date().toISOString()
    setMessages((before) => before.map((one) => (one.id === message.id ? { ...one, readAt } : one)))
    call(messageApi.read, { body: { ids: [message.id] } }).then(setWaitingCounts, () => {}) // it is unread again the next time
  }

  if (messages.length === 0) {
    if (state === 'failed') return <PageLoadError onRetry={() => setState('reading')} />
    if (state === 'reading') return <Skeleton />
    return <EmptyState title="还没有消息">学校发来的通知和结果会显示在这里。</EmptyState>
  }
  return (
    <>
      <ul className={styles['list']}>
        {messages.map((message) => (
          <Item key={message.id} message={message} onOpen={() => open(message)} />
        ))}
      </ul>
      {state === 'failed' && <Note kind="error">没有加载成功，请检查网络后重试</Note>}
      {pages.read < pages.all && (
        <Button kind="plain" busy={state === 'reading' && '正在加载…'} onClick={() => setState('reading')}>
          更早的消息
        </Button>
      )}
      {opened && (
        <BottomSheet title={opened.title} onClose={() => setOpened(undefined)}>
          <p className={styles['facts']}>
            {[messageKinds[opened.kind], opened.orgName, formatDayTime(opened.at)].filter(Boolean).join('，')}
          </p>
          <p className={styles['body']}>{opened.body}</p>
          {opened.url && (
            <ButtonLink size="task" href={getMessageLink(opened)}>
              去查看
            </ButtonLink>
          )}
        </BottomSheet>
      )}
    </>
  )
}

function Item({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { title, orgName, at } = message
  return (
    <li className={styles['item']}>
      <button type="button" className={styles['open']} onClick={onOpen}>
        <span className={styles['title']} data-new={isNew(message) ? '' : undefined}>
          {isNew(message) && <span className={styles['dot']}>未读</span>}
          {title}
        </span>
        <span className={styles['facts']}>{[orgName, formatTimeAgo(at)].filter(Boolean).join('，')}</span>
      </button>
    </li>
  )
}
