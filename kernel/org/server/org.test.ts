import { beforeAll, describe, expect, it } from 'vitest'
import { emptyId, newId, emptyScope, type Actor, type Scope, wholeDistrict, orgTreeScope } from '#packages/core'
import { inDistrict } from '#packages/db'
import { createActor, useDatabase } from '#packages/testing'
import { createOrganisation } from './service/create-organisations.ts'
import {
  listOrganisations,
  listAllOrganisations,
  getTreeLevel,
  getOrganisation,
  listSwitchNodes,
} from './service/organisations.ts'
import { insertTreePiece, planTree } from './seed.ts'
import { aBureau, aSchool, aDepartment } from './example.ts'

const database = useDatabase()
const { as } = database
const reader = (scope: Scope): Actor => createActor({}, { 'org.read': scope, 'org.visit': scope })
const director = reader(wholeDistrict)
type Node = { id: string; path: string }
let bureau: Node, north: Node, school: Node, office: Node, group: Node, kindergarten: Node

beforeAll(async () => {
  await as(director, async (ctx) => {
    bureau = await aBureau(ctx)
    north = await createOrganisation(ctx, { parent: bureau, name: '第一学区', type: 'cluster', sort: 2 })
    await createOrganisation(ctx, { parent: bureau, name: '办公室', type: 'department', sort: 1 })
    school = await createOrganisation(ctx, { parent: north, name: '实验小学', type: 'school', sort: 1 })
    kindergarten = await createOrganisation(ctx, { parent: north, name: '实验幼儿园', type: 'kindergarten', sort: 2 })
    office = await aDepartment(ctx, school)
    group = await aDepartment(ctx, office, '语文组')
  })
})
const names = (nodes: { name: string }[]) => nodes.map(({ name }) => name)

describe('the tree', () => {
  it('opens level by level, in order, and says which nodes have children', async () => {
    expect(await as(director, (ctx) => getTreeLevel(ctx, null))).toMatchObject([
      { name: '云禾区教育局', hasChild: true, parentId: null },
    ])
    const below = await as(director, (ctx) => getTreeLevel(ctx, bureau.id))
    expect(below.map(({ name, hasChild }) => [name, hasChild])).toEqual([
      ['办公室', false],
      ['第一学区', true],
    ])
    expect(await as(director, (ctx) => getTreeLevel(ctx, group.id))).toEqual([])
  })

  it('begins at the roots of the caller’s scope', async () => {
    const roots = async (scope: Partial<Scope>) =>
      names(await as(reader({ ...emptyScope, ...scope }), (ctx) => getTreeLevel(ctx, null)))
    expect(await roots({ orgPaths: [school.path] })).toEqual(['实验小学'])
    expect(await roots({ departmentPaths: [office.path] })).toEqual(['教务处'])
    expect(await roots({ departmentIds: [group.id] })).toEqual(['语文组'])
    expect(await roots({ orgIds: [kindergarten.id], departmentPaths: [office.path] })).toEqual(['教务处', '实验幼儿园'])
    // A node below another node of the scope is no second root.
    expect(await roots({ orgPaths: [school.path], departmentIds: [group.id] })).toEqual(['实验小学'])
  })

  it('does not find a node outside the scope, by any endpoint', async () => {
    const head = reader(orgTreeScope(school))
    await expect(as(head, (ctx) => getTreeLevel(ctx, north.id))).rejects.toThrow('组织不存在')
    await expect(as(head, (ctx) => getTreeLevel(ctx, kindergarten.id))).rejects.toThrow('组织不存在')
    await expect(
      as(head, (ctx) => listOrganisations(ctx, { parentId: bureau.id, pageNumber: 1, pageSize: 20 })),
    ).rejects.toThrow('组织不存在')
    await expect(as(head, (ctx) => getOrganisation(ctx, kindergarten.id))).rejects.toThrow('组织不存在')
    await expect(as(head, (ctx) => getOrganisation(ctx, newId()))).rejects.toThrow('组织不存在')
  })

  it('reports no children for a node whose children are out of scope', async () => {
    const narrow = reader({ ...emptyScope, orgIds: [school.id] })
    expect(await as(narrow, (ctx) => getTreeLevel(ctx, null))).toMatchObject([{ name: '实验小学', hasChild: false }])
  })

  it('is refused without the permission', async () => {
    await expect(as(createActor(), (ctx) => getTreeLevel(ctx, null))).rejects.toThrow('没有权限')
  })
})

