import { dayOf, found, Refusal, type Ctx } from '#packages/core'
import { visibleMembers } from '#kernel/access/server'
import { readUnit } from '#kernel/org/server'
import type { AuditorType, GrantedUser } from '../../../contract.ts'
import { auditorsAt, isAuditorIn, replaceAuditors } from '../../auditor-queries.ts'
import { giverOf, reviewerOf, type Giver } from './giver.ts'
import { nodeInReach } from './objects.ts'

const administered = (ctx: Ctx, giver: Giver, orgId: string | null) => nodeInReach(ctx, giver, orgId ?? ctx.actor.orgId)

/** Who administers a kind of application in an organisation; without one, in that where the caller is. */
export async function listAuditors(ctx: Ctx, type: number, orgId: string | null): Promise<GrantedUser[]> {
  const org = await administered(ctx, reviewerOf(ctx), orgId)
  return auditorsAt(ctx.db, type, org.id, dayOf(ctx.now))
}

interface Auditors {
  auditorType: AuditorType
  orgId: string | null
  userIds: readonly string[]
}

export async function saveAuditors(ctx: Ctx, { auditorType, orgId, userIds }: Auditors) {
  const giver = giverOf(ctx)
  const org = await administered(ctx, giver, orgId)
  const present = new Set((await auditorsAt(ctx.db, auditorType, org.id, dayOf(ctx.now))).map(({ userId }) => userId))
  const added = await visibleMembers(
    ctx,
    giver.right,
    userIds.filter((id) => !present.has(id)),
  )
  if (!added.every(({ orgPath }) => `${org.path}.`.startsWith(`${orgPath}.`)))
    throw new Refusal('应用管理员应在本单位或上级单位任职')
  const { userId: by } = ctx.actor
  await replaceAuditors(ctx.db, { type: auditorType, orgId: org.id, userIds: [...new Set(userIds)], by, now: ctx.now })
  return null
}

/** Whether the caller administers a kind of application where she is: there, or from above. */
export async function readAuditing(ctx: Ctx, auditorType: number) {
  const { userId, orgId } = ctx.actor
  const here = found(await readUnit(ctx, orgId), '组织')
  return {
    auditorType: auditorType as AuditorType,
    isAuditor: await isAuditorIn(ctx.db, auditorType, userId, here.path),
  }
}
