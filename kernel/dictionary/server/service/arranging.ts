import { changedByOthers, found, Refusal, type Ctx } from '#packages/core'
import { enableItems, sortItems, storeDifferences } from '../item-queries.ts'
import { arranges, isOwn, mayHideShipped, maySort } from '../policy.ts'
import { stride, type Item } from '../resolve.ts'
import { deskFor, systemOwned, type Desk } from './saving.ts'

interface Chosen {
  type: string
  orgId: string | null
  codes: readonly string[]
}

function requireMayHide({ kind, standing }: Desk, item: Item) {
  if (isOwn(item, standing)) return
  if (item.level !== 'platform' || standing.level !== 'district')
    throw new Refusal(`“${item.name}”由${item.level === 'platform' ? '平台' : '教育局'}维护，本单位不能停用`)
  if (kind.shipped?.isDisabled) throw systemOwned()
  if (!mayHideShipped(kind, standing)) throw new Refusal(`“${kind.name}”的常量不可停用`)
}

/** What is switched off is no longer offered; records that have it still show its name. */
export async function enableConstants(ctx: Ctx, { isEnabled, ...chosen }: Chosen & { isEnabled: boolean }) {
  const desk = await deskFor(ctx, chosen.orgId, chosen.type)
  const items = [...new Set(chosen.codes)].map((code) =>
    found(
      desk.items.find((one) => one.code === code),
      '常量',
    ),
  )
  for (const item of items) requireMayHide(desk, item)
  const changing = items.filter((item) => item.isEnabled !== isEnabled)
  const codesOf = (some: readonly Item[]) => some.map(({ code }) => code)
  const own = changing.filter((item) => isOwn(item, desk.standing))
  await enableItems(ctx.db, { orgId: desk.org.id, type: desk.kind.code, codes: codesOf(own), isEnabled }, ctx.now)
  const shipped = changing.filter(({ level }) => level === 'platform')
  await storeDifferences(
    ctx.db,
    desk.kind.code,
    shipped.map(({ code }) => ({ code, isEnabled, sort: null })),
    ctx.now,
  )
  return { count: changing.length }
}

/** The order that people see. It names all that can be ordered here: whoever has not seen one of them looks again. */
export async function sortConstants(ctx: Ctx, { codes, ...where }: Chosen) {
  const desk = await deskFor(ctx, where.orgId, where.type)
  const { kind, standing, org } = desk
  if (!maySort(kind, standing)) throw systemOwned()
  const items = new Map(desk.items.filter((item) => arranges(item, standing)).map((item) => [item.code, item]))
  if (codes.length !== items.size || new Set(codes).size !== codes.length || codes.some((code) => !items.has(code)))
    throw changedByOthers()
  const places = codes.map((code, at) => ({ code, sort: (at + 1) * stride, level: items.get(code)!.level }))
  await storeDifferences(
    ctx.db,
    kind.code,
    places.filter(({ level }) => level === 'platform').map(({ code, sort }) => ({ code, sort, isEnabled: null })),
    ctx.now,
  )
  await sortItems(
    ctx.db,
    { orgId: org.id, type: kind.code },
    places.filter(({ level }) => level !== 'platform').map(({ code, sort }) => ({ code, sort })),
    ctx.now,
  )
  return null
}
