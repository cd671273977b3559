import { changedByOthers, dayOf, orNotFound, invalid, Refusal, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { itemsAtMost, type ConstantForm, type ConstantItem } from '../../contract.ts'
import {
  findTakenCodes,
  deleteItem,
  insertItems,
  saveRename,
  updateItem,
  type ItemKey,
  enableItems,
  sortItems,
  saveDifferences,
} from '../constant-item-queries.ts'
import {
  isOwnConstant,
  mayAdd,
  type OrgConstantType,
  type ConstantRights,
  maySortConstant,
  mayHideBuiltIn,
  maySort,
} from '../constant-policy.ts'
import type { OrgNode } from '../constant-type-queries.ts'
import { countConstantUses } from '../platform-constants.ts'
import { isSameOrBelow, sortStep, type ResolvedConstant } from '../resolve-constants.ts'
import { toCountedItems, createNameLookup, presentItem } from './list-constants.ts'
import { getOrgConstantType, getConstantOrg, getConstantRights, listOrgConstants } from './org-constants.ts'

export const systemConstantRefusal = () => new Refusal('系统常量不能修改')
export const maxDepth = 5

/** The organisation and the type of a change, with the current values. */
export interface ConstantEditContext {
  org: OrgNode
  kind: OrgConstantType
  rights: ConstantRights
  items: ResolvedConstant[]
}

export async function getConstantEditContext(
  ctx: Ctx,
  orgId: string | null,
  type: string,
): Promise<ConstantEditContext> {
  const org = await getConstantOrg(ctx, 'edit', orgId)
  const kind = await getOrgConstantType(ctx, org, type)
  return { org, kind, rights: await getConstantRights(ctx, org), items: await listOrgConstants(ctx, org, kind) }
}

/** A value that the organisation owns and may change. */
export function getOwnConstant({ items, rights }: ConstantEditContext, code: string): ResolvedConstant {
  const item = orNotFound(
    items.find((one) => one.code === code),
    '常量',
  )
  if (item.level === 'platform') throw systemConstantRefusal()
  if (!isOwnConstant(item, rights)) throw new Refusal('该常量由教育局维护，不能修改')
  return item
}

export async function saveConstant(ctx: Ctx, form: ConstantForm): Promise<ConstantItem> {
  const context = await getConstantEditContext(ctx, form.orgId, form.type)
  await (form.isNew ? addConstant(ctx, context, form) : changeConstant(ctx, context, form))
  const { kind, rights, org } = context
  const items = await listOrgConstants(ctx, org, kind)
  const item = items.find(({ code }) => code === form.code)!
  const uses = await countConstantUses(ctx, kind.code, toCountedItems([item]))
  return presentItem(item, { kind, rights, nameOf: createNameLookup(items), uses })
}

/** Refuses fixed types, and types that only the district may extend. */
function requireMayAdd({ kind, rights }: Pick<ConstantEditContext, 'kind' | 'rights'>) {
  if (mayAdd(kind, rights)) return
  if (kind.builtIn && (!kind.builtIn.mayAdd || kind.builtIn.isDisabled)) throw systemConstantRefusal()
  throw new Refusal(`教育局未允许在“${kind.name}”中增加常量`)
}

async function addConstant(ctx: Ctx, context: ConstantEditContext, form: ConstantForm) {
  const { org, kind, rights, items } = context
  requireMayAdd(context)
  const isTaken = items.some(({ code }) => code === form.code)
  // A district does not see the values of its schools, so it needs a check of the whole district.
  if (isTaken || (rights.level === 'district' && (await findTakenCodes(ctx.db, kind.code, [form.code])).size > 0))
    throw invalid([{ field: 'code', msg: '编码已存在' }])
  if (items.length >= itemsAtMost) throw new Refusal(`一个类型最多${itemsAtMost}个常量`)
  requireNewName(context, form)
  requireParent(context, form)
  const { code, name, fromOn, toOn } = form
  const item = {
    code,
    name,
    parentCode: getParentCode(context, form),
    fromOn,
    toOn,
    sort: getLastConstantSort(items) + sortStep,
  }
  await insertItems(ctx.db, org.id, kind.code, [item], ctx.now).catch(onConstraint('constant_item_code', '编码已存在'))
}

export const getLastConstantSort = (items: readonly ResolvedConstant[]) => Math.max(0, ...items.map(({ sort }) => sort))
const getParentCode = ({ kind }: ConstantEditContext, { parentCode }: ConstantForm) => (kind.isTree ? parentCode : '')

/** Names must be unique, because some records store the name instead of the code. */
function requireNewName({ items }: ConstantEditContext, { code, name }: ConstantForm) {
  if (items.some((one) => one.code !== code && one.name === name)) throw invalid([{ field: 'name', msg: '名称已存在' }])
}

function requireParent(context: ConstantEditContext, form: ConstantForm) {
  const code = getParentCode(context, form)
  if (code === '') return
  const parent = context.items.find((one) => one.code === code)
  if (!parent) throw invalid([{ field: 'parentCode', msg: '上级编码不存在' }])
  if (isSameOrBelow(context.items, code, form.code))
    throw invalid([{ field: 'parentCode', msg: '上级不能是自己或自己的下级' }])
  if (parent.depth + 2 + getHeight(context.items, form.code) > maxDepth)
    throw invalid([{ field: 'parentCode', msg: `最多${maxDepth}级` }])
}

/** Number of levels below a value. */
const getHeight = (items: readonly ResolvedConstant[], code: string): number => {
  const top = items.find((one) => one.code === code)
  if (!top) return 0
  return Math.max(
    0,
    ...items.filter((one) => isSameOrBelow(items, one.code, code)).map(({ depth }) => depth - top.depth),
  )
}

async function changeConstant(ctx: Ctx, context: ConstantEditContext, form: ConstantForm) {
  const item = getOwnConstant(context, form.code)
  if (item.version !== form.version) throw changedByOthers()
  requireNewName(context, form)
  requireParent(context, form)
  const key: ItemKey = { orgId: item.orgId!, type: context.kind.code, code: item.code }
  const renaming = form.name === item.name ? undefined : await renameConstant(ctx, key, item, form)
  const { fromOn, toOn } = form
  const facts = { parentCode: getParentCode(context, form), fromOn, toOn, ...renaming }
  if (!(await updateItem(ctx.db, key, form.version, facts, ctx.now))) throw changedByOthers()
}

/** With a day, a new name from that day on; without a day, a correction of the current name. */
async function renameConstant(
  ctx: Ctx,
  key: ItemKey,
  item: ResolvedConstant,
  { name, renamedFrom: fromOn }: ConstantForm,
) {
  if (fromOn === null) return renameToday(ctx, key, item, name)
  if (item.fromOn !== null && fromOn <= item.fromOn)
    throw invalid([{ field: 'renamedFrom', msg: '改名日期应晚于开始日期' }])
  await saveRename(ctx.db, key, fromOn, name)
  return undefined
}

/** Corrects the current name: the first name in the value itself, or a later rename. */
export async function renameToday(ctx: Ctx, key: ItemKey, item: ResolvedConstant, name: string) {
  const today = dayOf(ctx.now)
  const { fromOn } = item.names.findLast((one) => one.fromOn === null || one.fromOn <= today)!
  if (fromOn === null) return { name }
  await saveRename(ctx.db, key, fromOn, name)
  return undefined
}

/** Refuses to delete a value that records use; it can be disabled. */
export async function deleteConstant(ctx: Ctx, form: { type: string; orgId: string | null; code: string }) {
  const context = await getConstantEditContext(ctx, form.orgId, form.type)
  const item = getOwnConstant(context, form.code)
  const why = await getDeleteObstacle(ctx, context, item)
  if (why) throw new Refusal(why)
  await deleteItem(ctx.db, { orgId: item.orgId!, type: context.kind.code, code: item.code })
  return null
}

/** Why a value cannot be deleted: records use it, or it has children that are not deleted with it. */
export async function getDeleteObstacle(
  ctx: Ctx,
  { kind, items }: ConstantEditContext,
  item: ResolvedConstant,
  isAlsoDeleted: (code: string) => boolean = () => false,
): Promise<string> {
  const uses = (await countConstantUses(ctx, kind.code, toCountedItems([item])))?.get(item.code) ?? 0
  if (uses > 0) return `该常量已被使用（${uses}处），只能停用`
  const stays = items.some(({ code, parentCode }) => parentCode === item.code && !isAlsoDeleted(code))
  return stays ? '该常量有下级，请先删除下级' : ''
}

interface ConstantSelection {
  type: string
  orgId: string | null
  codes: readonly string[]
}

function requireMayHide({ kind, rights }: ConstantEditContext, item: ResolvedConstant) {
  if (isOwnConstant(item, rights)) return
  if (item.level !== 'platform' || rights.level !== 'district')
    throw new Refusal(`“${item.name}”由${item.level === 'platform' ? '平台' : '教育局'}维护，本单位不能停用`)
  if (kind.builtIn?.isDisabled) throw systemConstantRefusal()
  if (!mayHideBuiltIn(kind, rights)) throw new Refusal(`“${kind.name}”的常量不可停用`)
}

/** A disabled value is no longer offered; records that use it still show its name. */
export async function enableConstants(ctx: Ctx, { isEnabled, ...chosen }: ConstantSelection & { isEnabled: boolean }) {
  const context = await getConstantEditContext(ctx, chosen.orgId, chosen.type)
  const items = [...new Set(chosen.codes)].map((code) =>
    orNotFound(
      context.items.find((one) => one.code === code),
      '常量',
    ),
  )
  for (const item of items) requireMayHide(context, item)
  const changing = items.filter((item) => item.isEnabled !== isEnabled)
  const codesOf = (some: readonly ResolvedConstant[]) => some.map(({ code }) => code)
  const own = changing.filter((item) => isOwnConstant(item, context.rights))
  await enableItems(ctx.db, { orgId: context.org.id, type: context.kind.code, codes: codesOf(own), isEnabled }, ctx.now)
  const builtIns = changing.filter(({ level }) => level === 'platform')
  await saveDifferences(
    ctx.db,
    context.kind.code,
    builtIns.map(({ code }) => ({ code, isEnabled, sort: null })),
    ctx.now,
  )
  return { count: changing.length }
}

/** Expects all sortable codes: a missing code means that the caller has an outdated list, and is refused. */
export async function sortConstants(ctx: Ctx, { codes, ...where }: ConstantSelection) {
  const context = await getConstantEditContext(ctx, where.orgId, where.type)
  const { kind, rights, org } = context
  if (!maySort(kind, rights)) throw systemConstantRefusal()
  const items = new Map(context.items.filter((item) => maySortConstant(item, rights)).map((item) => [item.code, item]))
  if (codes.length !== items.size || new Set(codes).size !== codes.length || codes.some((code) => !items.has(code)))
    throw changedByOthers()
  const order = codes.map((code, at) => ({ code, sort: (at + 1) * sortStep, level: items.get(code)!.level }))
  await saveDifferences(
    ctx.db,
    kind.code,
    order.filter(({ level }) => level === 'platform').map(({ code, sort }) => ({ code, sort, isEnabled: null })),
    ctx.now,
  )
  await sortItems(
    ctx.db,
    { orgId: org.id, type: kind.code },
    order.filter(({ level }) => level !== 'platform').map(({ code, sort }) => ({ code, sort })),
    ctx.now,
  )
  return null
}
