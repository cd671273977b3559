import { notFound, type Ctx } from '#packages/core'
import { insertBuiltInApplications, updateApplicationOrder } from '../../application-edit-queries.ts'
import { listAllApplications } from '../../application-list.ts'
import { hasAppPermission } from '../centre/viewer-applications.ts'

/** Stores the new order of a category. Applications that are not named follow in their old order. */
export async function sortCategory(
  ctx: Ctx,
  { appSort, fAppKeys }: { appSort: string; fAppKeys: readonly string[] },
): Promise<null> {
  const inCategory = (await listAllApplications(ctx)).filter(({ category }) => category === appSort)
  const named = [...new Set(fAppKeys)].map((key) => {
    const app = inCategory.find((one) => one.key === key)
    if (!app || !hasAppPermission(ctx.actor, 'app.audit', app)) throw notFound('应用')
    return app
  })
  const order = [...named, ...inCategory.filter((app) => !named.includes(app))]
  await insertBuiltInApplications(
    ctx.db,
    order.filter(({ isBuiltIn }) => isBuiltIn),
    ctx.now,
  )
  await updateApplicationOrder(
    ctx.db,
    order.map(({ key }) => key),
  )
  return null
}
