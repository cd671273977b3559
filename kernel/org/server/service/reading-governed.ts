import { found, scopeOf, type Ctx } from '#packages/core'
import { findGoverned } from '../edit-queries.ts'
import { presentAll } from './reading.ts'

/** What was just made or changed, as its form shows it. */
export async function readGoverned(ctx: Ctx, id: string, permission = 'org.edit') {
  const { path: _, isBelowReach: __, ...row } = found(await findGoverned(ctx.db, scopeOf(ctx, permission), id), '组织')
  return (await presentAll(ctx, [row]))[0]!
}
