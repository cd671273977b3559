import { beforeEach, describe, expect, it } from 'vitest'
import { newId, Ret, type Actor, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { FakeContents } from './org-contents.fixture.ts'
import { addOrganisation, editOrganisation } from './service/edit-organisation.ts'
import { disableOrganisations } from './service/disable-organisations.ts'
import { getOrganisationHistory } from './service/organisation-history.ts'
import { moveOrganisation } from './service/move-organisation.ts'
import { deleteOrganisation } from './service/delete-organisation.ts'
import { sortOrganisation } from './service/sort-organisations.ts'
import { withOrgPermissions, createTree, treeOf, type Tree } from './tree.fixture.ts'

const database = useDatabase()
const { as, sql } = database
let tree: Tree
let director: Actor
let administrator: Actor
let people: FakeContents
let devices: FakeContents

beforeEach(async () => {
  await sql('truncate tenant.organisation_history')
  await sql('delete from tenant.organisation')
  tree = await as(createActor(), createTree)
  director = createActor({ orgId: tree.bureau.id }, withOrgPermissions(wholeDistrict))
  administrator = createActor({ orgId: tree.school.id }, withOrgPermissions(treeOf(tree.school)))
  people = new FakeContents({ key: 'people', title: '人员', measure: '名' })
  devices = new FakeContents({ key: 'devices', title: '设备', measure: '台' })
  people.declareIn(database, { arePeople: true })
  devices.declareIn(database)
})

interface Row {
  parent_id: string | null
  path: string
  child_count: number
  descendant_count: number
  user_count: number
  own_user_count: number
  deleted_at: Date | null
  sort: number
  version: number
}
const row = async (id: string) =>
  (await sql<Row>('select *, path::text as path from tenant.organisation where id = $1', [id]))[0]!
const listHistoryKinds = async (who: Actor, id: string) =>
  (await as(who, (ctx) => getOrganisationHistory(ctx, id))).map(({ kind }) => kind)

describe('deleting', () => {
  const remove = (who: Actor, id: string, version?: number) =>
    as(who, (ctx) => deleteOrganisation(ctx, { id, ...(version === undefined ? {} : { version }) }))

  it('is refused while there are children or people, with the present numbers', async () => {
    people.put('周建华', tree.group.id, tree.academic.id)
    people.put('吴秀英', tree.school.id)
    people.put('别处的人', tree.office.id)
    // Stored counts are not used.
    await sql('update tenant.organisation set user_count = 99, child_count = 0, descendant_count = 0')
    await expect(remove(director, tree.school.id)).rejects.toThrow('该组织下还有2个下级、2名人员，不能删除')
    await expect(remove(director, tree.group.id)).rejects.toThrow('该组织下还有0个下级、1名人员，不能删除')
    people.nodesByThing.clear()
    await expect(remove(director, tree.academic.id)).rejects.toThrow('该组织下还有1个下级、0名人员，不能删除')
  })

  it('names other contents', async () => {
    devices.put('考勤机', tree.kindergarten.id)
    await expect(remove(director, tree.kindergarten.id)).rejects.toThrow(
      '该组织下还有0个下级、0名人员、1台设备，不能删除',
    )
  })

  it('of an empty organisation succeeds, and the counts of its ancestors fall by one', async () => {
    expect(await remove(director, tree.group.id)).toBeNull()
    expect((await row(tree.group.id)).deleted_at).toBeInstanceOf(Date)
    expect(await row(tree.academic.id)).toMatchObject({ child_count: 0, descendant_count: 0 })
    expect(await row(tree.school.id)).toMatchObject({ child_count: 1, descendant_count: 1 })
    expect(await row(tree.bureau.id)).toMatchObject({ child_count: 2, descendant_count: 5 })
    await expect(remove(director, tree.group.id)).rejects.toMatchObject({ ret: Ret.notFound })
    // The name can be used again.
    const again = { name: '语文组', type: 'department', parentId: tree.academic.id } as const
    expect(await as(director, (ctx) => addOrganisation(ctx, again))).toMatchObject({ name: '语文组' })
    expect(await sql("select kind from tenant.organisation_history where kind = 'deleted'")).toHaveLength(1)
  })

  it('is refused for the bureau, the caller’s own organisation, and those out of scope', async () => {
    await expect(remove(createActor({}, withOrgPermissions(wholeDistrict)), tree.bureau.id)).rejects.toThrow(
      '不能删除教育局',
    )
    await expect(remove(administrator, tree.school.id)).rejects.toThrow('不能删除本单位')
    const guest = createActor({ orgId: tree.bureau.id }, withOrgPermissions(treeOf(tree.school)))
    await expect(remove(guest, tree.school.id)).rejects.toThrow('所选机构由上级单位管理')
    await expect(remove(administrator, tree.kindergarten.id)).rejects.toMatchObject({ ret: Ret.notFound })
    const stranger = createActor({ districtId: database.away }, withOrgPermissions(wholeDistrict))
    await expect(remove(stranger, tree.group.id)).rejects.toMatchObject({ ret: Ret.notFound })
    await expect(remove(administrator, tree.group.id, 7)).rejects.toMatchObject({ ret: Ret.changedByOthers })
    expect(await remove(administrator, tree.group.id, 1)).toBeNull()
  })
})

describe('sorting', () => {
  const names = async (parentId: string) =>
    (
      await sql<{ name: string }>(
        'select name from tenant.organisation where parent_id = $1 and deleted_at is null order by sort, id',
        [parentId],
      )
    ).map(({ name }) => name)
  const sort = (who: Actor, orgId: string, type: number, cnt = 1) =>
    as(who, (ctx) => sortOrganisation(ctx, { orgId, type, cnt }))
  const fiveGroups = async () => {
    const ids: string[] = []
    for (const name of ['一组', '二组', '三组', '四组', '五组']) {
      const made = await as(director, (ctx) =>
        addOrganisation(ctx, { name, type: 'department', parentId: tree.office.id }),
      )
      ids.push(made.id)
    }
    return ids
  }

  it('moves up, down, to the top and to the end, by the given number of positions', async () => {
    const [first, second, third] = (await fiveGroups()) as [string, string, string]
    await sort(director, third, 1)
    expect(await names(tree.office.id)).toEqual(['一组', '三组', '二组', '四组', '五组'])
    await sort(director, first, 2, 3)
    expect(await names(tree.office.id)).toEqual(['三组', '二组', '四组', '一组', '五组'])
    await sort(director, first, 3)
    expect(await names(tree.office.id)).toEqual(['一组', '三组', '二组', '四组', '五组'])
    await sort(director, second, 4)
    expect(await names(tree.office.id)).toEqual(['一组', '三组', '四组', '五组', '二组'])
    await sort(director, second, 2, 99)
    await sort(director, first, 1, 99)
    expect(await names(tree.office.id)).toEqual(['一组', '三组', '四组', '五组', '二组'])
  })

  it('renumbers equal positions, and changes no version', async () => {
    const ids = await fiveGroups()
    await sql('update tenant.organisation set sort = 0 where parent_id = $1', [tree.office.id])
    await sort(director, ids[4]!, 1)
    expect(await names(tree.office.id)).toEqual(['一组', '二组', '三组', '五组', '四组'])
    expect(await row(ids[4]!)).toMatchObject({ sort: 4, version: 1 })
  })

  it('of many at once gives each its own position', async () => {
    const ids = await fiveGroups()
    await Promise.all(ids.flatMap((id, at) => [sort(director, id, 1 + (at % 4)), sort(director, id, 1, 2)]))
    const positions = await Promise.all(ids.map(async (id) => (await row(id)).sort))
    expect(new Set(positions)).toEqual(new Set([1, 2, 3, 4, 5]))
  })

  it('needs the permission for the level', async () => {
    await sort(administrator, tree.academic.id, 3)
    await expect(sort(administrator, tree.school.id, 3)).rejects.toThrow('所选机构由上级单位管理')
    await expect(sort(administrator, tree.office.id, 3)).rejects.toMatchObject({ ret: Ret.notFound })
    await expect(sort(director, tree.bureau.id, 3)).rejects.toThrow('教育局不参与排序')
  })
})

describe('moving', () => {
  const move = (who: Actor, id: string, parentId: string, version = 1) =>
    as(who, (ctx) => moveOrganisation(ctx, { id, parentId, version }))
  const says = (msg: string) => ({ ret: Ret.invalid, data: { errors: [{ field: 'parentId', msg }] } })

  it('takes the subtree along, and the counts of all ancestors are right', async () => {
    people.put('周建华', tree.group.id)
    people.put('吴秀英', tree.school.id, tree.office.id)
    const other = await as(director, (ctx) =>
      addOrganisation(ctx, { name: '第二学区', type: 'cluster', parentId: tree.bureau.id }),
    )
    const moved = await move(director, tree.school.id, other.id)
    expect(moved).toMatchObject({ parentId: other.id, sort: 1, version: 2, childCount: 1 })
    const path = `${(await row(other.id)).path}.${tree.school.id.replaceAll('-', '')}`
    expect((await row(tree.school.id)).path).toBe(path)
    expect((await row(tree.group.id)).path).toBe([path, tree.academic.id, tree.group.id].join('.').replaceAll('-', ''))
    expect(await row(other.id)).toMatchObject({ child_count: 1, descendant_count: 3, user_count: 2 })
    expect(await row(tree.cluster.id)).toMatchObject({ child_count: 1, descendant_count: 1, user_count: 0 })
    expect(await row(tree.bureau.id)).toMatchObject({ child_count: 3, descendant_count: 7 })
    const [happened] = await as(director, (ctx) => getOrganisationHistory(ctx, tree.school.id))
    expect(happened).toMatchObject({ kind: 'moved', before: '第一学区', after: '第二学区' })
  })

  it('is refused below itself, where its type is not allowed, and below a disabled organisation', async () => {
    await expect(move(director, tree.academic.id, tree.group.id)).rejects.toMatchObject(says('上级不能是自己或下级'))
    await expect(move(director, tree.academic.id, tree.academic.id)).rejects.toMatchObject(says('上级不能是自己或下级'))
    await expect(move(director, tree.school.id, tree.office.id)).rejects.toMatchObject(says('中小学不能放在内设部门下'))
    await expect(move(director, tree.bureau.id, tree.cluster.id)).rejects.toThrow('教育局没有上级')
    await sql('update tenant.organisation set is_disabled = true where id = $1', [tree.cluster.id])
    const school = await as(director, (ctx) =>
      addOrganisation(ctx, { name: '春晖小学', type: 'school', parentId: tree.bureau.id }),
    )
    await expect(move(director, school.id, tree.cluster.id)).rejects.toMatchObject(says('上级机构已停用'))
  })

  it('keeps a department in its organisation, because its members belong to that', async () => {
    await expect(move(director, tree.academic.id, tree.kindergarten.id)).rejects.toMatchObject(
      says('部门只能在本单位内调整，跨单位请使用合并或拆分'),
    )
    expect(await move(administrator, tree.group.id, tree.school.id)).toMatchObject({ parentId: tree.school.id })
  })

  it('is refused for a name that exists there, an outdated version, and out of scope', async () => {
    await as(director, (ctx) => addOrganisation(ctx, { name: '实验小学', type: 'school', parentId: tree.bureau.id }))
    await expect(move(director, tree.school.id, tree.bureau.id)).rejects.toMatchObject(says('同级已存在同名组织'))
    await expect(move(director, tree.kindergarten.id, tree.bureau.id, 9)).rejects.toMatchObject({
      ret: Ret.changedByOthers,
    })
    await expect(move(administrator, tree.group.id, tree.office.id)).rejects.toMatchObject({ ret: Ret.notFound })
    await expect(move(administrator, tree.school.id, tree.academic.id)).rejects.toThrow('所选机构由上级单位管理')
    await expect(move(director, tree.group.id, newId())).rejects.toMatchObject({ ret: Ret.notFound })
    expect(await row(tree.kindergarten.id)).toMatchObject({ parent_id: tree.cluster.id, version: 1 })
  })

  it('of two organisations below each other at the same time succeeds once', async () => {
    const cluster = (name: string) =>
      as(director, (ctx) => addOrganisation(ctx, { name, type: 'cluster', parentId: tree.bureau.id }))
    const [one, two] = [await cluster('甲学区'), await cluster('乙学区')]
    const both = await Promise.allSettled([move(director, one.id, two.id), move(director, two.id, one.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('the history', () => {
  it('lists the events of an organisation, the latest first', async () => {
    const { id } = await as(director, (ctx) =>
      addOrganisation(ctx, { name: '春晖小学', type: 'school', parentId: tree.bureau.id }),
    )
    await as(director, (ctx) =>
      editOrganisation(ctx, { id, name: '春晖学校', type: 'school', parentId: tree.bureau.id }),
    )
    await as(director, (ctx) => moveOrganisation(ctx, { id, parentId: tree.cluster.id, version: 2 }))
    for (const isDisabled of [true, false])
      await as(director, (ctx) => disableOrganisations(ctx, { targets: { ids: [id] }, isDisabled }))
    expect(await listHistoryKinds(director, id)).toEqual(['enabled', 'disabled', 'moved', 'renamed', 'created'])
    const renamed = (await as(director, (ctx) => getOrganisationHistory(ctx, id))).find(
      ({ kind }) => kind === 'renamed',
    )
    expect(renamed).toMatchObject({ before: '春晖小学', after: '春晖学校', byName: '' })
    await expect(listHistoryKinds(administrator, id)).rejects.toMatchObject({ ret: Ret.notFound })
    expect(await listHistoryKinds(administrator, tree.school.id)).toEqual(['created'])
  })
})
