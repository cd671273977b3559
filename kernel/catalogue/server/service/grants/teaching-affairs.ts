import { found, scopeOf, type Ctx } from '#packages/core'
import { setTemplateHolders, templateHolders } from '#kernel/access/server'
import { isClassesByAcademic, setClassesByAcademic } from '#kernel/org/server'
import { nodesWithin } from '../../grant-queries.ts'
import { areasOf } from '../../teaching-affairs-areas.ts'

const template = 'academic'

/** The organisation that the caller is in, if this right of hers reaches it: one may be in one place and govern another. */
async function here(ctx: Ctx, right: 'role.read' | 'role.assign') {
  const [node] = await nodesWithin(ctx.db, scopeOf(ctx, right), [ctx.actor.orgId])
  return found(node, '组织').id
}

/** Who looks after teaching affairs where the caller is, and whether that includes the classes. */
export async function readTeachingAffairs(ctx: Ctx) {
  const orgId = await here(ctx, 'role.read')
  return {
    classInJiaowu: await isClassesByAcademic(ctx, orgId),
    users: await templateHolders(ctx, { orgId, template }),
  }
}

export async function saveTeachingAffairs(
  ctx: Ctx,
  { classInJiaowu, userIds }: { classInJiaowu: boolean; userIds: readonly string[] },
) {
  const orgId = await here(ctx, 'role.assign')
  await setTemplateHolders(ctx, { orgId, template, userIds })
  await setClassesByAcademic(ctx, orgId, classInJiaowu)
  return null
}

export const readTeachingRights = async (ctx: Ctx) => areasOf(ctx.actor.permissions)
