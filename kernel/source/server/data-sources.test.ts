import { beforeAll, describe, expect, it } from 'vitest'
import { schemasOf } from '#packages/contract'
import { emptyScope, newId, type Actor, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { dataSource } from '../contract.ts'
import { readSourceNetwork } from './connect-source.ts'
import { dataSources, previewSource, testSource, type DataSourceForm } from './data-sources.ts'

const database = useDatabase()
const { as } = database
const vendor = new URL(process.env['QIMING_SIM_VENDOR_URL']!)
const whole = wholeDistrict
const all = { 'source.read': whole, 'source.edit': whole, 'source.query': whole }
let zhang: Actor
const configureSources = (env: Parameters<typeof readSourceNetwork>[0]) =>
  database.contribute('sourceNetwork', readSourceNetwork(env))

beforeAll(async () => {
  configureSources(process.env)
  await as(createActor(), async (ctx) => {
    zhang = createActor({ personId: await createPerson(ctx, { name: '张管理' }) }, all)
  })
})

const canteen: DataSourceForm = {
  name: '食堂供应商',
  remark: '每天 6 点更新',
  kind: 'postgresql',
  host: vendor.hostname,
  port: Number(vendor.port),
  database: vendor.pathname.slice(1),
  userName: 'vendor_reader',
  password: vendor.password,
  isEncrypted: false,
}
let names = 0
const save = ({ id, version, ...change }: Partial<DataSourceForm> & { id?: string; version?: number } = {}) =>
  as(zhang, (ctx) => {
    const form = { ...canteen, name: `食堂${++names}`, ...change }
    return id && version ? dataSources.update(ctx, { ...form, id, version }) : dataSources.create(ctx, form)
  })
const page = { keyword: '', orgId: null, pageNumber: 1, pageSize: 200 }
const own = (actor = zhang) => database.requestCtx(actor)
const listed = async (id: string) =>
  (await as(zhang, (ctx) => dataSources.list(ctx, page))).items.find((item) => item.id === id)

it('a form has a host name and a port, and needs a password only when it is new', () => {
  const { create, update } = schemasOf(dataSource)
  const messages = (schema: typeof create | typeof update, change: object) =>
    schema.safeParse({ ...canteen, id: newId(), version: 1, ...change }).error?.issues.map(({ message }) => message)
  expect(messages(create, { host: 'a b', port: 70_000 })).toEqual(['主机地址格式不正确', '端口号应为0-65535'])
  expect(messages(create, { password: '' })).toEqual(['请填写密码'])
  expect(messages(update, { password: '' })).toBeUndefined()
})

describe('a data source', () => {
  it('is tested, found read-only, and shows a few rows', async () => {
    const { id } = await save()
    expect(await listed(id)).toMatchObject({ status: 'untested', isDisabled: false })
    await expect(previewSource(own(), id, 'select 1')).rejects.toThrow('请先测试连接')
    expect(await testSource(own(), id)).toMatchObject({ status: 'fine', message: expect.stringContaining('账号只读') })
    const sample = await previewSource(own(), id, 'select school, portions from meal_delivery order by id')
    expect(sample.columns.map(({ name }) => name)).toEqual(['school', 'portions'])
    expect(sample).toMatchObject({ hasMore: true })
    expect(sample.rows).toHaveLength(20)
  })

  it('never reveals its password, neither in the list nor in the database', async () => {
    const { id } = await save()
    expect(JSON.stringify(await listed(id))).not.toContain(vendor.password)
    const [row] = await database.sql<{ password: Buffer }>('select password from tenant.data_source where id = $1', [
      id,
    ])
    expect(row!.password.toString('latin1')).not.toContain(vendor.password)
  })

  it('whose account may write is refused', async () => {
    const { id } = await save({ userName: 'vendor_writer' })
    expect(await testSource(own(), id)).toMatchObject({ status: 'faulty', message: '该账号具有写权限，请更换只读账号' })
    await expect(previewSource(own(), id, 'select 1')).rejects.toThrow('请先测试连接')
  })

  it.each(['169.254.169.254', '127.0.0.1', 'localhost', '::1'])(
    'at %s is refused when it is not listed',
    async (host) => {
      const { id } = await save({ host, port: 5432 })
      expect(await testSource(own(), id)).toMatchObject({
        status: 'faulty',
        message: expect.stringContaining('无法连接'),
      })
    },
  )

  it('that moves to another server needs its password again, so that the stored one is not sent there', async () => {
    const { id } = await save()
    await testSource(own(), id)
    const change = { id, version: 1, password: '' }
    for (const elsewhere of [
      { host: '203.0.113.9' },
      { port: 6543 },
      { userName: 'postgres' },
      { database: 'postgres' },
    ])
      await expect(save({ ...change, ...elsewhere })).rejects.toThrow('更换地址或账号后请重新填写密码')
    await save({ ...change, remark: '换了备注' })
    expect(await listed(id)).toMatchObject({ status: 'fine', remark: '换了备注' })
    expect(await testSource(own(), id)).toMatchObject({ status: 'fine', message: expect.stringContaining('账号只读') })
    await save({ ...change, version: 2, password: 'another' })
    expect(await listed(id)).toMatchObject({ status: 'untested' })
    await expect(save({ ...change, version: 2 })).rejects.toThrow('数据已被他人修改')
  })

  it('counts as faulty after three failures in a row', async () => {
    const { id } = await save()
    await testSource(own(), id)
    await database.sql(`update tenant.data_source set database = 'nowhere' where id = $1`, [id])
    const seen: string[] = []
    for (let at = 0; at < 3; at++) seen.push((await testSource(own(), id)).status)
    expect(seen).toEqual(['fine', 'fine', 'faulty'])
  })

  it('whose account has become writable is no longer read', async () => {
    const { id } = await save()
    await testSource(own(), id)
    await database.sql(`update tenant.data_source set user_name = 'vendor_writer' where id = $1`, [id])
    expect(await testSource(own(), id)).toMatchObject({ status: 'faulty' })
  })

  it.each([
    { QIMING_CELL_1_URL: 'postgres://app@192.0.2.7:5432/cell' },
    { QIMING_S3_ENDPOINT: 'http://192.0.2.7:7480' },
    { QIMING_DINGTALK_OAPI: 'https://192.0.2.7' },
    { NODE_ENV: 'production' },
    { QIMING_SOURCE_ALLOWED: '203.0.113.0/24' },
  ])('at an address that %o forbids is not reached, and takes as long as an unreachable one', async (env) => {
    try {
      configureSources({ ...env, QIMING_SOURCE_FAILURE_MS: '50' })
      const { id } = await save({ host: '192.0.2.7', port: 5432 })
      const began = performance.now()
      expect(await testSource(own(), id)).toMatchObject({
        status: 'faulty',
        message: expect.stringContaining('无法连接'),
      })
      expect(performance.now() - began).toBeGreaterThanOrEqual(45)
    } finally {
      configureSources(process.env)
    }
  })

  it('that is stopped is neither tested nor read', async () => {
    const { id } = await save()
    await testSource(own(), id)
    expect(await as(zhang, (ctx) => dataSources.disable(ctx, { ids: [id], disabled: true }))).toEqual({ count: 1 })
    await expect(testSource(own(), id)).rejects.toThrow('该数据源已停用')
    await expect(previewSource(own(), id, 'select 1')).rejects.toThrow('该数据源已停用')
    await as(zhang, (ctx) => dataSources.remove(ctx, { ids: [id] }))
    expect(await listed(id)).toBeUndefined()
  })

  it('belongs to the whole district and is not found from the scope of one school', async () => {
    const { id } = await save()
    const school = { ...emptyScope, orgIds: [zhang.orgId] }
    const wang = createActor(
      { personId: zhang.personId },
      { 'source.read': school, 'source.edit': school, 'source.query': school },
    )
    await expect(testSource(own(wang), id)).rejects.toThrow('没有权限')
    await expect(as(wang, (ctx) => dataSources.remove(ctx, { ids: [id] }))).rejects.toThrow('没有权限')
    await expect(as(wang, (ctx) => dataSources.create(ctx, canteen))).rejects.toThrow('没有权限')
    await expect(as(wang, (ctx) => dataSources.list(ctx, page))).rejects.toThrow('没有权限')
  })

  it('logs each preview without its query', async () => {
    const { id } = await save()
    await testSource(own(), id)
    await previewSource(own(), id, "select '秘密查询' as word")
    const rows = await database.sql<{ title: string }>(
      `select title from tenant.operation_log where $1 = any(object_ids::text[]) and route like '/api/dataSource/%'`,
      [id],
    )
    expect(rows.map(({ title }) => title).toSorted()).toEqual(['测试数据源连接', '预览数据'])
    expect(JSON.stringify(rows)).not.toContain('秘密')
  })
})

it('the states of a connection allow every result of a test, and read differently from those of its use', () => {
  const { states } = dataSource.fields.status
  const next = Object.fromEntries(Object.entries(states).map(([key, state]) => [key, [...state.next].toSorted()]))
  expect(next).toEqual({
    untested: ['faulty', 'fine'],
    fine: ['faulty', 'untested'],
    faulty: ['fine', 'untested'],
  })
  for (const { label } of Object.values(states)) expect(['正常', '停用']).not.toContain(label)
})
