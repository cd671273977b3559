import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { constantForm, type ConstantForm } from '../contract.ts'
import {
  allBuiltInConstants,
  makeConstantForm,
  makeConstantTypeForm,
  createConstantWorld,
  type ConstantWorld,
} from './constants.fixture.ts'
import { listBuiltInTypes } from './platform-constants.ts'
import { enableConstants, sortConstants, deleteConstant, saveConstant } from './service/save-constants.ts'
import { listOfferedConstants, listConstantTypes, readConstantPage } from './service/list-constants.ts'
import { deleteConstantType, saveConstantType } from './service/constant-types.ts'

const database = useDatabase()
const { as } = database
database.contribute('constants', ...allBuiltInConstants)
let world: ConstantWorld
let chief: Actor
let head: Actor

beforeAll(async () => {
  world = await as(createActor(), createConstantWorld)
  ;({ chief, head } = world)
})
beforeEach(async () => {
  await database.sql(
    'truncate tenant.constant_type, tenant.constant_item, tenant.constant_rename, tenant.constant_override',
  )
  await allow({})
})

const allow = (value: { types?: string[]; ownTypes?: boolean }) =>
  as(chief, (ctx) => writeSetting(ctx, world.bureau.id, 'constantOwn', value))
const types = (who: Actor) => as(who, (ctx) => listConstantTypes(ctx, null))
const typeOf = async (who: Actor, code: string) => (await types(who)).types.find((one) => one.code === code)
const items = async (
  who: Actor,
  type: string,
  more: { keyword?: string; state?: '' | 'on' | 'off'; date?: string } = {},
) =>
  (
    await as(who, (ctx) =>
      readConstantPage(ctx, { type, orgId: null, keyword: '', state: '', pageNumber: 1, pageSize: 200, ...more }),
    )
  ).items
const names = async (who: Actor, type: string, date?: string) =>
  (await items(who, type, date ? { date } : {})).map(({ name }) => name)
const offered = async (who: Actor, type: string) =>
  (await as(who, (ctx) => listOfferedConstants(ctx, type))).filter(({ isOffered }) => isOffered).map(({ name }) => name)
const save = (who: Actor, form: ConstantForm) => as(who, (ctx) => saveConstant(ctx, form))
const enable = (who: Actor, type: string, codes: string[], isEnabled: boolean) =>
  as(who, (ctx) => enableConstants(ctx, { type, orgId: null, codes, isEnabled }))
const sort = (who: Actor, type: string, codes: string[]) =>
  as(who, (ctx) => sortConstants(ctx, { type, orgId: null, codes }))

describe('platform constants', () => {
  it('contain the 56 ethnic groups, 01 汉族 to 56 基诺族, which nobody can change', async () => {
    const nations = await items(chief, 'nation')
    expect(nations.map(({ code }) => code)).toEqual(Array.from({ length: 56 }, (_, at) => `${at + 1}`.padStart(2, '0')))
    expect([nations[0]!.name, nations[55]!.name]).toEqual(['汉族', '基诺族'])
    expect(new Set(nations.map(({ name }) => name)).size).toBe(56)
    expect(nations.some(({ mayEdit, mayHide }) => mayEdit || mayHide)).toBe(false)
    const change = makeConstantForm('nation', '01', '华夏族', { isNew: false })
    await expect(save(chief, change)).rejects.toThrow('系统常量不能修改')
    await expect(save(chief, makeConstantForm('nation', '57', '其他'))).rejects.toThrow('系统常量不能修改')
    await expect(enable(chief, 'nation', ['56'], false)).rejects.toThrow('“民族”的常量不可停用')
    await expect(sort(chief, 'nation', nations.map(({ code }) => code).toReversed())).rejects.toThrow(
      '系统常量不能修改',
    )
    await expect(as(chief, (ctx) => deleteConstant(ctx, { type: 'nation', orgId: null, code: '56' }))).rejects.toThrow(
      '系统常量不能修改',
    )
    expect(await names(chief, 'nation')).toEqual(nations.map(({ name }) => name))
  })

  it('contain the six code lists of reports; the last two are disabled and cannot be enabled', async () => {
    const six = ['ReportWay', 'CaseResource', 'Priority', 'TreatmentMeasures', 'IllegalDetail', 'PollutionTime']
    for (const [at, code] of six.entries()) {
      const all = await items(chief, code)
      expect(all.length).toBeGreaterThan(2)
      expect(all.every(({ ext }) => ext['reportType'] === at + 1)).toBe(true)
      expect((await typeOf(chief, code))!.isEnabled).toBe(at < 4)
      expect((await offered(head, code)).length).toBe(at < 4 ? all.length : 0)
    }
    await expect(enable(chief, 'PollutionTime', ['1'], true)).rejects.toThrow('系统常量不能修改')
  })

  it('have unique codes and names within each type', async () => {
    expect(listBuiltInTypes(database).length).toBeGreaterThan(15)
    for (const { code, items: all } of listBuiltInTypes(database)) {
      expect.soft(new Set(all.map((one) => one.code)).size, code).toBe(all.length)
      expect.soft(new Set(all.map((one) => one.name)).size, code).toBe(all.length)
      for (const one of all) expect(one.code).toMatch(/^\w{1,40}$/)
    }
  })
})

