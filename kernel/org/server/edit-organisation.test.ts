import { beforeEach, describe, expect, it } from 'vitest'
import { newId, Ret, type Actor, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { OrgType } from '../contract.ts'
import { recountDescendants, recountChildren } from './count-queries.ts'
import { addOrganisation, editOrganisation } from './service/edit-organisation.ts'
import { updateOrganisationSwitches } from './service/organisation-switches.ts'
import { withOrgPermissions, createTree, treeOf, type Tree } from './tree.fixture.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
let tree: Tree
let director: Actor
let administrator: Actor

beforeEach(async () => {
  tree = await as(createActor(), createTree)
  director = createActor({ orgId: tree.bureau.id }, withOrgPermissions(wholeDistrict))
  administrator = createActor({ orgId: tree.school.id }, withOrgPermissions(treeOf(tree.school)))
})

const form = (name: string, type: OrgType, parentId: string | null) => ({ name, type, parentId })
const add = (who: Actor, name: string, type: OrgType, parentId: string | null) =>
  as(who, (ctx) => addOrganisation(ctx, form(name, type, parentId)))
const counts = async (id: string) =>
  (await database.sql('select child_count, descendant_count from tenant.organisation where id = $1', [id]))[0]
const sayOf = (field: string, msg: string) => ({ ret: Ret.invalid, data: { errors: [{ field, msg }] } })

describe('a new organisation', () => {
  it('gets pinyin and the last position of its level, and the counts of its ancestors rise by one', async () => {
    const before = await counts(tree.bureau.id)
    const made = await as(director, (ctx) =>
      addOrganisation(ctx, {
        ...form('春晖小学', 'school', tree.cluster.id),
        stages: [2],
        phone: '0571-88886666',
        postalCode: '310000',
        contactName: '周建华',
        property: 4,
      }),
    )
    expect(made).toMatchObject({
      name: '春晖小学',
      pinyin: 'chunhuixiaoxue',
      pinyinInitials: 'chxx',
      sort: 3,
      version: 1,
      childCount: 0,
      phone: '0571-88886666',
      stages: [2],
      property: 4,
      isPublic: true,
      parentId: tree.cluster.id,
    })
    expect(await counts(tree.cluster.id)).toEqual({ child_count: 3, descendant_count: 5 })
    expect(await counts(tree.bureau.id)).toMatchObject({
      child_count: before!['child_count'],
      descendant_count: (before!['descendant_count'] as number) + 1,
    })
  })

  it('has the same counts after a complete recount', async () => {
    const all = () => database.sql('select id, child_count, descendant_count from tenant.organisation order by id')
    const before = await all()
    await as(director, async ({ db }) => {
      await recountChildren(db)
      await recountDescendants(db)
    })
    expect(await all()).toEqual(before)
    await database.sql('update tenant.organisation set descendant_count = 99')
    await as(director, ({ db }) => recountDescendants(db))
    expect(await all()).toEqual(before)
  })

  it('created twenty times at once gives twenty positions and correct counts', async () => {
    const parent = await add(director, '第二学区', 'cluster', tree.bureau.id)
    const names = Array.from({ length: 20 }, (_, at) => `第${at + 1}小学`)
    const made = await Promise.all(names.map((name) => add(director, name, 'school', parent.id)))
    expect(new Set(made.map(({ sort }) => sort)).size).toBe(20)
    expect(await counts(parent.id)).toEqual({ child_count: 20, descendant_count: 20 })
  })

  it('is refused where its type is not allowed', async () => {
    await expect(add(director, '校中校', 'school', tree.school.id)).rejects.toMatchObject(
      sayOf('type', '中小学下不能新建中小学'),
    )
    await expect(add(director, '又一个局', 'bureau', tree.bureau.id)).rejects.toMatchObject(
      sayOf('type', '教育局下不能新建教育局'),
    )
    await expect(add(director, '校', 'school', tree.office.id)).rejects.toThrow('内设部门下不能新建中小学')
    await expect(add(director, '无根', 'school', null)).rejects.toMatchObject(sayOf('parentId', '请选择上级机构'))
    expect(await add(director, '督学组', 'department', tree.office.id)).toMatchObject({ type: 'department' })
  })

  it('with a name that its level already has is refused at the name field', async () => {
    await expect(add(director, '实验小学', 'school', tree.cluster.id)).rejects.toMatchObject(
      sayOf('name', '同级已存在同名组织'),
    )
    expect(await add(director, '实验小学', 'school', tree.bureau.id)).toMatchObject({ name: '实验小学' })
  })

  it('is created by a school only below itself, and only as a department', async () => {
    expect(await add(administrator, '总务处', 'department', tree.school.id)).toMatchObject({ sort: 2 })
    expect(await add(administrator, '数学组', 'department', tree.academic.id)).toMatchObject({ sort: 2 })
    await expect(add(administrator, '分校', 'school', tree.school.id)).rejects.toThrow('不能新建')
    for (const parentId of [tree.cluster.id, tree.bureau.id, tree.kindergarten.id, newId()])
      await expect(add(administrator, '德育处', 'department', parentId)).rejects.toMatchObject({ ret: Ret.notFound })
  })

  it('is not created below one of another district, nor without the permission', async () => {
    const stranger = createActor({ districtId: database.away }, { 'org.edit': wholeDistrict })
    await expect(add(stranger, '德育处', 'department', tree.school.id)).rejects.toMatchObject({ ret: Ret.notFound })
    await expect(add(createActor(), '德育处', 'department', tree.school.id)).rejects.toMatchObject({
      ret: Ret.forbidden,
    })
  })

  it('is not created below a disabled one', async () => {
    await database.sql('update tenant.organisation set is_disabled = true where id = $1', [tree.kindergarten.id])
    await expect(add(director, '保教处', 'department', tree.kindergarten.id)).rejects.toThrow('上级机构已停用')
    await database.sql('update tenant.organisation set is_disabled = false where id = $1', [tree.kindergarten.id])
  })
})

describe('an edit', () => {
  const edit = (who: Actor, id: string, parentId: string | null, change: object) =>
    as(who, (ctx) => editOrganisation(ctx, { id, ...form('教务处', 'department', parentId), ...change }))
  const editAcademic = (who: Actor, change: object) => edit(who, tree.academic.id, tree.school.id, change)

  it('changes the given fields and leaves the others', async () => {
    await editAcademic(director, { phone: '88886666', contactName: '吴秀英', property: 1 })
    const after = await editAcademic(director, { name: '教务与科研处', property: null })
    expect(after).toMatchObject({
      name: '教务与科研处',
      pinyin: 'jiaowuyukeyanchu',
      pinyinInitials: 'jwykyc',
      phone: '88886666',
      contactName: '吴秀英',
      property: null,
      version: 3,
    })
  })

  it('keeps a corrected pinyin while the name stays', async () => {
    await database.sql("update tenant.organisation set pinyin = 'chongyangyoueryuan' where id = $1", [
      tree.kindergarten.id,
    ])
    const same = form('重阳幼儿园', 'kindergarten', tree.cluster.id)
    const after = await edit(director, tree.kindergarten.id, tree.cluster.id, { ...same, remark: '省一级' })
    expect(after).toMatchObject({ pinyin: 'chongyangyoueryuan', remark: '省一级' })
  })

  it('stores a given pinyin, computes an empty one, and updates a computed one with the name', async () => {
    const one = await add(director, '长乐幼儿园', 'kindergarten', tree.cluster.id)
    const editOne = (change: object) =>
      edit(director, one.id, tree.cluster.id, { ...form('长乐幼儿园', 'kindergarten', tree.cluster.id), ...change })
    expect(await editOne({ pinyin: 'changleyoueryuan' })).toMatchObject({ pinyin: 'changleyoueryuan' })
    expect(await editOne({ pinyin: '' })).toMatchObject({ pinyin: one.pinyin })
    // A client of the specification sends the whole detail back, with the pinyin of the old name.
    const sentBack = { name: '长安幼儿园', pinyin: one.pinyin, pinyinInitials: one.pinyinInitials }
    expect(await editOne(sentBack)).toMatchObject({ pinyin: 'changanyoueryuan', pinyinInitials: 'cayey' })
    await editOne({ name: '长安幼儿园', pinyin: 'zhanganyoueryuan' })
    expect(await editOne({ name: '长安中心幼儿园' })).toMatchObject({
      pinyin: 'zhanganyoueryuan',
      pinyinInitials: 'cazxyey',
    })
  })

  it('returns the area and its parent area', async () => {
    const after = await editAcademic(director, { areaCode: '330106', diskOpenToAll: true, skipsRepairAudit: true })
    expect(after).toMatchObject({
      areaCode: '330106',
      parentAreaCode: '330100',
      diskOpenToAll: true,
      skipsRepairAudit: true,
      skipsAdjustAudit: false,
      classesByAcademic: false,
    })
    await expect(editAcademic(director, { areaCode: '999999' })).rejects.toMatchObject(
      sayOf('areaCode', '行政区划不存在'),
    )
    expect(await editAcademic(director, { areaCode: '' })).toMatchObject({ areaCode: '', parentAreaCode: '' })
  })

  it('accepts an unchanged address and refuses another', async () => {
    expect(await editAcademic(director, { host: '' })).toMatchObject({ host: '' })
    await expect(editAcademic(director, { host: 'jwc.example.cn' })).rejects.toMatchObject(
      sayOf('host', '域名请通过“设置域名”单独设置'),
    )
  })

  it('of an outdated version is refused, and only one of two concurrent edits succeeds', async () => {
    const [{ version }] = (await database.sql<{ version: number }>(
      'select version from tenant.organisation where id = $1',
      [tree.academic.id],
    )) as [{ version: number }]
    const both = await Promise.allSettled([
      editAcademic(director, { version, remark: '甲' }),
      editAcademic(administrator, { version, remark: '乙' }),
    ])
    const lost = both.filter((one) => one.status === 'rejected')
    expect(lost).toHaveLength(1)
    expect(lost[0]!.reason).toMatchObject({ ret: Ret.changedByOthers, message: '该机构已被他人修改，请刷新' })
  })

  it('neither moves an organisation nor changes its kind', async () => {
    await expect(edit(director, tree.academic.id, tree.bureau.id, {})).rejects.toMatchObject(
      sayOf('parentId', '编辑时不能更换上级机构'),
    )
    await expect(editAcademic(director, { type: 'institution' })).rejects.toThrow('只能在中小学、幼儿园、其他学校之间')
    const school = { ...form('实验小学', 'other-school', tree.cluster.id) }
    expect(await edit(director, tree.school.id, tree.cluster.id, school)).toMatchObject({ type: 'other-school' })
  })

  it('to a name that its level already has is refused at the name field', async () => {
    await add(director, '德育处', 'department', tree.school.id)
    await expect(editAcademic(director, { name: '德育处' })).rejects.toMatchObject(sayOf('name', '同级已存在同名组织'))
  })

  it('of a school is not for its own administrator, but of its departments it is', async () => {
    expect(await editAcademic(administrator, { remark: '丙' })).toMatchObject({ remark: '丙' })
    await expect(
      edit(administrator, tree.school.id, tree.cluster.id, form('改名小学', 'school', tree.cluster.id)),
    ).rejects.toThrow('本单位的信息由上级单位维护')
    await expect(edit(administrator, tree.kindergarten.id, tree.cluster.id, {})).rejects.toMatchObject({
      ret: Ret.notFound,
    })
  })

  it('of the bureau changes contact details, not the platform’s name for it', async () => {
    const bureau = form('云禾区教育局', 'bureau', null)
    expect(await edit(director, tree.bureau.id, null, { ...bureau, phone: '0571-88880000' })).toMatchObject({
      phone: '0571-88880000',
    })
    await expect(edit(director, tree.bureau.id, null, { ...bureau, name: '云禾教体局' })).rejects.toMatchObject(
      sayOf('name', '教育局的名称由平台管理员修改'),
    )
  })
})

describe('the switches', () => {
  const switches = { skipsRepairAudit: true, skipsAdjustAudit: true, diskOpenToAll: false, classesByAcademic: false }
  const decide = (who: Actor, orgId: string, version: number) =>
    as(who, (ctx) => updateOrganisationSwitches(ctx, { orgId, version, ...switches }))
  const versionOf = async (id: string) =>
    (await database.sql<{ version: number }>('select version from tenant.organisation where id = $1', [id]))[0]!.version

  it('of a school are changed by its own administrator, and nothing else of the school is', async () => {
    const version = await versionOf(tree.school.id)
    const { name, type, parentId } = await decide(administrator, tree.school.id, version)
    expect(await decide(administrator, tree.school.id, version + 1)).toMatchObject(switches)
    await expect(
      as(administrator, (ctx) => editOrganisation(ctx, { id: tree.school.id, parentId, type, name: `${name}甲` })),
    ).rejects.toThrow('本单位的信息由上级单位维护')
  })

  it('of another school are not found, and an outdated version changes nothing', async () => {
    await expect(decide(administrator, tree.bureau.id, 1)).rejects.toMatchObject({ ret: Ret.notFound })
    const version = await versionOf(tree.school.id)
    await decide(administrator, tree.school.id, version)
    await expect(decide(administrator, tree.school.id, version)).rejects.toMatchObject({ ret: Ret.changedByOthers })
  })
})
