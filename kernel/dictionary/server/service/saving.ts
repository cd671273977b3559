import { changedByOthers, dayOf, found, invalid, Refusal, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { itemsAtMost, type ConstantForm, type ConstantItem } from '../../contract.ts'
import { codesTaken, deleteItem, insertItems, storeRename, updateItem, type ItemKey } from '../item-queries.ts'
import { isOwn, mayAdd, type Kind, type Standing } from '../policy.ts'
import type { OrgNode } from '../queries.ts'
import { usesOf } from '../registry.ts'
import { isWithin, stride, type Item } from '../resolve.ts'
import { counted, namesIn, presentItem } from './reading.ts'
import { kindAt, orgFor, standingAt, valuesAt } from './places.ts'

export const systemOwned = () => new Refusal('系统常量不能修改')
export const deepest = 5

/** Where a change is made: the organisation, the type, its values as they are today. */
export interface Desk {
  org: OrgNode
  kind: Kind
  standing: Standing
  items: Item[]
}

export async function deskFor(ctx: Ctx, orgId: string | null, type: string): Promise<Desk> {
  const org = await orgFor(ctx, 'edit', orgId)
  const kind = await kindAt(ctx, org, type)
  return { org, kind, standing: await standingAt(ctx, org), items: await valuesAt(ctx, org, kind) }
}

/** One that the organisation may change as it likes. */
export function ownItem({ items, standing }: Desk, code: string): Item {
  const item = found(
    items.find((one) => one.code === code),
    '常量',
  )
  if (item.level === 'platform') throw systemOwned()
  if (!isOwn(item, standing)) throw new Refusal('该常量由教育局维护，不能修改')
  return item
}

export async function saveConstant(ctx: Ctx, form: ConstantForm): Promise<ConstantItem> {
  const desk = await deskFor(ctx, form.orgId, form.type)
  await (form.isNew ? add(ctx, desk, form) : change(ctx, desk, form))
  const { kind, standing, org } = desk
  const items = await valuesAt(ctx, org, kind)
  const item = items.find(({ code }) => code === form.code)!
  const uses = await usesOf(ctx, kind.code, counted([item]))
  return presentItem(item, { kind, standing, nameOf: namesIn(items), uses })
}

/** What a type cannot take at all: fixed ones are the system's, others belong to the district. */
function requireMayAdd({ kind, standing }: Pick<Desk, 'kind' | 'standing'>) {
  if (mayAdd(kind, standing)) return
  if (kind.shipped && (!kind.shipped.mayAdd || kind.shipped.isDisabled)) throw systemOwned()
  throw new Refusal(`教育局未允许在“${kind.name}”中增加常量`)
}

async function add(ctx: Ctx, desk: Desk, form: ConstantForm) {
  const { org, kind, standing, items } = desk
  requireMayAdd(desk)
  const isTaken = items.some(({ code }) => code === form.code)
  // What only a school has is not seen from above, and must not be hidden by what comes from there.
  if (isTaken || (standing.level === 'district' && (await codesTaken(ctx.db, kind.code, [form.code])).size > 0))
    throw invalid([{ field: 'code', msg: '编码已存在' }])
  if (items.length >= itemsAtMost) throw new Refusal(`一个类型最多${itemsAtMost}个常量`)
  requireNewName(desk, form)
  requireParent(desk, form)
  const { code, name, fromOn, toOn } = form
  const item = { code, name, parentCode: parentOf(desk, form), fromOn, toOn, sort: lastSort(items) + stride }
  await insertItems(ctx.db, org.id, kind.code, [item], ctx.now).catch(onConstraint('constant_item_code', '编码已存在'))
}

export const lastSort = (items: readonly Item[]) => Math.max(0, ...items.map(({ sort }) => sort))
const parentOf = ({ kind }: Desk, { parentCode }: ConstantForm) => (kind.isTree ? parentCode : '')

/** Some records keep names: two values must not have the same. */
function requireNewName({ items }: Desk, { code, name }: ConstantForm) {
  if (items.some((one) => one.code !== code && one.name === name)) throw invalid([{ field: 'name', msg: '名称已存在' }])
}

function requireParent(desk: Desk, form: ConstantForm) {
  const code = parentOf(desk, form)
  if (code === '') return
  const parent = desk.items.find((one) => one.code === code)
  if (!parent) throw invalid([{ field: 'parentCode', msg: '上级编码不存在' }])
  if (isWithin(desk.items, code, form.code)) throw invalid([{ field: 'parentCode', msg: '上级不能是自己或自己的下级' }])
  if (parent.depth + 2 + heightOf(desk.items, form.code) > deepest)
    throw invalid([{ field: 'parentCode', msg: `最多${deepest}级` }])
}

/** How many levels stand below a value. */
const heightOf = (items: readonly Item[], code: string): number => {
  const top = items.find((one) => one.code === code)
  if (!top) return 0
  return Math.max(0, ...items.filter((one) => isWithin(items, one.code, code)).map(({ depth }) => depth - top.depth))
}

async function change(ctx: Ctx, desk: Desk, form: ConstantForm) {
  const item = ownItem(desk, form.code)
  if (item.version !== form.version) throw changedByOthers()
  requireNewName(desk, form)
  requireParent(desk, form)
  const key: ItemKey = { orgId: item.orgId!, type: desk.kind.code, code: item.code }
  const renaming = form.name === item.name ? undefined : await rename(ctx, key, item, form)
  const { fromOn, toOn } = form
  const facts = { parentCode: parentOf(desk, form), fromOn, toOn, ...renaming }
  if (!(await updateItem(ctx.db, key, form.version, facts, ctx.now))) throw changedByOthers()
}

/** From a day on it is called so; without a day the name that counts today was wrong, and is put right. */
async function rename(ctx: Ctx, key: ItemKey, item: Item, { name, renamedFrom: fromOn }: ConstantForm) {
  if (fromOn === null) return renameToday(ctx, key, item, name)
  if (item.fromOn !== null && fromOn <= item.fromOn)
    throw invalid([{ field: 'renamedFrom', msg: '改名日期应晚于开始日期' }])
  await storeRename(ctx.db, key, fromOn, name)
  return undefined
}

/** Puts the name that counts today right: the first, which is the value's own, or that of a later day. */
export async function renameToday(ctx: Ctx, key: ItemKey, item: Item, name: string) {
  const today = dayOf(ctx.now)
  const { fromOn } = item.names.findLast((one) => one.fromOn === null || one.fromOn <= today)!
  if (fromOn === null) return { name }
  await storeRename(ctx.db, key, fromOn, name)
  return undefined
}

/** What stands in records is kept: it can only be switched off. */
export async function deleteConstant(ctx: Ctx, form: { type: string; orgId: string | null; code: string }) {
  const desk = await deskFor(ctx, form.orgId, form.type)
  const item = ownItem(desk, form.code)
  const why = await whyKept(ctx, desk, item)
  if (why) throw new Refusal(why)
  await deleteItem(ctx.db, { orgId: item.orgId!, type: desk.kind.code, code: item.code })
  return null
}

/** Why a value cannot go: it stands in records, or others stand below it that do not go as well. */
export async function whyKept(
  ctx: Ctx,
  { kind, items }: Desk,
  item: Item,
  goesToo: (code: string) => boolean = () => false,
): Promise<string> {
  const uses = (await usesOf(ctx, kind.code, counted([item])))?.get(item.code) ?? 0
  if (uses > 0) return `该常量已被使用（${uses}处），只能停用`
  const stays = items.some(({ code, parentCode }) => parentCode === item.code && !goesToo(code))
  return stays ? '该常量有下级，请先删除下级' : ''
}
