import { newId, Refusal, Ret, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { CheckedRow, ImportEffect } from '#packages/sheet'
import { lockOrgTree } from '../count-queries.ts'
import { getNextSort, updateOrganisation, type OrganisationUpdate } from '../edit-queries.ts'
import { expectGrowth, type OrganisationDetails } from '../queries.ts'
import { createOrganisations, buildPath, type NewOrganisationInput } from '../service/create-organisations.ts'
import { planImportRows, type RowPlan } from './plan-import.ts'
import type { ImportNode } from './import-tree.ts'
import type { SheetNode } from './sheet-queries.ts'

const changedMeanwhile = () => new Refusal('组织机构刚被他人修改，请重新检查后再导入', Ret.changedByOthers)
const onSameName = onConstraint('organisation_name', '同级已存在同名组织，请重新检查后再导入')

/**
 * Creates and changes organisations, from the top. The tree is locked first and the rows are checked again, so that
 * changes since the first check are noticed.
 */
export async function applyImportRows(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<ImportEffect[]> {
  await lockOrgTree(ctx.db)
  await expectGrowth(ctx.db)
  const plans = await planImportRows(ctx, orgId, rows)
  if (plans.some((plan, at) => !isAsPlanned(plan, rows[at]!))) throw changedMeanwhile()
  const inOrder = plans.toSorted((a, b) => a.at!.target.level - b.at!.target.level || a.input.row - b.input.row)
  const effects = await createAll(
    ctx,
    inOrder.filter(({ verdict }) => verdict.result === 'new'),
  )
  for (const plan of inOrder.filter(({ verdict }) => verdict.result === 'changed')) {
    effects.push(await updateFromRow(ctx, plan, plan.at!.target.node!))
  }
  return effects
}

const isAsPlanned = ({ verdict }: RowPlan, { verdict: examined }: CheckedRow) =>
  verdict.issues.length === 0 &&
  verdict.result === examined.result &&
  verdict.id === examined.id &&
  verdict.mark === examined.mark

async function createAll(ctx: Ctx, plans: readonly RowPlan[]): Promise<ImportEffect[]> {
  const making = new OrganisationCreator(ctx)
  const all: NewOrganisationInput[] = []
  for (const plan of plans) all.push(await making.toNewOrganisation(plan))
  await createOrganisations(ctx, all).catch(onSameName)
  return all.map(({ id }, at) => ({ row: plans[at]!.input.row, result: 'new', id: id!, before: null, mark: '1' }))
}

/** Remembers created nodes, so that later rows can be placed below them. */
class OrganisationCreator {
  readonly #ctx: Ctx
  readonly #made = new Map<string, { id: string; path: string }>()
  readonly #sorts = new Map<string, number>()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  async toNewOrganisation({ input: { name, type }, at, details }: RowPlan) {
    const { parent: above, target } = at!
    const parent = this.#nodeAt(above)
    const id = newId()
    const sort = await this.#nextSort(above)
    this.#made.set(target.key, { id, path: buildPath(parent, id) })
    return { id, parent, name, type, sort, details }
  }

  #nodeAt({ key, node }: ImportNode) {
    const above = node ?? this.#made.get(key)
    if (!above) throw changedMeanwhile()
    return { id: above.id, path: above.path }
  }

  /** The end of the level; a new parent has only the children of this file. */
  async #nextSort({ key, node }: ImportNode): Promise<number> {
    const sort = this.#sorts.get(key) ?? (node ? await getNextSort(this.#ctx.db, node.id) : 1)
    this.#sorts.set(key, sort + 1)
    return sort
  }
}

/** The details that an import changes and an undo restores. */
const toUpdate = (node: SheetNode): OrganisationUpdate => ({
  name: node.name,
  pinyin: node.pinyin,
  pinyinInitials: node.pinyinInitials,
  type: node.type,
  ...toDetails(node),
})

const toDetails = (node: SheetNode): OrganisationDetails => ({
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

async function updateFromRow(ctx: Ctx, { input, details }: RowPlan, node: SheetNode): Promise<ImportEffect> {
  const before = toUpdate(node)
  const after = { ...before, ...details, type: input.type }
  if (!(await updateOrganisation(ctx.db, node.id, node.version, after, ctx.now))) throw changedMeanwhile()
  return { row: input.row, result: 'changed', id: node.id, before, mark: String(node.version + 1) }
}