describe('district constants', () => {
  it('hide a platform value: it is offered nowhere, and its name is still shown', async () => {
    await enable(chief, 'diploma', ['81'], false)
    expect(await offered(head, 'diploma')).not.toContain('小学')
    expect(await as(world.teacher, (ctx) => listOfferedConstants(ctx, 'diploma'))).toContainEqual({
      code: '81',
      name: '小学',
      parentCode: '',
      isOffered: false,
    })
    expect((await items(chief, 'diploma', { state: 'off' })).map(({ name }) => name)).toEqual(['小学'])
    expect(await enable(chief, 'diploma', ['81', '71'], true)).toEqual({ count: 1 })
    expect(await offered(head, 'diploma')).toContain('小学')
  })

  it('cannot rename a platform value or reuse its code', async () => {
    const renamed = makeConstantForm('diploma', '21', '大学', { isNew: false })
    await expect(save(chief, renamed)).rejects.toThrow('系统常量不能修改')
    await expect(save(chief, makeConstantForm('diploma', '21', '大学'))).rejects.toThrow('编码已存在')
    await expect(save(chief, makeConstantForm('diploma', '22', '本科'))).rejects.toThrow('名称已存在')
  })

  it('add values for all schools and sort them with the platform values', async () => {
    await save(chief, makeConstantForm('diploma', '22', '双学位'))
    expect((await offered(head, 'diploma')).at(-1)).toBe('双学位')
    const codes = (await items(chief, 'diploma')).map(({ code }) => code)
    await sort(chief, 'diploma', ['22', ...codes.filter((code) => code !== '22')])
    expect((await offered(head, 'diploma'))[0]).toBe('双学位')
    await expect(sort(chief, 'diploma', codes.slice(1))).rejects.toMatchObject({ ret: Ret.changedByOthers })
  })

  it('are refused with a reason when the code is invalid', () => {
    const wrong = constantForm.safeParse({ ...makeConstantForm('diploma', 'A-1', '函授'), orgId: '' })
    expect(wrong.error!.issues.map(({ message }) => message)).toEqual(['编码只能包含字母、数字和下划线'])
  })

  it('cannot be deleted while records use them, only disabled', async () => {
    let used = 2
    database.contribute('constantUses', {
      type: 'leaveKind',
      count: async (_, all) => new Map(all.map(({ code }) => [code, code === 'L1' ? used : 0])),
    })
    await save(chief, makeConstantForm('leaveKind', 'L1', '护理假'))
    expect((await items(chief, 'leaveKind')).find(({ code }) => code === 'L1')).toMatchObject({ useCount: 2 })
    const drop = () => as(chief, (ctx) => deleteConstant(ctx, { type: 'leaveKind', orgId: null, code: 'L1' }))
    await expect(drop()).rejects.toThrow('该常量已被使用（2处），只能停用')
    await enable(chief, 'leaveKind', ['L1'], false)
    expect(await offered(head, 'leaveKind')).not.toContain('护理假')
    used = 0
    await drop()
    expect(await names(chief, 'leaveKind')).not.toContain('护理假')
  })

  it('are not overwritten when somebody else has changed them meanwhile', async () => {
    const { version } = await save(chief, makeConstantForm('diploma', '22', '双学位'))
    const change = makeConstantForm('diploma', '22', '第二学士学位', { isNew: false, version })
    await save(chief, change)
    await expect(save(chief, { ...change, name: '第二学位' })).rejects.toMatchObject({ ret: Ret.changedByOthers })
  })
})

