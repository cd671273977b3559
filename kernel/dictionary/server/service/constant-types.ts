import { changedByOthers, orNotFound, invalid, Refusal, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { ConstantType, ConstantTypeForm } from '../../contract.ts'
import { hasItems } from '../constant-item-queries.ts'
import { mayAddTypes, mayEditType, type OrgConstantType, type ConstantRights } from '../constant-policy.ts'
import { deleteType, insertType, isTypeCodeTaken, updateType, type OrgNode } from '../constant-type-queries.ts'
import { listBuiltInTypes, findBuiltInType } from '../platform-constants.ts'
import { presentType } from './list-constants.ts'
import {
  getOrgConstantType,
  listOrgConstantTypes,
  getConstantOrg,
  getConstantRights,
  listOrgConstants,
} from './org-constants.ts'
import { systemConstantRefusal } from './save-constants.ts'

export async function saveConstantType(ctx: Ctx, form: ConstantTypeForm): Promise<ConstantType> {
  const org = await getConstantOrg(ctx, 'edit', form.orgId)
  const rights = await getConstantRights(ctx, org)
  await (form.isNew ? addType(ctx, org, rights, form) : changeType(ctx, org, rights, form))
  const kind = await getOrgConstantType(ctx, org, form.code)
  return presentType(kind, rights, (await listOrgConstants(ctx, org, kind)).length)
}

async function addType(ctx: Ctx, org: OrgNode, rights: ConstantRights, form: ConstantTypeForm) {
  if (!mayAddTypes(rights)) throw new Refusal('教育局未允许学校新建常量类型')
  // A district does not see the codes of its schools, so it needs a check of the whole district.
  const isTaken =
    findBuiltInType(ctx, form.code) !== undefined ||
    (await isTypeCodeTaken(ctx.db, form.code, rights.level === 'district' ? null : org.path))
  if (isTaken) throw invalid([{ field: 'code', msg: '编码已存在' }])
  await requireNewTypeName(ctx, org, form)
  await insertType(ctx.db, org.id, form.code, toTypeFacts(rights, form), ctx.now).catch(
    onConstraint('constant_type_code', '编码已存在'),
  )
}

const toTypeFacts = ({ level }: ConstantRights, { name, about, isTree, isOpen }: ConstantTypeForm) => ({
  name,
  about,
  isTree,
  // A school has no organisations below it that could add values.
  isOpen: level === 'district' && isOpen,
})

async function requireNewTypeName(ctx: Ctx, org: OrgNode, { code, name }: ConstantTypeForm) {
  const others = [...listBuiltInTypes(ctx), ...(await listOrgConstantTypes(ctx, org))]
  if (others.some((one) => one.code !== code && one.name === name))
    throw invalid([{ field: 'name', msg: '名称已存在' }])
}

/** The organisation's own type; refuses with the reason when the caller may not change it. */
async function getOwnType(ctx: Ctx, org: OrgNode, rights: ConstantRights, code: string): Promise<OrgConstantType> {
  const kind = await getOrgConstantType(ctx, org, code)
  if (kind.level === 'platform') throw systemConstantRefusal()
  if (!mayEditType(kind, rights)) throw new Refusal('该常量类型由教育局维护，不能修改')
  return kind
}

async function changeType(ctx: Ctx, org: OrgNode, rights: ConstantRights, form: ConstantTypeForm) {
  const kind = await getOwnType(ctx, org, rights, form.code)
  await requireNewTypeName(ctx, org, form)
  if (kind.isTree && !form.isTree && (await listOrgConstants(ctx, org, kind)).some(({ depth }) => depth > 0))
    throw invalid([{ field: 'isTree', msg: '已有下级常量，不能取消分级' }])
  const row = { ...orNotFound(kind.row, '常量类型'), version: form.version }
  if (!(await updateType(ctx.db, row, toTypeFacts(rights, form), ctx.now))) throw changedByOthers()
}

/** Deletes only an empty type; values that schools have added count as well. */
export async function deleteConstantType(ctx: Ctx, { orgId, code }: { orgId: string | null; code: string }) {
  const org = await getConstantOrg(ctx, 'edit', orgId)
  const rights = await getConstantRights(ctx, org)
  await getOwnType(ctx, org, rights, code)
  if (await hasItems(ctx.db, code, rights.level === 'district' ? null : org.id))
    throw new Refusal('请先删除该类型下的常量')
  await deleteType(ctx.db, org.id, code)
  return null
}
