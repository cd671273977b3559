import type { BodyOf } from '#packages/contract'
import { newId, notFound, Refusal, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { filterReadableOrgs, getReadableNode } from '#kernel/metric/server/api.ts'
import type { appDataApi, SavedView } from '../contract.ts'
import { getCodes } from './pages.ts'
import { deleteView, insertView, listStoredViews } from './view-queries.ts'

const viewsAtMost = 20

/** The views of the caller. What she may no longer read is left out of them, and named. */
export async function listViews(ctx: Ctx, key: string): Promise<SavedView[]> {
  const { codes } = await getCodes(ctx, { key })
  const stored = await listStoredViews(ctx.db, ctx.actor.userId, key)
  const orgIds = [...new Set(stored.map(({ filters }) => filters.orgId))]
  const readable = new Set((await filterReadableOrgs(ctx, codes, orgIds)).map(({ id }) => id))
  return stored.map(({ id, name, filters: { orgId, code, from, to } }) => {
    const hasOrg = readable.has(orgId)
    const hasCode = code === null || codes.includes(code)
    return {
      id,
      name,
      orgId: hasOrg ? orgId : null,
      code: hasCode ? code : null,
      from,
      to,
      lost: [...(hasOrg ? [] : ['组织']), ...(hasCode ? [] : ['指标'])],
    }
  })
}

export async function saveView(ctx: Ctx, { key, name, ...filters }: BodyOf<typeof appDataApi.saveView>) {
  const { codes } = await getCodes(ctx, { key, codes: filters.code ?? undefined })
  await getReadableNode(ctx, codes, filters.orgId)
  const { userId } = ctx.actor
  if ((await listStoredViews(ctx.db, userId, key)).length >= viewsAtMost)
    throw new Refusal(`最多保存${viewsAtMost}个视图`)
  const { orgId, code, from, to } = filters
  const id = newId()
  await insertView(ctx.db, { id, userId, key, name, filters: { orgId, code, from, to }, now: ctx.now }).catch(
    onConstraint('app_data_view_once', '已有同名的视图', 'name'),
  )
  return { id }
}

export async function removeView(ctx: Ctx, id: string) {
  if (!(await deleteView(ctx.db, ctx.actor.userId, id))) throw notFound('视图')
  return null
}
