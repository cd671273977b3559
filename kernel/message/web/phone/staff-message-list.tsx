import { useEffect } from 'react'
import { call } from '#packages/web/core/call.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { setWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { ButtonLink } from '#packages/web/light/button.tsx'
import { PhoneList } from '#packages/web/light/list/phone-list.tsx'
import { LinkList, LinkRow } from '#packages/web/light/row.tsx'
import { messageApi, type Message } from '../../contract.ts'
import { messageList } from '../message-list.ts'
import { isUnread } from '../message-state.ts'
import { getMessageLink } from './message-link.ts'
import styles from './message-list.module.css'

const isTodos = () => new URLSearchParams(location.search).get('kind') === 'todo'

export default function StaffMessageList() {
  return (
    <PhoneList
      list={messageList}
      title={isTodos() ? '待办' : '消息'}
      back={isTodos() ? staffHome : `${staffHome}?tab=messages`}
      help="messages"
      deskUrl="/message"
      onOpen={markRead}
      foot={
        <LinkList>
          <LinkRow label="消息设置" note="短信、钉钉和免打扰" href="/message/settings" />
        </LinkList>
      }
      below={(message) => <MessageText message={message} />}
    />
  )
}

/** Opening a message marks it as read; if that fails, it is unread again the next time. */
function markRead(message: Message): Partial<Message> | undefined {
  if (!isUnread(message)) return undefined
  call(messageApi.read, { body: { ids: [message.id] } }).then(setWaitingCounts, () => {})
  return { readAt: new Date().toISOString() }
}

function MessageText({ message }: { message: Message }) {
  const { kind, body, doneAt } = message
  const link = getMessageLink(message)
  useEffect(() => {
    // A link opens a message without a press on its row.
    if (new URLSearchParams(location.search).get('open') === message.id) markRead(message)
    // Once for each message.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [message.id])
  return (
    <>
      {body && <p className={styles['body']}>{body}</p>}
      {link && (
        <ButtonLink size="task" href={link}>
          {kind === 'todo' && doneAt === null ? '去处理' : '去查看'}
        </ButtonLink>
      )}
    </>
  )
}
