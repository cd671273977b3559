import type { BodyOf } from '#packages/contract'
import { found, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import type { orgApi } from '../../contract.ts'
import { findGoverned, updateSwitches } from '../edit-queries.ts'
import { readGoverned } from './reading-governed.ts'

/** How an organisation works: decided by itself too, unlike its name and kind, which are looked after from above. */
export async function setSwitches(ctx: Ctx, { orgId, version, ...switches }: BodyOf<typeof orgApi.setSwitches>) {
  found(await findGoverned(ctx.db, scopeOf(ctx, 'org.edit'), orgId), '组织')
  if (!(await updateSwitches(ctx.db, orgId, version, switches, ctx.now)))
    throw new Refusal('该机构已被他人修改，请刷新', Ret.changedByOthers)
  return readGoverned(ctx, orgId)
}
