import type { DataOf } from '#packages/contract'
import { found, scopeOf, type Ctx } from '#packages/core'
import type { orgApi, OrgType } from '../../contract.ts'
import { keptCounts, forbiddenWithin, kindsWithin, ownOrganisation } from '../summary-queries.ts'

/**
 * What there is within reach, in numbers. Nothing walks through the departments, which are nine of ten nodes: how many
 * stand below a node is kept with it.
 */
export async function readSummary(ctx: Ctx): Promise<DataOf<typeof orgApi.summary>> {
  const scope = scopeOf(ctx, 'org.read')
  const kinds = new Map((await kindsWithin(ctx.db, scope)).map(({ type, count }) => [type, count]))
  const { nodes, people, countedAt } = await keptCounts(ctx.db, scope)
  const forbidden = await forbiddenWithin(ctx.db, scope)
  const sum = (...types: OrgType[]) => types.reduce((total, type) => total + (kinds.get(type) ?? 0), 0)
  const units = [...kinds.values()].reduce((total, count) => total + count, 0)
  return {
    schools: sum('school', 'other-school'),
    kindergartens: sum('kindergarten'),
    others: sum('institution', 'cluster'),
    departments: Math.max(0, nodes - units),
    people,
    forbidden,
    countedAt: countedAt?.toISOString() ?? null,
  }
}

export const readOwn = async ({ db, actor }: Ctx) => found(await ownOrganisation(db, actor.orgId), '组织')
