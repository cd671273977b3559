import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { Ret, type Actor } from '#packages/core'
import { createActor, useDatabase, wholeDistrict } from '#packages/testing'
import { findAreaName, getAreaTree } from './areas.ts'
import { revokeJoinCode, findByJoinCode, createJoinCode } from './service/join-codes.ts'
import { getOrganisation } from './service/organisations.ts'
import { withOrgPermissions, createTree, treeOf, type Tree } from './tree.fixture.ts'

const database = useDatabase()
const { as, sql } = database
let tree: Tree
let administrator: Actor

beforeAll(async () => {
  tree = await as(createActor(), createTree)
  administrator = createActor({ orgId: tree.school.id }, withOrgPermissions(treeOf(tree.school)))
})

const make = (who: Actor, orgId: string) => as(who, (ctx) => createJoinCode(ctx, orgId))
const find = (code: string, days = 0, district = database.home) =>
  as(createActor({ districtId: district }), (ctx) =>
    findByJoinCode({ ...ctx, now: new Date(ctx.now.getTime() + days * 24 * 3600_000) }, code),
  )

describe('a join code', () => {
  it('finds the organisation that created it, however it is typed, for thirty days', async () => {
    const { code, expiresAt } = await make(administrator, tree.school.id)
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{8}$/)
    expect(new Date(expiresAt).getTime() - Date.now()).toBeGreaterThan(29.9 * 24 * 3600_000)
    expect(await find(code)).toEqual({
      id: tree.school.id,
      name: '实验小学',
      path: tree.school.path,
      type: 'school',
    })
    expect(await find(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)).toMatchObject({ id: tree.school.id })
    expect(await find(code, 29)).toMatchObject({ id: tree.school.id })
    expect(await find(code, 31)).toBeUndefined()
    expect(await find('AAAAAAAA')).toBeUndefined()
    expect(await find('')).toBeUndefined()
    expect(await find(code, 0, database.away)).toBeUndefined()
  })

  it('is stored nowhere: not in its table, not in the log, not in any answer', async () => {
    const { code } = await make(administrator, tree.school.id)
    const stored = await sql<{ stored: string }>(
      `select row_to_json(o)::text as stored from tenant.organisation o
       union all select row_to_json(l)::text from tenant.operation_log l`,
    )
    // Bytes are logged in hex. A hash without a key does not count as protection, because all codes can be tried.
    const traces = [code, Buffer.from(code).toString('hex'), createHash('sha256').update(code).digest('hex')]
    expect(stored.filter((row) => traces.some((trace) => row.stored.includes(trace)))).toEqual([])
    expect(stored.some((row) => /"join_code_hash":"[^"]{64}/.test(row.stored))).toBe(true)
    expect(await as(administrator, (ctx) => getOrganisation(ctx, tree.school.id))).toMatchObject({ validCode: '' })
  })

  it('replaces the previous code, and can be revoked', async () => {
    const first = await make(administrator, tree.school.id)
    const second = await make(administrator, tree.school.id)
    expect(await find(first.code)).toBeUndefined()
    await as(administrator, (ctx) => revokeJoinCode(ctx, tree.school.id))
    expect(await find(second.code)).toBeUndefined()
  })

  it('of a disabled organisation is not valid', async () => {
    const { code } = await make(administrator, tree.school.id)
    await sql('update tenant.organisation set is_disabled = true where id = $1', [tree.school.id])
    expect(await find(code)).toBeUndefined()
    await expect(make(administrator, tree.school.id)).rejects.toThrow('该组织已停用')
    await sql('update tenant.organisation set is_disabled = false where id = $1', [tree.school.id])
  })

  it('is created by the organisation’s administrators, and not for a department', async () => {
    await expect(make(administrator, tree.academic.id)).rejects.toThrow('请在部门所在的单位使用加入码')
    await expect(make(administrator, tree.kindergarten.id)).rejects.toMatchObject({ ret: Ret.notFound })
    await expect(make(createActor(), tree.school.id)).rejects.toMatchObject({ ret: Ret.forbidden })
    const stranger = createActor({ districtId: database.away }, withOrgPermissions(wholeDistrict))
    await expect(make(stranger, tree.school.id)).rejects.toMatchObject({ ret: Ret.notFound })
  })
})

describe('areas', () => {
  it('are a tree of provinces, cities and counties', () => {
    const zhejiang = getAreaTree().find(({ code }) => code === '330000')!
    const hangzhou = zhejiang.children.find(({ name }) => name === '杭州市')!
    expect(hangzhou.children).toContainEqual({ code: '330106', name: '西湖区', children: [] })
    expect(getAreaTree()).toHaveLength(34)
    expect(getAreaTree('820000')).toContainEqual({ code: '820001', name: '花地玛堂区', children: [] })
    const count = (areas: readonly { children: [] | object[] }[]): number =>
      areas.reduce((sum, area) => sum + 1 + count(area.children as never), 0)
    expect(count(getAreaTree())).toBeGreaterThan(3_200)
  })

  it('are returned level by level, and by name', () => {
    expect(getAreaTree('330100')).toContainEqual({ code: '330106', name: '西湖区', children: [] })
    expect(getAreaTree('330000').every(({ children }) => children.length === 0)).toBe(true)
    expect(getAreaTree('999999')).toEqual([])
    expect(findAreaName('110101')).toBe('东城区')
    expect(findAreaName('330103')).toBeUndefined() // 下城区 was merged into 拱墅区.
  })
})
