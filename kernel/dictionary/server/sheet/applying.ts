import { changedByOthers } from '#packages/core'
import type { Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { CheckedRow, Effect, Undone } from '#packages/sheet'
import { deleteItem, insertItems, updateItem } from '../item-queries.ts'
import type { Item } from '../resolve.ts'
import { deskFor, renameToday, whyKept, type Desk } from '../service/saving.ts'
import { planRows, type Plan } from './planning.ts'

const isAsExamined = ({ verdict }: Plan, { verdict: examined }: CheckedRow) =>
  verdict.issues.length === 0 && verdict.result === examined.result && verdict.mark === examined.mark

/** Makes and changes values, type by type. What somebody changed since the examining is noticed. */
export async function applyRows(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<Effect[]> {
  const plans = await planRows(ctx, orgId, rows)
  if (plans.some((plan, at) => !isAsExamined(plan, rows[at]!))) throw changedByOthers()
  const effects: Effect[] = []
  for (const [type, some] of Map.groupBy(plans, ({ kind }) => kind!.code)) {
    const made = some.filter(({ item }) => !item)
    if (made.length > 0)
      await insertItems(
        ctx.db,
        orgId,
        type,
        made.map(({ code, name, parentCode, sort }) => ({ code, name, parentCode, sort, fromOn: null, toOn: null })),
        ctx.now,
      ).catch(onConstraint('constant_item_code', '编码已存在'))
    for (const { row, code } of made)
      effects.push({ row, result: 'new', id: `${type}/${code}`, before: null, mark: '1' })
    for (const plan of some) if (plan.item) effects.push(await change(ctx, orgId, type, plan, plan.item))
  }
  return effects
}

interface Before {
  name: string
  parentCode: string
  sort: number
}

async function change(ctx: Ctx, orgId: string, type: string, plan: Plan, item: Item): Promise<Effect> {
  const { name, parentCode, sort } = item
  await write(ctx, { orgId, type }, item, plan)
  const before: Before = { name, parentCode, sort }
  return { row: plan.row, result: 'changed', id: `${type}/${plan.code}`, before, mark: String(item.version + 1) }
}

async function write(ctx: Ctx, where: { orgId: string; type: string }, item: Item, after: Before) {
  const key = { ...where, code: item.code }
  const named = after.name === item.name ? undefined : await renameToday(ctx, key, item, after.name)
  const facts = { parentCode: after.parentCode, sort: after.sort, ...named }
  if (!(await updateItem(ctx.db, key, item.version, facts, ctx.now))) throw changedByOthers()
}

interface Going {
  effect: Effect
  desk: Desk
  item: Item
}

/** What can be taken back, and why the rest stays. */
async function look(ctx: Ctx, orgId: string, effects: readonly Effect[]) {
  const desks = new Map<string, Desk>()
  const kept = new Map<Effect, string>()
  const going: Going[] = []
  const made = new Set(effects.filter(({ result }) => result === 'new').map(({ id }) => id))
  for (const effect of effects) {
    const [type = '', code = ''] = effect.id.split('/')
    const desk = desks.get(type) ?? (await deskFor(ctx, orgId, type))
    desks.set(type, desk)
    const item = desk.items.find((one) => one.code === code && one.orgId === orgId)
    if (!item) kept.set(effect, '之后已被删除')
    else if (String(item.version) !== effect.mark) kept.set(effect, '导入后被修改过')
    else {
      const why = effect.result === 'new' ? await whyKept(ctx, desk, item, (below) => made.has(`${type}/${below}`)) : ''
      if (why) kept.set(effect, why)
      else going.push({ effect, desk, item })
    }
  }
  return { kept, going }
}

const told = (effects: readonly Effect[], kept: ReadonlyMap<Effect, string>): Undone[] =>
  effects.map((effect) => ({ row: effect.row, kept: kept.get(effect) ?? '' }))

export const undoableRows = async (ctx: Ctx, orgId: string, effects: readonly Effect[]): Promise<Undone[]> =>
  told(effects, (await look(ctx, orgId, effects)).kept)

export async function undoRows(ctx: Ctx, orgId: string, effects: readonly Effect[]): Promise<Undone[]> {
  const { kept, going } = await look(ctx, orgId, effects)
  for (const { effect, desk, item } of going) {
    const where = { orgId, type: desk.kind.code }
    if (effect.result === 'new') await deleteItem(ctx.db, { ...where, code: item.code })
    else await write(ctx, where, item, effect.before as Before)
  }
  return told(effects, kept)
}
