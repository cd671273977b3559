import { formatDateTime, formatTimeAgo } from '#packages/web/core/format/time.ts'
import dots from '#packages/web/desk/dot-separated.module.css'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import type { Message } from '../../contract.ts'
import { getMessageUrl } from '../use-open-message.ts'
import { DueChip } from './due-chip.tsx'
import { isUnread } from '../message-state.ts'
import { KindIcon } from './kind-icon.tsx'
import styles from './message-row.module.css'

interface Props {
  message: Message
  onOpen: () => void
}

/** One message in a list; the whole row is a link. */
export function MessageRow({ message, onOpen }: Props) {
  const { title, body, orgName, at, doneAt } = message
  const isNew = isUnread(message)
  return (
    <li className={styles['item']}>
      <a
        className={styles['row']}
        href={getMessageUrl(message)}
        data-unread={isNew ? '' : undefined}
        onClick={(event) => {
          // The browser opens a new tab or window for modified clicks.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onOpen()
        }}
      >
        <KindIcon message={message} size="head" />
        <span className={styles['words']}>
          <span className={styles['title']}>
            {isNew && <span className={spoken['only']}>未读：</span>}
            {title}
          </span>
          {body && <span className={styles['body']}>{body}</span>}
          <span className={`${styles['facts']} ${dots['dotted']}`}>
            {orgName && <span>{orgName}</span>}
            <span title={formatDateTime(at)}>{formatTimeAgo(at)}</span>
            {doneAt && <span>已办</span>}
          </span>
        </span>
        <DueChip of={message} />
      </a>
    </li>
  )
}
