import { Refusal, wholeDistrict, type Ctx } from '#packages/core'
import { startFlow } from '#kernel/approval/server/api.ts'
import type { AccessTarget } from '../../../contract.ts'
import { requestApplication } from '../centre/app-requests.ts'
import { getTargetAccess, getOwnMembership } from './access-facts.ts'
import { accessRequests, accessRequestSubject } from './access-requests.ts'

/**
 * Creates one pending request per caller and target, for the approval of those who can grant it. An application that is
 * not open for the organisation is requested for the organisation.
 */
export async function requestAccess(
  ctx: Ctx,
  { accessTarget, reason }: { accessTarget: AccessTarget; reason: string },
): Promise<null> {
  const { name, missing, note } = await getTargetAccess(ctx, accessTarget)
  if (note !== '') throw new Refusal(note)
  if ('app' in missing && missing.isForUnit) return requestApplication(ctx, { key: missing.app.key, reason })
  const own = { ...ctx, actor: { ...ctx.actor, ...getOwnMembership(ctx) } }
  const { id } = await accessRequests.create(own, { ...accessTarget, reason })
  const { asker, org } = await accessRequests.rows.require(ctx, wholeDistrict, id)
  await startFlow(own, {
    subject: accessRequestSubject,
    id,
    orgId: org.id,
    title: `${asker.name}申请使用“${name}”`,
    brief: reason,
    values: accessTarget,
  })
  return null
}
