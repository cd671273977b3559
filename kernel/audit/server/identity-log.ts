import type { QueryOf } from '#packages/contract'
import { notFound, orNotFound, scopeOf, type Ctx } from '#packages/core'
import type { IdentityChangeRow, identityLogApi, IdentityKind } from '../contract-identity.ts'
import {
  findIdentityChange,
  listIdentityPage,
  listIdentityTimeline,
  type IdentityRecord,
} from './identity-log-queries.ts'
import { allTimes, getSearchPeriod } from './log-period.ts'
import { listPersonIdsByName } from './operation-queries.ts'

const permission = 'identity-log.read'
const timelineRows = 200

const present = ({ at, kind, ...row }: IdentityRecord): IdentityChangeRow => ({
  ...row,
  kind: kind as IdentityKind,
  at: at.toISOString(),
})

/** The changes of people in the reader's scope, of a month at most; the keyword is a name. */
export async function searchIdentityChanges(
  ctx: Ctx,
  { from, to, kind, keyword, ...page }: QueryOf<typeof identityLogApi.identityPage>,
) {
  const period = getSearchPeriod(ctx.now, { from, to })
  const personIds = keyword ? await listPersonIdsByName(ctx.db, keyword) : undefined
  const found = await listIdentityPage(ctx.db, scopeOf(ctx, permission), { ...period, kind, personIds }, page)
  return { ...found, items: found.items.map(present) }
}

export async function getIdentityChange(ctx: Ctx, id: string) {
  return present(orNotFound(await findIdentityChange(ctx.db, scopeOf(ctx, permission), id, allTimes), '日志'))
}

/** Everything about one person, whatever the day. */
export async function getIdentityTimeline(ctx: Ctx, personId: string) {
  const rows = await listIdentityTimeline(ctx.db, scopeOf(ctx, permission), personId, timelineRows)
  if (rows.length === 0) throw notFound('人员')
  return rows.map(present)
}
