import { emptyScope, Refusal, type Ctx } from '#packages/core'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import type { AccessTarget } from '../../../contract.ts'
import { requestApplication } from '../centre/app-requests.ts'
import { listDeciders } from './access-deciders.ts'
import { getTargetAccess, getOwnMembership } from './access-facts.ts'
import { accessRequests } from './access-requests.ts'

export const accessRequestTemplate = defineTemplate({
  code: 'access.requested',
  kind: 'todo',
  title: '{person}申请使用“{name}”',
  body: '{org}，用途：{reason}',
})

export const getAccessRequestSubject = (id: string) => ({ kind: 'access-request', id })
const requestsUrl = '/systemSet/Requests'

/**
 * Creates one pending request per caller and target and notifies those who can grant it. An application that is not
 * open for the organisation is requested for the organisation.
 */
export async function requestAccess(
  ctx: Ctx,
  { accessTarget, reason }: { accessTarget: AccessTarget; reason: string },
): Promise<null> {
  const { name, missing, note } = await getTargetAccess(ctx, accessTarget)
  if (note !== '') throw new Refusal(note)
  if ('app' in missing && missing.isForUnit) return requestApplication(ctx, { key: missing.app.key, reason })
  const membership = getOwnMembership(ctx)
  const own = { ...ctx, actor: { ...ctx.actor, ...membership } }
  const { id } = await accessRequests.create(own, { ...accessTarget, reason })
  const { asker, org } = await accessRequests.rows.require(ctx, { ...emptyScope, orgIds: [membership.orgId] }, id)
  await sendMessages(ctx, accessRequestTemplate, {
    to: await listDeciders(ctx, membership, missing),
    values: { person: asker.name, name, org: org.name, reason },
    url: requestsUrl,
    subject: getAccessRequestSubject(id),
  })
  return null
}
