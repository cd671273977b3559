import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { confirmOrganisationSwitch } from '#packages/web/core/other-organisation.ts'
import { toSafePath } from '#packages/web/core/safe-path.ts'
import { useSession } from '#packages/web/core/session.ts'
import type { Message } from '../contract.ts'
import { isUnread } from './message-state.ts'
import { markMessagesRead, messageKey } from './queries.ts'

/** The link of a message, or the page with its text. */
export const getMessageUrl = ({ id, url }: Pick<Message, 'id' | 'url'>) =>
  url ? toSafePath(url) : `/message?open=${id}`

/** Whether the link belongs to another organisation; the task list is the same everywhere. */
export const isInOtherOrganisation = ({ url, orgId }: Pick<Message, 'url' | 'orgId'>) =>
  url !== '' && url !== '/task' && orgId !== null && orgId !== useSession.getState().orgId

/** Opens the link of a message; marking it as read runs in the background. */
export function useOpenMessage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    (message: Message) => {
      if (isUnread(message)) {
        void markMessagesRead({ ids: [message.id] })
          .then(() => client.invalidateQueries({ queryKey: messageKey }))
          .catch(() => {}) // it stays unread
      }
      if (isInOtherOrganisation(message))
        confirmOrganisationSwitch({ ...message, orgId: message.orgId!, url: getMessageUrl(message) })
      else void navigate(getMessageUrl(message))
    },
    [client, navigate],
  )
}
