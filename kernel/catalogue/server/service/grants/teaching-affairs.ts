import { orNotFound, scopeOf, type Ctx } from '#packages/core'
import { setTemplateHolders, listCurrentTemplateHolders } from '#kernel/access/server'
import { isClassesByAcademic, setClassesByAcademic } from '#kernel/org/server'
import { listOrgNodes } from '../../grant-queries.ts'
import { getTeachingAreaRights } from '../../teaching-affairs-areas.ts'

const template = 'academic'

/** The organisation that the caller is in, if this right of hers reaches it: one may be in one place and govern another. */
async function getCurrentOrgId(ctx: Ctx, right: 'role.read' | 'role.assign') {
  const [node] = await listOrgNodes(ctx.db, scopeOf(ctx, right), [ctx.actor.orgId])
  return orNotFound(node, '组织').id
}

/** Who looks after teaching affairs where the caller is, and whether that includes the classes. */
export async function getTeachingAffairs(ctx: Ctx) {
  const orgId = await getCurrentOrgId(ctx, 'role.read')
  return {
    classInJiaowu: await isClassesByAcademic(ctx, orgId),
    users: await listCurrentTemplateHolders(ctx, { orgId, template }),
  }
}

export async function saveTeachingAffairs(
  ctx: Ctx,
  { classInJiaowu, userIds }: { classInJiaowu: boolean; userIds: readonly string[] },
) {
  const orgId = await getCurrentOrgId(ctx, 'role.assign')
  await setTemplateHolders(ctx, { orgId, template, userIds })
  await setClassesByAcademic(ctx, orgId, classInJiaowu)
  return null
}

export const getTeachingRights = async (ctx: Ctx) => getTeachingAreaRights(ctx.actor.permissions)
