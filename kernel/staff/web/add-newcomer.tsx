import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { confirmJoin } from './components/join-question.tsx'
import { NewcomerPanel } from './components/newcomer-panel.tsx'
import type { NewcomerForm } from './components/user-form.tsx'
import { createInvitationLinks } from './invitations.ts'
import { addUser } from './user-queries.ts'

/** Adds a staff member with roles in one request, then creates the invitation. */
export async function addNewcomer({ invites, ...form }: NewcomerForm) {
  const added = await addUser(form, confirmJoin)
  // Only requested: the membership still needs an approval.
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
