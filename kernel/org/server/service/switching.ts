import type { BodyOf } from '#packages/contract'
import { found, nothing, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import type { orgApi } from '../../contract.ts'
import { findGoverned, setAcademic, updateSwitches } from '../edit-queries.ts'
import { findOrganisation } from '../queries.ts'
import { readGoverned } from './reading-governed.ts'

/** How an organisation works: decided by itself too, unlike its name and kind, which are looked after from above. */
export async function setSwitches(ctx: Ctx, { orgId, version, ...switches }: BodyOf<typeof orgApi.setSwitches>) {
  found(await findGoverned(ctx.db, scopeOf(ctx, 'org.edit'), orgId), '组织')
  if (!(await updateSwitches(ctx.db, orgId, version, switches, ctx.now)))
    throw new Refusal('该机构已被他人修改，请刷新', Ret.changedByOthers)
  return readGoverned(ctx, orgId)
}

/** Whether the classes of an organisation are looked after by its academic office. */
export const isClassesByAcademic = async (ctx: Pick<Ctx, 'db'>, orgId: string) =>
  found(await findOrganisation(ctx.db, { ...nothing, district: true }, orgId), '组织').classesByAcademic

/** Decides it; whoever calls has made sure that it is hers to decide. */
export const setClassesByAcademic = (ctx: Pick<Ctx, 'db' | 'now'>, orgId: string, isByAcademic: boolean) =>
  setAcademic(ctx.db, orgId, isByAcademic, ctx.now)
