import { toSafePath } from '#packages/web/core/safe-path.ts'
import { useSession } from '#packages/web/core/session.ts'
import { isFamily } from '#packages/web/core/user-homes.ts'
import type { Message } from '../../contract.ts'

/** The link of a message. For a link into another organisation staff are asked first. */
export function getMessageLink({ url, orgId, orgName }: Pick<Message, 'url' | 'orgId' | 'orgName'>): string {
  if (!url) return ''
  const { orgId: current, user } = useSession.getState()
  const isElsewhere = url !== '/task' && orgId !== null && orgId !== current && !isFamily(user?.userType)
  if (!isElsewhere) return toSafePath(url)
  return `/staffMain/switch?${new URLSearchParams({ org: orgId, name: orgName, url }).toString()}`
}
