import { beforeAll, expect, it } from 'vitest'
import type { OrgNode } from '#kernel/org/server/example.ts'
import { dayOf, type Actor, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { listWrongUserCounts } from './member-count-queries.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { mergeOrganisations } from '#kernel/org/server/service/merge-organisations.ts'
import { moveOrganisation } from '#kernel/org/server/service/move-organisation.ts'
import { deleteOrganisation } from '#kernel/org/server/service/delete-organisation.ts'
import { findMembership, recountMembers } from './api.ts'
import { staffContents } from './service/relocate-staff.ts'
import { listMemberships } from './service/get-staff.ts'
import { manager, createTree, type Tree } from './staff.fixture.ts'
import { aTeacher, aMembership } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor
const today = dayOf(new Date())

beforeAll(() =>
  as(createActor(), async (ctx) => {
    tree = await createTree(ctx)
    chief = await manager(ctx, 'district')
  }),
)

const placesOf = (id: string) =>
  as(chief, async (ctx) =>
    (await listMemberships(ctx, id)).map(({ orgName, departmentName, status, isMain }) => [
      `${orgName} ${departmentName}`.trim(),
      status,
      isMain,
    ]),
  )
const here = (sql: typeof database.sql) =>
  sql<{ id: string }>('select id from tenant.membership where org_id = $1', [tree.other.id])

it('staff of a merged organisation continue in the target and keep their history', async () => {
  const copied: { from: string; to: string }[] = []
  database.contribute('membershipCopies', async (_, pairs) => void copied.push(...pairs))
  const made = await as(chief, async (ctx) => {
    const clerk = await aTeacher(ctx, { name: '总务人员', at: tree.other, department: tree.general })
    const teacher = await aTeacher(ctx, { name: '直属教师', at: tree.other })
    const both = await aTeacher(ctx, { name: '两校都在', at: tree.other })
    const already = await aMembership(ctx, both.personId, { at: tree.school, isMain: false })
    return { clerk, teacher, both, already }
  })
  await database.sql("update tenant.membership set valid = daterange('2026-01-01', null) where org_id = $1", [
    tree.other.id,
  ])
  const late = await as(chief, (ctx) => aTeacher(ctx, { name: '今天到岗', at: tree.other }))
  expect(await as(chief, (ctx) => staffContents.count(ctx, [tree.other.id, tree.general.id]))).toBe(4)

  await as(chief, async (ctx) => {
    const departments = new Map([[tree.general.id, tree.academic.id]])
    await staffContents.relocate(ctx, { from: tree.other, to: tree.school, departments, isWhole: true })
    await recountMembers(ctx)
  })
  expect(await as(chief, (ctx) => staffContents.count(ctx, [tree.other.id, tree.general.id]))).toBe(0)
  expect(await placesOf(made.clerk.userId)).toEqual([
    ['实验小学 教务处', 'active', true],
    ['文澜中学 总务处', 'left', true],
  ])
  expect(await placesOf(made.teacher.userId)).toEqual([
    ['实验小学', 'active', true],
    ['文澜中学', 'left', true],
  ])
  // His existing membership becomes the main one; a membership that began today leaves no history.
  expect(await placesOf(made.both.userId)).toEqual([
    ['实验小学', 'active', true],
    ['文澜中学', 'left', true],
  ])
  expect(await placesOf(late.userId)).toEqual([['实验小学', 'active', true]])
  expect(await as(chief, (ctx) => findMembership(ctx, made.teacher.userId))).toBeUndefined()
  expect(copied.map(({ from }) => from).toSorted()).toEqual(
    [made.clerk.userId, made.teacher.userId, made.both.userId].toSorted(),
  )
  expect(copied).toContainEqual({ from: made.both.userId, to: made.already })
  expect(await as(chief, (ctx) => listWrongUserCounts(ctx.db, today, 10))).toEqual([])
  const counts = await as(chief, (ctx) =>
    staffContents.recount!(ctx, [tree.bureau.id, tree.school.id, tree.other.id, tree.academic.id]),
  )
  const of = (id: string) => counts.find((count) => count.id === id)
  expect(of(tree.school.id)).toEqual({ id: tree.school.id, total: 4, own: 3 })
  expect(of(tree.academic.id)).toEqual({ id: tree.academic.id, total: 1, own: 1 })
  expect(of(tree.other.id)).toBeUndefined()
  expect(await here(database.sql)).toHaveLength(3)
})

it('moving, merging and deleting organisations in the tree relocates their staff', async () => {
  database.contribute('orgContents', staffContents)
  const rights = Object.fromEntries(['org.edit', 'org.merge'].map((right) => [right, wholeDistrict]))
  const director = createActor({ personId: chief.personId }, rights)
  const wrong = () => as(chief, (ctx) => listWrongUserCounts(ctx.db, today, 10))
  const { left, right, office, second } = await as(chief, async (ctx) => {
    const make = (name: string, parent: OrgNode, type: 'school' | 'department' | 'cluster') =>
      createOrganisation(ctx, { parent, name, type })
    const cluster = await make('第二学区', tree.bureau, 'cluster')
    const one = await make('左学校', tree.bureau, 'school')
    const two = await make('右学校', tree.bureau, 'school')
    return { left: one, right: two, second: cluster, office: await make('德育处', one, 'department') }
  })
  const teacher = await as(chief, (ctx) => aTeacher(ctx, { name: '左老师', at: left, department: office }))
  await database.sql("update tenant.membership set valid = daterange('2026-01-01', null) where id = $1", [
    teacher.userId,
  ])
  const removed = as(director, (ctx) => deleteOrganisation(ctx, { id: left.id, version: 1 }))
  await expect(removed).rejects.toThrow(/名人员，不能删除/)

  await as(director, (ctx) => moveOrganisation(ctx, { id: left.id, parentId: second.id, version: 1 }))
  expect(await wrong()).toEqual([])
  await as(director, (ctx) => mergeOrganisations(ctx, { fromId: left.id, toId: right.id }))
  expect(await wrong()).toEqual([])
  expect((await placesOf(teacher.userId))[0]).toEqual(['右学校 德育处', 'active', true])
})
