import { dayOf, orNotFound, Refusal, type Ctx } from '#packages/core'
import { listVisibleMembers, refuseAppointmentBeyondOwn } from '#kernel/access/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import type { AuditorType, GrantedUser } from '../../../contract.ts'
import { listOrgAuditors, isAuditorIn, replaceAuditors } from '../../auditor-queries.ts'
import { listAdministratorPermissions } from './administrator-permissions.ts'
import { getGranter, getReviewer, type Granter } from './granter.ts'
import { getOrgNode } from './grant-objects.ts'

const getAuditedOrg = (ctx: Ctx, giver: Granter, orgId: string | null) =>
  getOrgNode(ctx, giver, orgId ?? ctx.actor.orgId)

/** The administrators of a kind of application in an organisation, by default the current one. */
export async function listAuditors(ctx: Ctx, type: number, orgId: string | null): Promise<GrantedUser[]> {
  const org = await getAuditedOrg(ctx, getReviewer(ctx), orgId)
  return listOrgAuditors(ctx.db, type, org.id, dayOf(ctx.now))
}

interface AuditorForm {
  auditorType: AuditorType
  orgId: string | null
  userIds: readonly string[]
}

export async function saveAuditors(ctx: Ctx, { auditorType, orgId, userIds }: AuditorForm) {
  const giver = getGranter(ctx)
  const org = await getAuditedOrg(ctx, giver, orgId)
  const present = new Set(
    (await listOrgAuditors(ctx.db, auditorType, org.id, dayOf(ctx.now))).map(({ userId }) => userId),
  )
  const added = await listVisibleMembers(
    ctx,
    giver.right,
    userIds.filter((id) => !present.has(id)),
  )
  if (!added.every(({ orgPath }) => `${org.path}.`.startsWith(`${orgPath}.`)))
    throw new Refusal('应用管理员应在本单位或上级单位任职')
  if (added.length > 0)
    await refuseAppointmentBeyondOwn(ctx, listAdministratorPermissions(ctx, auditorType), {
      orgId: org.id,
      orgPath: org.path,
      forSelf: added.some(({ personId }) => personId === ctx.actor.personId),
    })
  const { userId: by } = ctx.actor
  await replaceAuditors(ctx.db, { type: auditorType, orgId: org.id, userIds: [...new Set(userIds)], by, now: ctx.now })
  return null
}

/** Whether the caller administers a kind of application in the current organisation or from above. */
export async function getOwnAuditorFlag(ctx: Ctx, auditorType: number) {
  const { userId, orgId } = ctx.actor
  const here = orNotFound(await findUnitById(ctx, orgId), '组织')
  return {
    auditorType: auditorType as AuditorType,
    isAuditor: await isAuditorIn(ctx.db, auditorType, userId, here.path),
  }
}
