import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { confirmOrganisationSwitch } from '#packages/web/core/other-organisation.ts'
import { toSafePath } from '#packages/web/core/safe-path.ts'
import { useSession } from '#packages/web/core/session.ts'
import type { Message } from '../contract.ts'
import { isUnread } from './components/kind-icon.tsx'
import { markMessagesRead, messageKey } from './queries.ts'

/** Where a message leads: to what it is about, or to its own words. */
export const getMessageUrl = ({ id, url }: Pick<Message, 'id' | 'url'>) =>
  url ? toSafePath(url) : `/message?open=${id}`

/** Whether what it is about belongs to another organisation; one's tasks are the same everywhere. */
export const isInOtherOrganisation = ({ url, orgId }: Pick<Message, 'url' | 'orgId'>) =>
  url !== '' && url !== '/task' && orgId !== null && orgId !== useSession.getState().orgId

/** Goes to what a message is about; that it was read follows by itself, and never holds anybody up. */
export function useOpenMessage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    (message: Message) => {
      if (isUnread(message)) {
        void markMessagesRead({ ids: [message.id] })
          .then(() => client.invalidateQueries({ queryKey: messageKey }))
          .catch(() => {}) // it stays unread, and is seen as such
      }
      if (isInOtherOrganisation(message))
        confirmOrganisationSwitch({ ...message, orgId: message.orgId!, url: getMessageUrl(message) })
      else void navigate(getMessageUrl(message))
    },
    [client, navigate],
  )
}
