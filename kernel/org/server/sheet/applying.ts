import { newId, Refusal, Ret, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { CheckedRow, Effect } from '#packages/sheet'
import { holdTop } from '../count-queries.ts'
import { nextSort, updateOrganisation, type Change } from '../edit-queries.ts'
import { expectGrowth, type Details } from '../queries.ts'
import { createOrganisations, pathBelow, type NewOrganisationFacts } from '../service/making.ts'
import { planRows, type Plan } from './examining.ts'
import type { Place } from './places.ts'
import type { SheetNode } from './sheet-queries.ts'

const overtaken = () => new Refusal('组织机构刚被他人修改，请重新检查后再导入', Ret.changedByOthers)
const onSameName = onConstraint('organisation_name', '同级已存在同名组织，请重新检查后再导入')

/**
 * Makes and changes organisations, from the top. Who else changes the tree waits; and what somebody changed between the
 * examining and the holding is noticed, because the rows are looked at once more.
 */
export async function applyRows(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<Effect[]> {
  await holdTop(ctx.db)
  await expectGrowth(ctx.db)
  const plans = await planRows(ctx, orgId, rows)
  if (plans.some((plan, at) => !isAsExamined(plan, rows[at]!))) throw overtaken()
  const inOrder = plans.toSorted((a, b) => a.at!.place.level - b.at!.place.level || a.wish.row - b.wish.row)
  const effects = await makeAll(
    ctx,
    inOrder.filter(({ verdict }) => verdict.result === 'new'),
  )
  for (const plan of inOrder.filter(({ verdict }) => verdict.result === 'changed')) {
    effects.push(await change(ctx, plan, plan.at!.place.node!))
  }
  return effects
}

const isAsExamined = ({ verdict }: Plan, { verdict: examined }: CheckedRow) =>
  verdict.issues.length === 0 &&
  verdict.result === examined.result &&
  verdict.id === examined.id &&
  verdict.mark === examined.mark

async function makeAll(ctx: Ctx, plans: readonly Plan[]): Promise<Effect[]> {
  const making = new Making(ctx)
  const all: NewOrganisationFacts[] = []
  for (const plan of plans) all.push(await making.factsOf(plan))
  await createOrganisations(ctx, all).catch(onSameName)
  return all.map(({ id }, at) => ({ row: plans[at]!.wish.row, result: 'new', id: id!, before: null, mark: '1' }))
}

/** Remembers what goes where, so that the next ones can stand below it. */
class Making {
  readonly #ctx: Ctx
  readonly #made = new Map<string, { id: string; path: string }>()
  readonly #sorts = new Map<string, number>()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  async factsOf({ wish: { name, type }, at, details }: Plan) {
    const { parent: above, place } = at!
    const parent = this.#nodeAt(above)
    const id = newId()
    const sort = await this.#nextSort(above)
    this.#made.set(place.key, { id, path: pathBelow(parent, id) })
    return { id, parent, name, type, sort, details }
  }

  #nodeAt({ key, node }: Place) {
    const above = node ?? this.#made.get(key)
    if (!above) throw overtaken()
    return { id: above.id, path: above.path }
  }

  /** At the end of its level; where the parent is new, that is only what this file puts there. */
  async #nextSort({ key, node }: Place): Promise<number> {
    const sort = this.#sorts.get(key) ?? (node ? await nextSort(this.#ctx.db, node.id) : 1)
    this.#sorts.set(key, sort + 1)
    return sort
  }
}

/** All that may change, and that is put back. */
const changeableOf = (node: SheetNode): Change => ({
  name: node.name,
  pinyin: node.pinyin,
  pinyinInitials: node.pinyinInitials,
  type: node.type,
  ...detailsIn(node),
})

const detailsIn = (node: SheetNode): Details => ({
  stages: node.stages,
  kind: node.kind,
  property: node.property,
  educationSystem: node.educationSystem,
  contactName: node.contactName,
  phone: node.phone,
  postalCode: node.postalCode,
  address: node.address,
  remark: node.remark,
  flag: node.flag,
  isPublic: node.isPublic,
  isVillage: node.isVillage,
  areaCode: node.areaCode,
  parentAreaCode: node.parentAreaCode,
  skipsRepairAudit: node.skipsRepairAudit,
  skipsAdjustAudit: node.skipsAdjustAudit,
  diskOpenToAll: node.diskOpenToAll,
  classesByAcademic: node.classesByAcademic,
})

async function change(ctx: Ctx, { wish, details }: Plan, node: SheetNode): Promise<Effect> {
  const before = changeableOf(node)
  const after = { ...before, ...details, type: wish.type }
  if (!(await updateOrganisation(ctx.db, node.id, node.version, after, ctx.now))) throw overtaken()
  return { row: wish.row, result: 'changed', id: node.id, before, mark: String(node.version + 1) }
}
