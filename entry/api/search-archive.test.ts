import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayOf, type Actor } from '#packages/core'
import { openS3 } from '#packages/objects/stores.fixture.ts'
import { useDatabase, type World } from '#packages/testing'
import { searchArchiveTask } from '#kernel/access/server/archive-search-task.ts'
import { archiveApi, type LogArchive, type OperationDetail, type SignInRecord } from '#kernel/audit/contract.ts'
import { archiveDistrict } from '#kernel/audit/server/archive-logs.ts'
import { ensureOldPartitions, logAt, monthsAgo, sealNow } from '#kernel/audit/server/archive.fixture.ts'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import { listMessages } from '#kernel/message/server/service/messages.ts'
import { onTaskEnded } from '#kernel/message/server/task-notifications.ts'
import { settingApi } from '#kernel/setting/contract.ts'
import { loadModules } from '../modules.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let bucket: Awaited<ReturnType<typeof openS3>>
let world: World & { people: PeopleBuilder }
let chief: Caller, school: Caller, neighbour: Caller, auditor: Caller
const queue = createTestQueue(database, [searchArchiveTask.job as never], [onTaskEnded])

interface Answer<Data> {
  ret: number
  msg: string
  data: Data
}
interface Caller {
  actor: Actor
  get: <Data>(path: string, query?: Record<string, string>) => Promise<Answer<Data>>
  post: <Data>(path: string, payload: object) => Promise<Answer<Data>>
}

const longAgo = monthsAgo(13)
const day = dayOf(longAgo)
const title = '编辑十三个月前的机构'

beforeAll(async () => {
  bucket = await openS3()
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  database.contribute('logArchiveStore', () => Promise.resolve(bucket.store))
  const { home, people, owner } = world
  chief = await sign(await people.hire(home.districtId, home.bureauId, ['district-admin'], null, { hasAccount: true }))
  auditor = await sign(await people.hire(home.districtId, home.bureauId, ['auditor'], null, { hasAccount: true }))
  school = await sign(owner)
  neighbour = await sign(
    await people.hire(home.districtId, home.otherSchool.id, ['school-admin'], null, { hasAccount: true }),
  )
  await ensureOldPartitions(database, 15, home.districtId)
  await logAt(database, owner, longAgo, title)
  await sealNow(database)
  const { app: parts, cells } = database
  const open = () => Promise.resolve(bucket.store)
  await archiveDistrict({ app: parts, cells, district: home.districtId, open, now: new Date() })
})
afterAll(async () => {
  await app.close()
  await bucket.close()
})

async function sign(actor: Actor): Promise<Caller> {
  const headers = { authorization: `Bearer ${await world.people.session(actor)}` }
  return {
    actor,
    get: async (path, query = {}) =>
      (await app.inject({ method: 'GET', url: `${path}?${new URLSearchParams(query).toString()}`, headers })).json(),
    post: async (path, payload) => (await app.inject({ method: 'POST', url: path, payload, headers })).json(),
  }
}

/** Asks for the archived rows of the day, lets the worker work, and opens the result. */
async function find<Row>(who: Caller, keyword: string, kind: 'operation' | 'login' = 'operation') {
  const [ask, open] =
    kind === 'operation'
      ? ([archiveApi.archiveSearch, archiveApi.archiveFound] as const)
      : ([archiveApi.loginArchiveSearch, archiveApi.loginArchiveFound] as const)
  const { data } = await who.post<{ id: string; message: string }>(ask.path, { from: day, to: day, keyword })
  expect(data?.message).toBe('归档数据检索已提交，完成后通知您')
  expect(await queue.work('log.search-archive')).toBe(1)
  await queue.publishAll()
  const found = await who.get<{ search: { isDone: boolean }; isCut: boolean; items: Row[] }>(open.path, { id: data.id })
  expect(found.data.search.isDone).toBe(true)
  return { id: data.id, items: found.data.items }
}

it('finds an operation of 13 months ago, which is no longer in the table, with what it changed', async () => {
  const live = await database.sql('select from tenant.operation_log where title = $1', [title])
  expect(live).toEqual([])
  const { items } = await find<OperationDetail>(chief, '十三个月前')
  expect(items).toMatchObject([{ title, personId: world.owner.personId, route: '/api/orgs/edit' }])
  expect(items[0]!.changes).toMatchObject([{ before: '一中', after: '第一中学' }])
  const { data } = await chief.get<LogArchive>(archiveApi.operationArchive.path)
  expect(data.months).toEqual([day.slice(0, 7)])
  expect(data.searches[0]).toMatchObject({ from: day, to: day, keyword: '十三个月前', isDone: true })
})

