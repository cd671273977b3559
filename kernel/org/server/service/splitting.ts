import type { BodyOf } from '#packages/contract'
import { found, invalid, newId, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { orgTypes, type orgApi } from '../../contract.ts'
import { allContents } from '../contents.ts'
import { holdPath, holdTop } from '../count-queries.ts'
import { findGoverned, nextSort, type Governed } from '../edit-queries.ts'
import { nodesBelow, type Node } from '../move-queries.ts'
import { canGovern, canStandUnder, isMergeable, isWithin } from '../policy.ts'
import { recordHistory } from './history.ts'
import { createOrganisation } from './making.ts'
import { recountPeople, transplant } from './moving.ts'
import { readGoverned } from './reading-governed.ts'

type Split = BodyOf<typeof orgApi.split>

const refuse = (field: string, msg: string) => invalid([{ field, msg }])
const onSameName = onConstraint('organisation_name', '同级已存在同名组织', 'name')

/** Makes a new organisation beside one, of departments of that one and all that is in them. */
export async function split(ctx: Ctx, { id, name, type, departmentIds }: Split) {
  const scope = scopeOf(ctx, 'org.merge')
  await holdTop(ctx.db)
  const from = found(await findGoverned(ctx.db, scope, id), '组织')
  if (from.parentId === null || !isMergeable(from.type)) throw new Refusal('只有学校、幼儿园和直属单位可以拆分')
  if (!canGovern(scope, from)) throw new Refusal('所选机构由上级单位管理')
  if (from.isForbidden) throw new Refusal('该组织已停用')
  const parent = found(await findGoverned(ctx.db, scope, from.parentId), '上级机构')
  if (!isMergeable(type) || !canStandUnder(type, parent))
    throw refuse('type', `${orgTypes[parent.type].title}下不能新建${orgTypes[type].title}`)
  const below = await nodesBelow(ctx.db, from.path)
  const leaving = chosen(below, from, departmentIds)

  const newOne = { id: newId(), parent, name, type, details: { ...from, ...ownDetails }, splitFrom: from.name }
  await holdPath(ctx.db, parent.path)
  const to = await createOrganisation(ctx, { ...newOne, sort: await nextSort(ctx.db, parent.id) }).catch(onSameName)
  const moved = below.filter(({ path }) => leaving.some((department) => isWithin(path, department.path)))
  await transplant(ctx, leaving, from, to)
  const departments = new Map(moved.map((node) => [node.id, node.id]))
  for (const { relocate } of allContents())
    await relocate(ctx, { from: { id: from.id, path: from.path }, to, departments, isWhole: false })
  // Who was in both halves is now in two organisations: everybody above counts once more, or not.
  await recountPeople(ctx, [...from.path.split('.'), to.id, ...below.map((node) => node.id)])
  await recordHistory(ctx, [{ orgId: from.id, kind: 'split', before: from.name, after: name }])
  return readGoverned(ctx, to.id, 'org.merge')
}

/** What is true of where it stands and whom it teaches is true of both; whom to ask is not. */
const ownDetails = { contactName: '', phone: '', remark: '', flag: 0 }

function chosen(below: readonly Node[], from: Governed, ids: readonly string[]): Node[] {
  const wanted = new Set(ids)
  const leaving = below.filter((node) => node.parentId === from.id && wanted.has(node.id))
  if (leaving.length < wanted.size) throw refuse('departmentIds', '所选部门不是该机构的直属部门')
  return leaving
}
