import type { BodyOf } from '#packages/contract'
import { orNotFound, invalid, newId, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { orgTypes, type orgApi } from '../../contract.ts'
import { listContents } from '../org-contents.ts'
import { lockPath, lockOrgTree } from '../count-queries.ts'
import { findManagedOrganisation, getNextSort, type ManagedOrganisation } from '../edit-queries.ts'
import { listNodesBelow, type OrgTreeRow } from '../move-queries.ts'
import { canManage, canBeChildOf, isMergeable, isPathWithin } from '../policy.ts'
import { recordHistory } from './organisation-history.ts'
import { createOrganisation } from './create-organisations.ts'
import { recountPeople, moveNodes } from './move-organisation.ts'
import { getManagedOrganisation } from './organisations.ts'

type SplitBody = BodyOf<typeof orgApi.split>

const refuseField = (field: string, msg: string) => invalid([{ field, msg }])
const onSameName = onConstraint('organisation_name', '同级已存在同名组织', 'name')

/** Creates a sibling organisation from some departments and their contents. */
export async function splitOrganisation(ctx: Ctx, { id, name, type, departmentIds }: SplitBody) {
  const scope = scopeOf(ctx, 'org.merge')
  await lockOrgTree(ctx.db)
  const from = orNotFound(await findManagedOrganisation(ctx.db, scope, id), '组织')
  if (from.parentId === null || !isMergeable(from.type)) throw new Refusal('只有学校、幼儿园和直属单位可以拆分')
  if (!canManage(scope, from)) throw new Refusal('所选机构由上级单位管理')
  if (from.isDisabled) throw new Refusal('该组织已停用')
  const parent = orNotFound(await findManagedOrganisation(ctx.db, scope, from.parentId), '上级机构')
  if (!isMergeable(type) || !canBeChildOf(type, parent))
    throw refuseField('type', `${orgTypes[parent.type].title}下不能新建${orgTypes[type].title}`)
  const below = await listNodesBelow(ctx.db, from.path)
  const leaving = listChosenDepartments(below, from, departmentIds)

  const newOne = { id: newId(), parent, name, type, details: { ...from, ...ownDetails }, splitFrom: from.name }
  await lockPath(ctx.db, parent.path)
  const to = await createOrganisation(ctx, { ...newOne, sort: await getNextSort(ctx.db, parent.id) }).catch(onSameName)
  const moved = below.filter(({ path }) => leaving.some((department) => isPathWithin(path, department.path)))
  await moveNodes(ctx, leaving, from, to)
  const departments = new Map(moved.map((node) => [node.id, node.id]))
  for (const { relocate } of listContents(ctx))
    await relocate(ctx, { from: { id: from.id, path: from.path }, to, departments, isWhole: false })
  // People who were in both parts are now in two organisations, which changes the counts of all ancestors.
  await recountPeople(ctx, [...from.path.split('.'), to.id, ...below.map((node) => node.id)])
  await recordHistory(ctx, [{ orgId: from.id, kind: 'split', before: from.name, after: name }])
  return getManagedOrganisation(ctx, to.id, 'org.merge')
}

/** Location and stages apply to both organisations; contact details do not. */
const ownDetails = { contactName: '', phone: '', remark: '', flag: 0 }

function listChosenDepartments(
  below: readonly OrgTreeRow[],
  from: ManagedOrganisation,
  ids: readonly string[],
): OrgTreeRow[] {
  const wanted = new Set(ids)
  const leaving = below.filter((node) => node.parentId === from.id && wanted.has(node.id))
  if (leaving.length < wanted.size) throw refuseField('departmentIds', '所选部门不是该机构的直属部门')
  return leaving
}