describe('the details of an organisation', () => {
  it('contain the ancestors as names, and never a password', async () => {
    const head = reader(orgTreeScope(school))
    const detail = await as(head, (ctx) => getOrganisation(ctx, office.id))
    expect(detail).toMatchObject({
      name: '教务处',
      pinyinInitials: 'jwc',
      ancestors: ['云禾区教育局', '第一学区', '实验小学'],
    })
    expect(detail).toMatchObject({ adminPassword: '', adminPasswordAgain: '', validCode: '' })
  })
})

describe('the tree for choosing', () => {
  it('is complete and without departments', async () => {
    const tree = await as(director, (ctx) => listSwitchNodes(ctx, wholeDistrict, []))
    expect(tree).toMatchObject([
      {
        name: '云禾区教育局',
        children: [{ name: '第一学区', children: [{ name: '实验小学', children: [] }, { name: '实验幼儿园' }] }],
      },
    ])
    expect(JSON.stringify(tree)).not.toContain('处')
  })

  it('has the caller’s own organisations if the scope is empty', async () => {
    const own = await as(director, (ctx) => listSwitchNodes(ctx, undefined, [school.id]))
    expect(own).toEqual([{ id: school.id, name: '实验小学', type: 'school', stages: [], children: [] }])
    const both = await as(director, (ctx) => listSwitchNodes(ctx, wholeDistrict, [school.id]))
    expect(JSON.stringify(both).split(school.id)).toHaveLength(2)
  })

  it('as a flat list has parents before children', async () => {
    const all = await as(director, (ctx) => listAllOrganisations(ctx))
    expect(names(all)).toEqual(['云禾区教育局', '办公室', '第一学区', '实验小学', '实验幼儿园', '教务处', '语文组'])
  })
})

describe('a district with many schools', () => {
  it('sends two levels for choosing, and refuses the flat list', async () => {
    const planner = createActor(
      { districtId: database.away },
      { 'org.read': wholeDistrict, 'org.visit': wholeDistrict },
    )
    let count = 0
    const newId = () => `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}`
    await as(planner, async (ctx) => {
      const top = await createOrganisation(ctx, { parent: null, name: '大区教育局', type: 'bureau' })
      const plan = { bureau: top, schools: 2100, schoolsInCluster: 100, area: '大区', newId }
      for (const piece of planTree(plan).pieces) await insertTreePiece(ctx.db, piece, ctx.now)
    })
    const [top] = await as(planner, (ctx) => listSwitchNodes(ctx, wholeDistrict, []))
    expect(top!.children.length).toBe(4 + 21)
    expect(top!.children.at(-1)).toMatchObject({ name: '第21学区', hasChild: true, children: [] })
    await expect(as(planner, (ctx) => listAllOrganisations(ctx))).rejects.toThrow('组织过多，请使用搜索')
  })
})

describe('the database', () => {
  const insert = (values: Record<string, unknown>) =>
    inDistrict(database.cells, database.home, (db) =>
      db
        .insertInto('organisation')
        .values({
          id: newId(),
          parent_id: bureau.id,
          path: bureau.path,
          name: '坏',
          type: 'school',
          created_at: new Date(),
          updated_at: new Date(),
          ...values,
        })
        .execute(),
    )
  it('refuses a path that does not end in the node', () =>
    expect(insert({})).rejects.toThrow('organisation_path_ends_here'))
  it('refuses a second root', () =>
    expect(insert({ parent_id: null })).rejects.toThrow('organisation_only_bureau_on_top'))
  it('refuses a parent of another district', async () => {
    const id = newId()
    await expect(
      inDistrict(database.cells, database.away, (db) =>
        db
          .insertInto('organisation')
          .values({
            id,
            parent_id: school.id,
            path: `x.${id.replaceAll('-', '')}`,
            name: '坏',
            type: 'school',
            created_at: new Date(),
            updated_at: new Date(),
          })
          .execute(),
      ),
    ).rejects.toThrow('organisation_parent')
  })
  it('refuses a second child with the same name', async () => {
    await expect(as(director, (ctx) => aSchool(ctx, north))).rejects.toThrow('organisation_name')
  })
  it('refuses the all-zero id, which the wire uses for none', () =>
    expect(insert({ id: emptyId })).rejects.toThrow('organisation_path_ends_here'))
})
