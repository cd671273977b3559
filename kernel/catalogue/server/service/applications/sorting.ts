import { notFound, type Ctx } from '#packages/core'
import { keepBuiltIn, storeOrder } from '../../application-edit-queries.ts'
import { applicationsOf } from '../../application-list.ts'
import { isWithin } from '../use/viewing.ts'

/** A shelf in a new order. What is not named stands behind, as it stood. */
export async function sortShelf(
  ctx: Ctx,
  { appSort, fAppKeys }: { appSort: string; fAppKeys: readonly string[] },
): Promise<null> {
  const shelf = (await applicationsOf(ctx)).filter(({ category }) => category === appSort)
  const named = [...new Set(fAppKeys)].map((key) => {
    const app = shelf.find((one) => one.key === key)
    if (!app || !isWithin(ctx.actor, 'app.audit', app)) throw notFound('应用')
    return app
  })
  const order = [...named, ...shelf.filter((app) => !named.includes(app))]
  await keepBuiltIn(
    ctx.db,
    order.filter(({ isBuiltIn }) => isBuiltIn),
    ctx.now,
  )
  await storeOrder(
    ctx.db,
    order.map(({ key }) => key),
  )
  return null
}
