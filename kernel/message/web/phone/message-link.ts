import { toSafePath } from '#packages/web/core/safe-path.ts'
import { useSession } from '#packages/web/core/session.ts'
import type { Message } from '../../contract.ts'

/** The link of a message. A link into another organisation opens in the message centre, which asks first. */
export function getMessageLink({ id, url, orgId }: Pick<Message, 'id' | 'url' | 'orgId'>): string {
  if (!url) return ''
  const isElsewhere = url !== '/task' && orgId !== null && orgId !== useSession.getState().orgId
  return isElsewhere ? `/message?open=${id}` : toSafePath(url)
}
