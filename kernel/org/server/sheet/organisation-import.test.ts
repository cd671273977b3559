import { beforeEach, describe, expect, it } from 'vitest'
import { newId, type Actor, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { FakeContents } from '../org-contents.fixture.ts'
import { addOrganisation, editOrganisation } from '../service/edit-organisation.ts'
import { disableOrganisations } from '../service/disable-organisations.ts'
import { getOrganisationHistory } from '../service/organisation-history.ts'
import { withOrgPermissions, createTree, treeOf, type Tree } from '../tree.fixture.ts'
import { examine, importRows, type RowText } from './sheet.fixture.ts'
import { organisationImport } from './organisation-import.ts'

const database = useDatabase()
const { as, sql } = database
let tree: Tree
let director: Actor
let administrator: Actor
let people: FakeContents

beforeEach(async () => {
  await sql('truncate tenant.organisation_history, tenant.setting')
  await sql('delete from tenant.organisation')
  tree = await as(createActor(), createTree)
  director = createActor({ orgId: tree.bureau.id }, withOrgPermissions(wholeDistrict))
  administrator = createActor({ orgId: tree.school.id }, withOrgPermissions(treeOf(tree.school)))
  people = new FakeContents({ key: 'people', title: '人员', measure: '名' })
  people.declareIn(database, { arePeople: true })
})

const school = (name: string, more: RowText = {}): RowText => ({ 名称: name, 类型: '中小学', 学段: '小学', ...more })
const department = (name: string, parent: string): RowText => ({ 名称: name, 上级: parent, 类型: '部门' })
const check = (...rows: RowText[]) => as(director, (ctx) => examine(ctx, tree.bureau.id, rows))
const take = (...rows: RowText[]) => as(director, (ctx) => importRows(ctx, tree.bureau.id, rows))
type Effects = Awaited<ReturnType<typeof take>>
const undo = (effects: Effects) => as(director, (ctx) => organisationImport.undo(ctx, tree.bureau.id, effects))
const undoable = (effects: Effects) =>
  as(director, (ctx) => organisationImport.previewUndo(ctx, tree.bureau.id, effects))
const issuesOf = async (...rows: RowText[]) =>
  (await check(...rows)).map(({ verdict }) => verdict.issues.map(({ column, code }) => `${column}:${code}`).join())
const row = async (name: string) =>
  (await sql<Record<string, unknown>>('select * from tenant.organisation where name = $1', [name]))[0]!
/** All details and counts of organisations, without times and versions. */
const facts = async () =>
  (
    await sql<{ facts: string }>(
      `select md5(string_agg((to_jsonb(o) - '{version,updated_at,created_at,counted_at}'::text[])::text, '' order by o.id)) as facts
       from tenant.organisation o`,
    )
  )[0]!.facts

describe('checking', () => {
  it('places rows below existing organisations and below each other, in any order', async () => {
    const rows = await check(
      department('语文组', '春晖小学/教务处'),
      department('教务处', '春晖小学'),
      school('春晖小学', { 上级: '第二学区' }),
      { 名称: '第二学区', 类型: '学区' },
    )
    expect(rows.map(({ verdict }) => [verdict.result, verdict.issues])).toEqual(Array(4).fill(['new', []]))
    expect(rows.map(({ verdict }) => verdict.unit)).toEqual(['内设部门', '内设部门', '中小学', '学区'])
  })

  it('reports unchanged and changed rows; empty cells change nothing', async () => {
    await sql(`update tenant.organisation set stages = '{2}', phone = '88886666', remark = '旧' where id = $1`, [
      tree.school.id,
    ])
    const [same, changed] = await check(
      school('实验小学', { 上级: '第一学区' }),
      school('实验小学', { 上级: '第一学区', 学段: '初中、小学', 电话: '0571-88886666' }),
    )
    expect(same!.verdict).toMatchObject({ result: 'same', id: tree.school.id, changes: [], issues: [] })
    expect(changed!.verdict).toMatchObject({ result: 'changed', id: tree.school.id, mark: '1' })
    expect(changed!.verdict.changes).toEqual([
      { column: 'stages', before: '小学' },
      { column: 'phone', before: '88886666' },
    ])
    expect(same!.verdict.keys).toEqual(changed!.verdict.keys)
  })

  it('matches names whatever the form of brackets and spaces', async () => {
    await take(school('实验小学（东）', { 上级: '第一学区' }))
    const [again] = await check(school('实验小学(东)', { 上级: '第一 学区' }))
    expect(again!.verdict.result).toBe('same')
  })

  it('refuses types that are not allowed below the parent', async () => {
    expect(
      await issuesOf(
        department('甲组', '没有的学校'),
        school('校中校', { 上级: '实验小学' }),
        { 名称: '无学段', 类型: '中小学' },
        { 名称: '实验小学', 上级: '第一学区', 类型: '直属事业单位' },
        department('乙组', '丙组'),
        department('丙组', '乙组'),
        department('丁组', '丁组'),
        school('某校', { 行政区划: '没有的区' }),
        department('戊组', '某校'),
        department('己组', '甲组'),
      ),
    ).toEqual([
      'parent:unknown',
      'type:not-under',
      'stages:required',
      'type:type-differs',
      'parent:circle',
      'parent:circle',
      'parent:circle',
      'areaCode:unknown',
      'parent:parent-wrong',
      'parent:parent-wrong',
    ])
  })

  it('uses the first of two rows for the same organisation as the parent of later rows', async () => {
    const wrong = school('某校', { 行政区划: '没有的区' })
    expect(await issuesOf(school('某校'), wrong, department('甲组', '某校'))).toEqual(['', 'areaCode:unknown', ''])
    const after = await check(wrong, school('某校'), department('甲组', '某校'))
    expect(after[2]!.verdict.issues[0]!.message).toBe('上级所在的第2行有误')
  })

  it('refuses an ambiguous name, and accepts it with the names of its ancestors', async () => {
    const office = (name: string) => department('综合办公室', name)
    await take(office('实验小学'), office('重阳幼儿园'))
    expect(await issuesOf(department('甲组', '综合办公室'), department('乙组', '实验小学/综合办公室'))).toEqual([
      'parent:ambiguous',
      '',
    ])
    expect(await issuesOf(department('丙组', '其他/综合办公室'))).toEqual(['parent:unknown'])
  })

  it('creates nothing below a disabled organisation, and still changes existing ones', async () => {
    await as(director, (ctx) => disableOrganisations(ctx, { targets: { ids: [tree.school.id] }, isDisabled: true }))
    expect(await issuesOf(department('甲组', '实验小学'))).toEqual(['parent:disabled'])
    expect(await issuesOf(department('教务处', '实验小学'))).toEqual([''])
  })

  it('reads areas by code, name and full name, and asks if a name is ambiguous', async () => {
    await sql(`update tenant.organisation set area_code = '330106' where id = $1`, [tree.bureau.id])
    const rows = ['330106', '西湖区', '浙江省杭州市西湖区', '杭州市西湖区'].map((area, at) =>
      school(`第${at}小学`, { 行政区划: area }),
    )
    await take(...rows)
    const codes = await sql(`select area_code, parent_area_code from tenant.organisation where name like '第_小学'`)
    expect(codes).toEqual(Array(4).fill({ area_code: '330106', parent_area_code: '330100' }))
    await sql(`update tenant.organisation set area_code = '' where id = $1`, [tree.bureau.id])
    const [unclear] = await check(school('某校', { 行政区划: '西湖区' }))
    expect(unclear!.verdict.issues[0]!.message).toMatch(/有\d个“西湖区”，请填写6位代码/)
  })

  it('stays within the organisation that is imported into', async () => {
    const inSchool = (...rows: RowText[]) => as(administrator, (ctx) => examine(ctx, tree.school.id, rows))
    const [own, foreign] = await inSchool({ 名称: '档案组', 类型: '部门' }, department('档案组', '办公室'))
    expect(own!.verdict).toMatchObject({ result: 'new', issues: [] })
    expect(foreign!.verdict.issues[0]).toMatchObject({ code: 'unknown', message: '找不到“办公室”' })
    await expect(as(administrator, (ctx) => examine(ctx, tree.cluster.id, []))).rejects.toThrow('不存在')
    await expect(as(administrator, (ctx) => organisationImport.loadContext(ctx, tree.cluster.id))).rejects.toThrow(
      '不存在',
    )
  })

  it('offers possible parents, without ambiguous names', async () => {
    await take(department('语文组', '办公室'))
    const { orgName, choices } = await as(director, (ctx) => organisationImport.loadContext(ctx, tree.bureau.id))
    expect(orgName).toBe('云禾区教育局')
    const offered = choices['parent']!.map(({ value }) => value)
    expect(offered).toContain('教务处')
    expect(offered).not.toContain('语文组')
  })
})

describe('applying', () => {
  it('creates organisations with order, pinyin, history and the counts of their ancestors', async () => {
    const effects = await take(
      department('语文组', '春晖小学'),
      school('春晖小学', { 上级: '第一学区', 办别: '民办', 联系人: '周建华', 邮政编码: 310000 }),
      school('晨光小学', { 上级: '第一学区' }),
    )
    expect(effects.map(({ row: at, result }) => [at, result])).toEqual([
      [3, 'new'],
      [4, 'new'],
      [2, 'new'],
    ])
    expect(await row('春晖小学')).toMatchObject({
      parent_id: tree.cluster.id,
      pinyin: 'chunhuixiaoxue',
      stages: [2],
      property: 4,
      is_public: false,
      sort: 3,
      contact_name: '周建华',
      postal_code: '310000',
      child_count: 1,
      descendant_count: 1,
      version: 1,
    })
    expect(await row('晨光小学')).toMatchObject({ sort: 4, is_public: true })
    expect(await row('第一学区')).toMatchObject({ child_count: 4, descendant_count: 7 })
    const made = (await row('春晖小学'))['id'] as string
    expect(await as(director, (ctx) => getOrganisationHistory(ctx, made))).toMatchObject([
      { kind: 'created', after: '春晖小学' },
    ])
  })

  it('changes only what the file contains', async () => {
    await sql(`update tenant.organisation set stages = '{2}', remark = '旧', address = '老路' where id = $1`, [
      tree.school.id,
    ])
    await take(school('实验小学', { 上级: '第一学区', 地址: '新路1号' }))
    expect(await row('实验小学')).toMatchObject({ address: '新路1号', remark: '旧', stages: [2], version: 2 })
  })

  it('changes nothing when the same file is applied again', async () => {
    const file = [
      school('春晖小学', { 上级: '第一学区', 行政区划: '330106' }),
      department('语文组', '春晖小学'),
      // A department has no stages, whatever the file says.
      { ...department('教务处', '实验小学'), 学段: '小学', 备注: '改了' },
    ]
    await take(...file)
    expect((await check(...file)).map(({ verdict }) => verdict.result)).toEqual(['same', 'same', 'same'])
    expect(await take(...file)).toEqual([])
  })

  it('is refused if somebody changed an organisation since the check', async () => {
    const rows = [school('春晖小学', { 上级: '第一学区' }), { ...department('教务处', '实验小学'), 备注: '改了' }]
    const checked = await check(...rows)
    const apply = (some: typeof checked) => as(director, (ctx) => organisationImport.apply(ctx, tree.bureau.id, some))
    await sql('update tenant.organisation set version = version + 1 where id = $1', [tree.academic.id])
    await expect(apply(checked.slice(1))).rejects.toThrow('组织机构刚被他人修改')
    await take(rows[0]!)
    await expect(apply(checked.slice(0, 1))).rejects.toThrow('组织机构刚被他人修改')
  })

  it('counts by type for the report', async () => {
    await take(school('春晖小学'), { 名称: '档案组', 类型: '部门' })
    const unitCounts = await as(director, (ctx) => organisationImport.countByUnit(ctx, tree.bureau.id))
    expect(Object.fromEntries(unitCounts)).toEqual({ 内设部门: 4, 学区: 1, 中小学: 2, 幼儿园: 1 })
  })
})

describe('undoing', () => {
  const file = () => [
    school('春晖小学', { 上级: '第二学区' }),
    { 名称: '第二学区', 类型: '学区' },
    department('教务处', '春晖小学'),
    { ...department('教务处', '实验小学'), 备注: '改了', 电话: '88886666' },
    { 名称: '重阳幼儿园', 上级: '第一学区', 类型: '其他学校', 学段: '学前', 行政区划: '330106' },
  ]
  const at = (undone: readonly { row: number; keptReason: string }[]) =>
    Object.fromEntries(
      undone.filter(({ keptReason }) => keptReason !== '').map(({ row: number, keptReason }) => [number, keptReason]),
    )

  it('restores everything, including counts', async () => {
    const before = await facts()
    const effects = await take(...file())
    expect(effects).toHaveLength(5)
    expect(await facts()).not.toBe(before)
    expect(at(await undoable(effects))).toEqual({})
    expect(at(await undo(effects))).toEqual({})
    expect(await facts()).toBe(before)
    expect((await row('教务处'))['version']).toBe(3)
    expect(await sql(`select from tenant.organisation_history where after in ('春晖小学', '第二学区')`)).toEqual([])
  })

  it('changes nothing when only previewed', async () => {
    const effects = await take(...file())
    const after = await sql('select md5(string_agg(o::text, chr(10) order by id)) from tenant.organisation o')
    await undoable(effects)
    expect(await sql('select md5(string_agg(o::text, chr(10) order by id)) from tenant.organisation o')).toEqual(after)
  })

  it('keeps organisations that were changed, used or extended since, and gives the reason', async () => {
    const effects = await take(
      ...file(),
      school('甲校'),
      school('乙校'),
      school('丙校'),
      school('丁校'),
      school('戊校'),
      department('空组', '戊校'),
    )
    const id = async (name: string) => (await row(name))['id'] as string
    // It is below the new school, so the cluster of the school stays too.
    await as(director, async (ctx) =>
      addOrganisation(ctx, { name: '后来的组', type: 'department', parentId: await id('春晖小学') }),
    )
    await as(director, async (ctx) =>
      editOrganisation(ctx, {
        id: await id('甲校'),
        parentId: tree.bureau.id,
        name: '甲校',
        type: 'school',
        remark: '新',
      }),
    )
    people.put('周建华', await id('乙校'))
    await sql(`update tenant.organisation set deleted_at = now() where name = '丙校'`)
    await sql(
      `insert into tenant.setting (district_id, org_id, key, value, updated_at) select district_id, id, 'k', '1', now() from tenant.organisation where name = '丁校'`,
    )
    await sql(`update tenant.organisation set version = version + 1 where id = $1`, [tree.academic.id])

    const keptReason = {
      2: '下面还有其他机构',
      3: '下面还有其他机构',
      5: '导入后被修改过',
      7: '导入后被修改过',
      8: '已有1名人员',
      9: '之后已被删除',
      10: '已被使用',
    }
    expect(at(await undoable(effects))).toEqual(keptReason)
    expect(at(await undo(effects))).toEqual(keptReason)
    expect(await row('戊校')).toBeUndefined()
    expect(await row('重阳幼儿园')).toMatchObject({ type: 'kindergarten', area_code: '' })
    expect(await row('春晖小学')).toMatchObject({ child_count: 1, descendant_count: 1 })
    expect(await row('教务处')).toMatchObject({ remark: '改了' })
  })

  it('deletes nothing twice', async () => {
    const effects = await take(school('春晖小学'))
    await undo(effects)
    expect(at(await undo(effects))).toEqual({ 2: '之后已被删除' })
    expect(at(await undo([{ ...effects[0]!, id: newId() }]))).toEqual({ 2: '之后已被删除' })
  })
})