describe('names and validity', () => {
  it('show the name of the record’s day after a rename', async () => {
    const { version } = await save(chief, makeConstantForm('teacherLevel', 'T1', '中学高级教师'))
    const renaming = { isNew: false, renamedFrom: '2026-09-01', version }
    await save(chief, makeConstantForm('teacherLevel', 'T1', '高级教师（中学）', renaming))
    const on = async (date: string) => (await names(chief, 'teacherLevel', date)).at(-1)
    expect([await on('2026-08-31'), await on('2026-09-01')]).toEqual(['中学高级教师', '高级教师（中学）'])
    const item = (await items(chief, 'teacherLevel', { keyword: '中学高级' }))[0]!
    expect(item.names.map(({ fromOn }) => fromOn)).toEqual([null, '2026-09-01'])
  })

  it('correct the name for all days when no day is given', async () => {
    const { version } = await save(chief, makeConstantForm('diploma', '22', '双学立'))
    await save(chief, makeConstantForm('diploma', '22', '双学位', { isNew: false, version }))
    expect((await names(chief, 'diploma', '2000-01-01')).at(-1)).toBe('双学位')
  })

  it('offer a value only between its first and its last day', async () => {
    await save(chief, makeConstantForm('leaveKind', 'P', '防疫假', { fromOn: '2020-01-01', toOn: '2023-01-07' }))
    const onDay = async (date: string) =>
      (await items(chief, 'leaveKind', { date })).find(({ code }) => code === 'P')!.isOffered
    expect([
      await onDay('2019-12-31'),
      await onDay('2020-01-01'),
      await onDay('2023-01-07'),
      await onDay('2023-01-08'),
    ]).toEqual([false, true, true, false])
    expect(await offered(head, 'leaveKind')).not.toContain('防疫假')
  })
})

describe('own types', () => {
  const region = (code: string, name: string, parentCode = '', more: Partial<ConstantForm> = {}) =>
    makeConstantForm('region', code, name, { parentCode, ...more })

  it('can be trees without cycles', async () => {
    await as(chief, (ctx) => saveConstantType(ctx, makeConstantTypeForm('region', '片区', { isTree: true })))
    const { version } = await save(chief, region('east', '东片'))
    await save(chief, region('west', '西片'))
    await save(chief, region('e1', '东一片', 'east'))
    await save(chief, region('e11', '东一片甲组', 'e1'))
    expect((await items(chief, 'region')).map(({ name, depth }) => `${depth}${name}`)).toEqual([
      '0东片',
      '1东一片',
      '2东一片甲组',
      '0西片',
    ])
    const loop = region('east', '东片', 'e11', { isNew: false, version })
    await expect(save(chief, loop)).rejects.toThrow('上级不能是自己或自己的下级')
    await expect(save(chief, region('x', '外片', 'north'))).rejects.toThrow('上级编码不存在')
    const drop = (code: string) => as(chief, (ctx) => deleteConstant(ctx, { type: 'region', orgId: null, code }))
    await expect(drop('e1')).rejects.toThrow('该常量有下级')
    const flat = makeConstantTypeForm('region', '片区', { isNew: false, version: 1 })
    await expect(as(chief, (ctx) => saveConstantType(ctx, flat))).rejects.toThrow('不能取消分级')
  })

  it('have at most five levels', async () => {
    await as(chief, (ctx) => saveConstantType(ctx, makeConstantTypeForm('region', '片区', { isTree: true })))
    for (const at of [1, 2, 3, 4, 5]) await save(chief, region(`n${at}`, `第${at}级`, at === 1 ? '' : `n${at - 1}`))
    await expect(save(chief, region('n6', '第6级', 'n5'))).rejects.toThrow('最多5级')
  })

  it('of the district are read-only for schools and can be deleted when empty', async () => {
    await as(chief, (ctx) => saveConstantType(ctx, makeConstantTypeForm('honour', '荣誉')))
    await save(chief, makeConstantForm('honour', 'h1', '先进集体'))
    expect(await typeOf(head, 'honour')).toMatchObject({
      level: 'district',
      itemCount: 1,
      mayEdit: false,
      mayAdd: false,
    })
    const change = makeConstantTypeForm('honour', '奖项', { isNew: false, version: 1 })
    await expect(as(head, (ctx) => saveConstantType(ctx, change))).rejects.toThrow('该常量类型由教育局维护，不能修改')
    const drop = () => as(chief, (ctx) => deleteConstantType(ctx, { orgId: null, code: 'honour' }))
    await expect(drop()).rejects.toThrow('请先删除该类型下的常量')
    await as(chief, (ctx) => deleteConstant(ctx, { type: 'honour', orgId: null, code: 'h1' }))
    await drop()
    expect(await typeOf(chief, 'honour')).toBeUndefined()
  })

  it('cannot reuse a code, nor change a platform type', async () => {
    await expect(as(chief, (ctx) => saveConstantType(ctx, makeConstantTypeForm('nation', '族别')))).rejects.toThrow(
      '编码已存在',
    )
    const change = makeConstantTypeForm('nation', '族别', { isNew: false })
    await expect(as(chief, (ctx) => saveConstantType(ctx, change))).rejects.toThrow('系统常量不能修改')
  })
})

