import { changedByOthers, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { CheckedRow, ImportEffect, UndoResult } from '#packages/sheet'
import { deleteItem, insertItems, updateItem } from '../constant-item-queries.ts'
import type { ResolvedConstant } from '../resolve-constants.ts'
import {
  getConstantEditContext,
  renameToday,
  getDeleteObstacle,
  type ConstantEditContext,
} from '../service/save-constants.ts'
import { planConstantRows, type ConstantRowPlan } from './plan-constant-import.ts'

const isAsChecked = ({ verdict }: ConstantRowPlan, { verdict: examined }: CheckedRow) =>
  verdict.issues.length === 0 && verdict.result === examined.result && verdict.mark === examined.mark

/** Creates and updates values type by type. Refuses the import if a value changed after the check of the file. */
export async function applyConstantRows(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<ImportEffect[]> {
  const plans = await planConstantRows(ctx, orgId, rows)
  if (plans.some((plan, at) => !isAsChecked(plan, rows[at]!))) throw changedByOthers()
  const effects: ImportEffect[] = []
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
    for (const plan of some) if (plan.item) effects.push(await changeConstantRow(ctx, orgId, type, plan, plan.item))
  }
  return effects
}

interface ConstantBefore {
  name: string
  parentCode: string
  sort: number
}

async function changeConstantRow(
  ctx: Ctx,
  orgId: string,
  type: string,
  plan: ConstantRowPlan,
  item: ResolvedConstant,
): Promise<ImportEffect> {
  const { name, parentCode, sort } = item
  await writeConstant(ctx, { orgId, type }, item, plan)
  const before: ConstantBefore = { name, parentCode, sort }
  return { row: plan.row, result: 'changed', id: `${type}/${plan.code}`, before, mark: String(item.version + 1) }
}

async function writeConstant(
  ctx: Ctx,
  where: { orgId: string; type: string },
  item: ResolvedConstant,
  after: ConstantBefore,
) {
  const key = { ...where, code: item.code }
  const named = after.name === item.name ? undefined : await renameToday(ctx, key, item, after.name)
  const facts = { parentCode: after.parentCode, sort: after.sort, ...named }
  if (!(await updateItem(ctx.db, key, item.version, facts, ctx.now))) throw changedByOthers()
}

interface UndoStep {
  effect: ImportEffect
  context: ConstantEditContext
  item: ResolvedConstant
}

/** Rows that can be undone, and the reasons why the others cannot. */
async function planUndo(ctx: Ctx, orgId: string, effects: readonly ImportEffect[]) {
  const contexts = new Map<string, ConstantEditContext>()
  const obstacles = new Map<ImportEffect, string>()
  const undoSteps: UndoStep[] = []
  const made = new Set(effects.filter(({ result }) => result === 'new').map(({ id }) => id))
  for (const effect of effects) {
    const [type = '', code = ''] = effect.id.split('/')
    const context = contexts.get(type) ?? (await getConstantEditContext(ctx, orgId, type))
    contexts.set(type, context)
    const item = context.items.find((one) => one.code === code && one.orgId === orgId)
    if (!item) obstacles.set(effect, '之后已被删除')
    else if (String(item.version) !== effect.mark) obstacles.set(effect, '导入后被修改过')
    else {
      const why =
        effect.result === 'new'
          ? await getDeleteObstacle(ctx, context, item, (below) => made.has(`${type}/${below}`))
          : ''
      if (why) obstacles.set(effect, why)
      else undoSteps.push({ effect, context, item })
    }
  }
  return { obstacles, undoSteps }
}

const listUndone = (effects: readonly ImportEffect[], keptReason: ReadonlyMap<ImportEffect, string>): UndoResult[] =>
  effects.map((effect) => ({ row: effect.row, keptReason: keptReason.get(effect) ?? '' }))

export const previewConstantUndo = async (
  ctx: Ctx,
  orgId: string,
  effects: readonly ImportEffect[],
): Promise<UndoResult[]> => listUndone(effects, (await planUndo(ctx, orgId, effects)).obstacles)

export async function undoConstantRows(
  ctx: Ctx,
  orgId: string,
  effects: readonly ImportEffect[],
): Promise<UndoResult[]> {
  const { obstacles: keptReason, undoSteps } = await planUndo(ctx, orgId, effects)
  for (const { effect, context, item } of undoSteps) {
    const where = { orgId, type: context.kind.code }
    if (effect.result === 'new') await deleteItem(ctx.db, { ...where, code: item.code })
    else await writeConstant(ctx, where, item, effect.before as ConstantBefore)
  }
  return listUndone(effects, keptReason)
}
