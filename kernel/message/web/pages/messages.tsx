import { CheckOutlined, MailOutlined } from '@ant-design/icons'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { createDeskList } from '#packages/web/desk/list/desk-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { getStateLook } from '#packages/web/desk/status-look.ts'
import type { Message } from '../../contract.ts'
import { DueChip } from '../components/due-chip.tsx'
import { KindIcon } from '../components/kind-icon.tsx'
import { MessageBody } from '../components/message-body.tsx'
import { MessageFrame } from '../components/message-tabs.tsx'
import { messageList } from '../message-list.ts'
import { getMessageState, getUrgency } from '../message-state.ts'

/** A letter for what is unread, a tick for what was read. */
const icons = { info: MailOutlined, closed: CheckOutlined } as const
const MessageStatus = ({ of }: { of: Message }) => {
  const state = getMessageState(of)
  return <RowStatusTag status={getStateLook(state, icons[state.tone as keyof typeof icons])} />
}

const { detail, ...spec } = createDeskList(messageList, {
  icon: (message) => <KindIcon message={message} size="row" />,
  headIcon: (message) => <KindIcon message={{ ...message, readAt: message.at }} size="head" />,
  columns: {
    dueAt: { cell: (message) => (getUrgency(message) ? <DueChip of={message} /> : '—') },
    status: { cell: (message) => <MessageStatus of={message} /> },
  },
})

const List = defineListPage<Message>({
  ...spec,
  detail: {
    ...detail!,
    tag: (message) => <MessageStatus of={message} />,
    sections: (message) => [
      { facts: [], whole: <MessageBody key={message.id} message={message} /> },
      ...detail!.sections!(message).filter(({ facts }) => facts.length > 0),
    ],
  },
})

/** /message: all messages of the user and the open to-dos. */
export default function MessagesPage() {
  return (
    <MessageFrame>
      <List />
    </MessageFrame>
  )
}
