import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newId, type Actor } from '#packages/core'
import { useDatabase, writeSession, type World } from '#packages/testing'
import { auditApi, type SecurityEventRow } from '#kernel/audit/contract.ts'
import { orgApi } from '#kernel/org/contract.ts'
import { loadModules } from '../modules.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
})
afterAll(() => app.close())

/** A person at an IP address, with a known session. */
async function at(actor: Actor, address: string) {
  const sessionId = newId()
  const token = await writeSession(database, { ...actor, kind: 'staff', id: sessionId })
  const send = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    (
      await app.inject({
        method,
        url,
        remoteAddress: address,
        headers: { authorization: `Bearer ${token}` },
        ...(payload ? { payload } : {}),
      })
    ).json<{ ret: number; data: { items: SecurityEventRow[] } }>()
  return { sessionId, send }
}
const hire = (role: 'teacher' | 'school-admin') =>
  world.people.hire(world.home.districtId, world.home.school.id, [role])
const bureau = (role: 'auditor' | 'district-admin') =>
  world.people.hire(world.home.districtId, world.home.bureauId, [role])

it('a write is logged with the address that it came from and the session', async () => {
  const { sessionId, send } = await at(await bureau('district-admin'), '10.7.7.7')
  const body = { orgId: world.home.school.id, host: 'traces.example.cn' }
  expect(await send('POST', orgApi.setHost.path, body)).toMatchObject({ ret: 1 })
  const rows = await database.sql(
    'select address, session_id, route from tenant.operation_log where session_id = $1 order by at',
    [sessionId],
  )
  expect(rows).toEqual([{ address: '10.7.7.7', session_id: sessionId, route: orgApi.setHost.path }])
})

it('a refused request is recorded though it was rolled back, and the auditor reads who sent it from where', async () => {
  const teacher = await hire('teacher')
  const { sessionId, send } = await at(teacher, '10.8.8.8')
  const body = { orgId: world.home.school.id, host: 'stolen.example.cn' }
  expect(await send('POST', orgApi.setHost.path, body)).toMatchObject({ ret: -6 })
  const auditor = await at(await bureau('auditor'), '10.9.9.9')
  const read = async () => (await auditor.send('GET', `${auditApi.list.path}?keyword=10.8.8.8`)).data.items
  await vi.waitFor(async () => expect(await read()).toHaveLength(1), { timeout: 20_000, interval: 50 })
  expect((await read())[0]).toMatchObject({
    kind: 'forbidden',
    title: orgApi.setHost.title,
    address: '10.8.8.8',
    sessionId,
    count: 1,
    org: { name: '甲一学校' },
  })
  // Users without the audit permission do not see it, nor does another district.
  expect(await send('GET', auditApi.list.path)).toMatchObject({ ret: -6 })
  const away = await world.people.hire(world.away.districtId, world.away.bureauId, ['auditor'])
  const elsewhere = await at(away, '10.9.9.8')
  expect((await elsewhere.send('GET', auditApi.list.path)).data.items).toEqual([])
})

it('an id of another district is an event of its own kind', async () => {
  const admin = await hire('school-admin')
  const { sessionId, send } = await at(admin, '10.6.6.6')
  expect(await send('POST', orgApi.setHost.path, { orgId: world.away.school.id, host: '' })).toMatchObject({ ret: -5 })
  const kinds = async () =>
    (
      await database.sql<{ kind: string }>('select kind from tenant.security_event where session_id = $1', [sessionId])
    ).map(({ kind }) => kind)
  await vi.waitFor(async () => expect(await kinds()).toEqual(['not-found']), { timeout: 20_000, interval: 50 })
})

it('refusals of everyday use are no security events', async () => {
  const { sessionId, send } = await at(await bureau('district-admin'), '10.5.5.5')
  expect(await send('POST', orgApi.setHost.path, { orgId: 'x' })).toMatchObject({ ret: -1 })
  expect(await send('POST', orgApi.setHost.path, { orgId: world.home.bureauId, host: '' })).toMatchObject({ ret: 0 })
  const next = await at(await hire('teacher'), '10.5.5.6')
  await next.send('POST', orgApi.setHost.path, { orgId: world.home.school.id, host: '' })
  const count = async (id: string) =>
    (await database.sql('select 1 from tenant.security_event where session_id = $1', [id])).length
  await vi.waitFor(async () => expect(await count(next.sessionId)).toBe(1), { timeout: 20_000, interval: 50 })
  expect(await count(sessionId)).toBe(0)
})
