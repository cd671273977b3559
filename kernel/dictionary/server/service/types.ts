import { changedByOthers, found, invalid, Refusal, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { ConstantType, ConstantTypeForm } from '../../contract.ts'
import { hasItems } from '../item-queries.ts'
import { mayAddTypes, mayEditType, type Kind, type Standing } from '../policy.ts'
import { deleteType, insertType, typeTaken, updateType, type OrgNode } from '../queries.ts'
import { allShipped, shippedNamed } from '../registry.ts'
import { presentType } from './reading.ts'
import { kindAt, kindsAt, orgFor, standingAt, valuesAt } from './places.ts'
import { systemOwned } from './saving.ts'

export async function saveType(ctx: Ctx, form: ConstantTypeForm): Promise<ConstantType> {
  const org = await orgFor(ctx, 'edit', form.orgId)
  const standing = await standingAt(ctx, org)
  await (form.isNew ? add(ctx, org, standing, form) : change(ctx, org, standing, form))
  const kind = await kindAt(ctx, org, form.code)
  return presentType(kind, standing, (await valuesAt(ctx, org, kind)).length)
}

async function add(ctx: Ctx, org: OrgNode, standing: Standing, form: ConstantTypeForm) {
  if (!mayAddTypes(standing)) throw new Refusal('教育局未允许学校新建常量类型')
  // A school's codes are not seen from above, and must not be hidden by what comes from there.
  const isTaken =
    shippedNamed(form.code) !== undefined ||
    (await typeTaken(ctx.db, form.code, standing.level === 'district' ? null : org.path))
  if (isTaken) throw invalid([{ field: 'code', msg: '编码已存在' }])
  await requireNewName(ctx, org, form)
  await insertType(ctx.db, org.id, form.code, factsOf(standing, form), ctx.now).catch(
    onConstraint('constant_type_code', '编码已存在'),
  )
}

const factsOf = ({ level }: Standing, { name, about, isTree, isOpen }: ConstantTypeForm) => ({
  name,
  about,
  isTree,
  // There is nobody below a school.
  isOpen: level === 'district' && isOpen,
})

async function requireNewName(ctx: Ctx, org: OrgNode, { code, name }: ConstantTypeForm) {
  const others = [...allShipped(), ...(await kindsAt(ctx, org))]
  if (others.some((one) => one.code !== code && one.name === name))
    throw invalid([{ field: 'name', msg: '名称已存在' }])
}

/** The type of an organisation's own, or why it cannot be changed from here. */
async function ownKind(ctx: Ctx, org: OrgNode, standing: Standing, code: string): Promise<Kind> {
  const kind = await kindAt(ctx, org, code)
  if (kind.level === 'platform') throw systemOwned()
  if (!mayEditType(kind, standing)) throw new Refusal('该常量类型由教育局维护，不能修改')
  return kind
}

async function change(ctx: Ctx, org: OrgNode, standing: Standing, form: ConstantTypeForm) {
  const kind = await ownKind(ctx, org, standing, form.code)
  await requireNewName(ctx, org, form)
  if (kind.isTree && !form.isTree && (await valuesAt(ctx, org, kind)).some(({ depth }) => depth > 0))
    throw invalid([{ field: 'isTree', msg: '已有下级常量，不能取消分级' }])
  const row = { ...found(kind.row, '常量类型'), version: form.version }
  if (!(await updateType(ctx.db, row, factsOf(standing, form), ctx.now))) throw changedByOthers()
}

/** Only what is empty goes, also of what schools have added. */
export async function removeType(ctx: Ctx, { orgId, code }: { orgId: string | null; code: string }) {
  const org = await orgFor(ctx, 'edit', orgId)
  const standing = await standingAt(ctx, org)
  await ownKind(ctx, org, standing, code)
  if (await hasItems(ctx.db, code, standing.level === 'district' ? null : org.id))
    throw new Refusal('请先删除该类型下的常量')
  await deleteType(ctx.db, org.id, code)
  return null
}
