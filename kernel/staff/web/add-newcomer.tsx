import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { confirmJoin } from './components/join-question.tsx'
import { NewcomerPanel } from './components/newcomer-panel.tsx'
import type { NewcomerForm } from './components/user-form.tsx'
import { createInvitationLinks } from './invitations.ts'
import { addUser } from './user-queries.ts'

/** A new colleague with what she needs to begin: the person and her roles in one go, and then the way in. */
export async function addNewcomer({ invites, ...form }: NewcomerForm) {
  const added = await addUser(form, confirmJoin)
  // Only asked for: whoever decides about her place has not agreed yet.
  if (added.changeId !== null) return added
  const { id } = added
  const tried = invites ? await createInvitationLinks([id]).catch((error: unknown) => getErrorMessage(error)) : []
  const isRefused = typeof tried === 'string'
  const newcomer = {
    id,
    name: form.name,
    orgId: form.orgId,
    roleIds: form.roleIds ?? [],
    hasMobile: Boolean(form.mobile),
    invited: isRefused ? undefined : tried[0],
    refusal: isRefused ? `未能生成邀请：${tried}` : undefined,
  }
  showDialog((close) => <NewcomerPanel newcomer={newcomer} onClose={close} />)
  return added
}
