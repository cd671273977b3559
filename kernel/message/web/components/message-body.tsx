import { ArrowRightOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { Message } from '../../contract.ts'
import { markMessagesRead, messageKey } from '../queries.ts'
import { isInOtherOrganisation, useOpenMessage } from '../use-open-message.ts'
import { isUnread } from '../message-state.ts'
import styles from './message-body.module.css'

/** The full text and the link of a message. Showing it marks it as read. */
export function MessageBody({ message }: { message: Message }) {
  const open = useOpenMessage()
  const client = useQueryClient()
  const { id, kind, body, url, orgName, doneAt } = message
  const isNew = isUnread(message)
  useEffect(() => {
    if (!isNew) return
    void markMessagesRead({ ids: [id] })
      .then(() => client.invalidateQueries({ queryKey: messageKey }))
      .catch(() => {}) // it stays unread
  }, [id, isNew, client])
  return (
    <div className={styles['words']}>
      {body && <p className={styles['body']}>{body}</p>}
      {url && (
        <>
          <Button
            type={doneAt === null ? 'primary' : 'default'}
            icon={<Glyph of={ArrowRightOutlined} />}
            onClick={() => open(message)}
          >
            {kind === 'todo' && doneAt === null ? '去处理' : '去查看'}
          </Button>
          {isInOtherOrganisation(message) && (
            <p className={styles['note']}>该消息属于{orgName}，需要切换时会先询问。</p>
          )}
        </>
      )}
    </div>
  )
}
