import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openAccount, password } from '#kernel/identity/server/example.ts'
import { useDatabase } from '#packages/testing'
import { loadModules } from '../modules.ts'
import { buildWorld } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

/**
 * A process caches the owner of a token for two seconds, so an ended session may still read. It must not open another
 * session in that time: a stolen token would otherwise survive a password change.
 */
const database = useDatabase({ withoutDistricts: true })
const browser = 'b'.repeat(43)
let app: FastifyInstance
let bureauId: string
let token: string

interface Answer {
  ret: number
  data: { token: string; code: string; url: string; session: { token: string } | null } | null
}
const callApi = async (method: 'GET' | 'POST', url: string, payload: object = {}, by = '') =>
  (
    await app.inject({
      method,
      url,
      ...(method === 'POST' ? { payload } : {}),
      headers: { cookie: `browser=${browser}`, ...(by ? { authorization: `Bearer ${by}` } : {}) },
    })
  ).json<Answer>()
const post = (url: string, payload: object = {}, by = '') => callApi('POST', url, payload, by)

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  const { people, home } = await buildWorld(database)
  bureauId = home.bureauId
  await openAccount(database, await people.hire(home.districtId, bureauId, ['district-office']), 'robbed')
})
afterAll(() => app.close())
beforeEach(async () => {
  const { data } = await post('/api/users/login', { userName: 'robbed', userPwd: password })
  token = data!.token
})

/** Ends the session from another session of its owner, so the process still has it in its cache. */
async function endEverywhere() {
  const { data } = await post('/api/users/login', { userName: 'robbed', userPwd: password })
  expect(await callApi('GET', '/api/users/loginInof', {}, token)).toMatchObject({ ret: 1 })
  expect(await post('/api/users/endOtherDevices', {}, data!.token)).toMatchObject({ ret: 1 })
}

it('cannot open another session by switching the organisation', async () => {
  await endEverywhere()
  expect((await post('/api/users/switchoverOrg', { orgId: bureauId }, token)).ret).toBe(-8)
})

it('cannot open another session by a QR code', async () => {
  const code = (await callApi('GET', '/api/users/loginQrCode')).data!.code
  await post(`/api/users/scanQrCode?code=${code}`, {}, token)
  await endEverywhere()
  await post(`/api/users/setQrCode?code=${code}`, {}, token)
  expect((await post('/api/users/qrLogin', { code })).data?.token ?? '').toBe('')
})

it('cannot open another session by a ticket for an application', async () => {
  await endEverywhere()
  const { data } = await post('/api/users/issueTicket', { redirectUrl: '/application/x?u_t={u_t}' }, token)
  const ticket = new URL(data?.url ?? '', 'http://localhost').searchParams.get('u_t') ?? ''
  const form = { ticket, app: 'x', userId: '', confirm: true }
  expect((await post('/api/users/exchangeTicket', form)).data?.session ?? null).toBeNull()
})