it('tells whoever asked, with a link to the rows', async () => {
  const { id } = await find<OperationDetail>(auditor, '十三个月前')
  const { items } = await database.as(auditor.actor, (ctx) =>
    listMessages(ctx, { state: 'all', keyword: '', pageNumber: 1, pageSize: 20 }),
  )
  expect(items[0]).toMatchObject({
    title: '检索归档的操作日志已完成',
    url: `/logMmanagement/operationLogs?archive=${id}`,
  })
})

it('gives a school its own rows, and none to another school', async () => {
  const own = await find<OperationDetail>(school, '十三个月前')
  expect(own.items).toHaveLength(1)
  expect((await find<OperationDetail>(neighbour, '十三个月前')).items).toEqual([])
  expect((await neighbour.get(archiveApi.archiveFound.path, { id: own.id })).ret).toBe(-5)
  // The administrator of the bureau reads everything, but not what others searched.
  expect((await chief.get(archiveApi.archiveFound.path, { id: own.id })).ret).toBe(-5)
})

it('finds a sign-in of that time by the name of the person', async () => {
  const [person] = await database.sql<{ name: string }>('select name from tenant.person where id = $1', [
    world.owner.personId,
  ])
  const { items } = await find<SignInRecord>(school, person!.name, 'login')
  expect(items).toMatchObject([{ person: { name: person!.name }, result: 'entered', address: '10.0.0.7' }])
  expect((await find<SignInRecord>(neighbour, person!.name, 'login')).items).toEqual([])
})

it('shows nothing that was found to somebody who lost the permission', async () => {
  const { id } = await find<OperationDetail>(auditor, '十三个月前')
  await database.sql('delete from tenant.membership_role where membership_id = $1', [auditor.actor.userId])
  const later = await sign(auditor.actor)
  expect((await later.get(archiveApi.archiveFound.path, { id })).ret).toBe(-6)
})

it('says which file is missing, and is no longer among the searches', async () => {
  const [{ key }] = (await database.sql<{ key: string }>(
    `select object_key as key from tenant.log_archive where log = 'operation_log'`,
  )) as [{ key: string }]
  const kept = await bucket.store.get(key)
  const content = await buffer(kept!.body)
  await bucket.store.delete(key)
  const before = (await chief.get<LogArchive>(archiveApi.operationArchive.path)).data.searches.length
  await chief.post(archiveApi.archiveSearch.path, { from: day, to: day })
  await queue.work('log.search-archive')
  const [task] = await database.sql<{ status: string; message: string }>(
    `select status, message from tenant.task where person_id = $1 order by created_at desc limit 1`,
    [chief.actor.personId],
  )
  expect(task).toEqual({
    status: 'failed',
    message: `${day.slice(0, 7)}的归档文件缺失或被修改，请在“日志校验”中核对`,
  })
  expect((await chief.get<LogArchive>(archiveApi.operationArchive.path)).data.searches).toHaveLength(before)
  await bucket.store.put(key, content, { contentType: 'application/gzip' })
})

it('runs three searches of a district at once, and covers a month at most', async () => {
  const ask = () => chief.post(archiveApi.archiveSearch.path, { from: day, to: day })
  for (let begun = 0; begun < 3; begun++) expect((await ask()).ret).toBe(1)
  expect(await ask()).toMatchObject({ ret: 0, msg: '已有3个归档检索正在进行，请稍后再试' })
  expect(await queue.work('log.search-archive')).toBe(3)
  expect((await ask()).ret).toBe(1)
  await queue.work('log.search-archive')
  const reversed = { from: day, to: dayOf(monthsAgo(15)) }
  expect((await chief.post(archiveApi.archiveSearch.path, reversed)).ret).toBe(-1)
  const long = { from: dayOf(monthsAgo(15)), to: day }
  expect((await chief.post(archiveApi.archiveSearch.path, long)).msg).toBe('查询时间跨度不能超过31天')
})

it('refuses a retention of five months and keeps one of six', async () => {
  const ofBureau = { type: 'logRetention', orgId: world.home.bureauId }
  const read = async () =>
    (await chief.get<{ value: Record<string, number>; version: number }>(settingApi.get.path, ofBureau)).data
  const { value, version } = await read()
  const save = (operation: number) =>
    chief.post<{ field: string; msg: string }[] | null>(settingApi.save.path, {
      ...ofBureau,
      value: { ...value, operation },
      version,
    })
  expect(JSON.stringify(await save(5))).toContain('保存期不能少于6个月')
  expect((await read()).value['operation']).toBe(12)
  expect(await save(6)).toMatchObject({ ret: 1 })
  expect((await read()).value['operation']).toBe(6)
})