describe('school constants', () => {
  it('can be added only where the district permits it, and only for the own school', async () => {
    const own = makeConstantForm('leaveKind', 'S1', '校庆假')
    await expect(save(head, own)).rejects.toThrow('教育局未允许在“请假类型”中增加常量')
    await allow({ types: ['leaveKind'] })
    await save(head, own)
    expect((await offered(world.teacher, 'leaveKind')).at(-1)).toBe('校庆假')
    expect(await offered(world.neighbour, 'leaveKind')).not.toContain('校庆假')
    // A district value must not shadow the value of a school with the same code.
    await expect(save(chief, makeConstantForm('leaveKind', 'S1', '全区假'))).rejects.toThrow('编码已存在')
  })

  it('do not hide or change values of the district or the platform', async () => {
    await save(chief, makeConstantForm('leaveKind', 'L1', '护理假'))
    await expect(enable(head, 'leaveKind', ['1'], false)).rejects.toThrow('由平台维护')
    await expect(enable(head, 'leaveKind', ['L1'], false)).rejects.toThrow('由教育局维护')
    const change = makeConstantForm('leaveKind', 'L1', '陪护假', { isNew: false, version: 1 })
    await expect(save(head, change)).rejects.toThrow('该常量由教育局维护，不能修改')
  })

  it('may be own types where the district permits it; another school may use the same code', async () => {
    const club = makeConstantTypeForm('club', '社团')
    await expect(as(head, (ctx) => saveConstantType(ctx, club))).rejects.toThrow('教育局未允许学校新建常量类型')
    await allow({ ownTypes: true })
    await as(head, (ctx) => saveConstantType(ctx, club))
    await as(world.neighbour, (ctx) => saveConstantType(ctx, club))
    await save(head, makeConstantForm('club', 'c1', '合唱团'))
    expect(await names(world.neighbour, 'club')).toEqual([])
    await expect(items(chief, 'club')).rejects.toMatchObject({ ret: Ret.notFound })
    await expect(as(chief, (ctx) => saveConstantType(ctx, club))).rejects.toThrow('编码已存在')
  })

  it('are not found by another school', async () => {
    const query = {
      type: 'nation',
      orgId: world.other.id,
      keyword: '',
      state: '' as const,
      pageNumber: 1,
      pageSize: 20,
    }
    await expect(as(head, (ctx) => readConstantPage(ctx, query))).rejects.toMatchObject({ ret: Ret.notFound })
    const form = makeConstantForm('leaveKind', 'S1', '校庆假', { orgId: world.other.id })
    await expect(save(head, form)).rejects.toMatchObject({ ret: Ret.notFound })
  })
})

it('are shown without edit rights to a reader', async () => {
  await save(chief, makeConstantForm('diploma', '22', '双学位'))
  expect((await types(world.auditor)).mayAddTypes).toBe(false)
  expect(
    (await types(world.auditor)).types.some(
      ({ mayAdd, mayHide, maySort, mayEdit }) => mayAdd || mayHide || maySort || mayEdit,
    ),
  ).toBe(false)
  expect((await items(world.auditor, 'diploma')).some(({ mayEdit, mayHide }) => mayEdit || mayHide)).toBe(false)
})
