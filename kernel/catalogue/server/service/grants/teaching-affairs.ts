import { orNotFound, scopeOf, type Ctx } from '#packages/core'
import { setTemplateHolders, listCurrentTemplateHolders } from '#kernel/access/server/api.ts'
import { isClassesByAcademic, setClassesByAcademic } from '#kernel/org/server/api.ts'
import { listOrgNodes } from '../../grant-queries.ts'
import { getTeachingAreaRights } from '../../teaching-area-rights.ts'

const template = 'academic'

/**
 * The current organisation, if it is in the scope of the permission: a caller may work in one organisation and manage
 * another.
 */
async function getCurrentOrgId(ctx: Ctx, right: 'role.read' | 'role.assign') {
  const [node] = await listOrgNodes(ctx.db, scopeOf(ctx, right), [ctx.actor.orgId])
  return orNotFound(node, '组织').id
}

/** The people in charge of teaching affairs in the current organisation, and whether that includes classes. */
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

export const getTeachingRights = async (ctx: Ctx) => getTeachingAreaRights(ctx.app.manifests, ctx.actor.permissions)
