import type { BodyOf } from '#packages/contract'
import { orNotFound, emptyScope, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import type { orgApi } from '../../contract.ts'
import { findManagedOrganisation, updateClassesByAcademic, updateSwitches } from '../edit-queries.ts'
import { findOrganisation } from '../queries.ts'
import { getManagedOrganisation } from './organisations.ts'

/** Changes the switches of an organisation. Unlike name and type, its own administrators may change them. */
export async function updateOrganisationSwitches(
  ctx: Ctx,
  { orgId, version, ...switches }: BodyOf<typeof orgApi.setSwitches>,
) {
  orNotFound(await findManagedOrganisation(ctx.db, scopeOf(ctx, 'org.edit'), orgId), '组织')
  if (!(await updateSwitches(ctx.db, orgId, version, switches, ctx.now)))
    throw new Refusal('该机构已被他人修改，请刷新', Ret.changedByOthers)
  return getManagedOrganisation(ctx, orgId)
}

/** Whether the academic office manages the classes of an organisation. */
export const isClassesByAcademic = async (ctx: Pick<Ctx, 'db'>, orgId: string) =>
  orNotFound(await findOrganisation(ctx.db, { ...emptyScope, district: true }, orgId), '组织').classesByAcademic

/** Whether changes of lessons need no audit at an organisation: fSkipTiaokeAudit. */
export const skipsAdjustAudit = async (ctx: Pick<Ctx, 'db'>, orgId: string) =>
  orNotFound(await findOrganisation(ctx.db, { ...emptyScope, district: true }, orgId), '组织').skipsAdjustAudit

/** The caller has checked the permission. */
export const setClassesByAcademic = (ctx: Pick<Ctx, 'db' | 'now'>, orgId: string, isByAcademic: boolean) =>
  updateClassesByAcademic(ctx.db, orgId, isByAcademic, ctx.now)
