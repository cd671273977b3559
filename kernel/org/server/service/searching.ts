import type { QueryOf } from '#packages/contract'
import { found, scopeOf, type Ctx, type Scope } from '#packages/core'
import type { orgApi } from '../../contract.ts'
import { findStart, pageOfFound } from '../search-queries.ts'
import { presentAll } from './reading.ts'

type Search = QueryOf<typeof orgApi.search>

/** The organisations that a person asks for by name, kind and place, in the order asked for. */
export async function searchOrganisations(ctx: Ctx, search: Search) {
  const { pageNumber, pageSize, sort, desc, ...filter } = search
  const scope = scopeOf(ctx, 'org.read')
  const start = await startOf(ctx, scope, filter.parentId)
  const { items, ...counts } = await pageOfFound(ctx.db, scope, start, filter, { pageNumber, pageSize, sort, desc })
  return { ...counts, items: await presentAll(ctx, items) }
}

/** Where a search begins; a node out of reach does not exist. */
export const startOf = async (ctx: Ctx, scope: Scope, id: string | null) =>
  id === null ? null : found(await findStart(ctx.db, scope, id), '组织')
