import type { PageQuery } from '#packages/contract'
import { invalid, notFound, Refusal, type Ctx } from '#packages/core'
import { applicationsOf } from '../../application-list.ts'
import { endOn, grantsWithin, pageOfExpiring } from '../../grant-object-queries.ts'
import { giverOf, reviewerOf } from './giver.ts'

const types = { org: 1, role: 2, person: 3 } as const

/** Grants that end within a month, or have ended, within the caller's reach. */
export async function listExpiring(ctx: Ctx, page: PageQuery) {
  const { scope, day } = reviewerOf(ctx)
  const names = new Map((await applicationsOf(ctx)).map(({ key, name }) => [key, name]))
  const { items, ...counts } = await pageOfExpiring(ctx.db, scope, day, page)
  return {
    ...counts,
    items: items.map(({ kind, objectId: _, ...grant }) => ({
      ...grant,
      name: names.get(grant.key) ?? grant.key,
      type: types[kind],
    })),
  }
}

export async function prolong(ctx: Ctx, { ids, to }: { ids: readonly string[]; to: string | null }) {
  const giver = giverOf(ctx)
  if (to !== null && to < giver.day) throw invalid([{ field: 'to', msg: '结束日期不能早于今天' }])
  const asked = [...new Set(ids)]
  const grants = await grantsWithin(ctx.db, giver, asked)
  if (grants.length < asked.length) throw notFound('授权')
  if (grants.some(({ isOurs }) => !isOurs)) throw new Refusal('该授权由上级设置，不能更改')
  if (to !== null && grants.some(({ beginsOn }) => beginsOn !== null && beginsOn > to))
    throw invalid([{ field: 'to', msg: '结束日期不能早于开始日期' }])
  await endOn(ctx.db, asked, to)
  return { changed: asked.length }
}
