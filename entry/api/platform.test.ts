import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#packages/core'
import { useDatabase, writeOutsideSession, type World } from '#packages/testing'
import { createApi } from './app.ts'
import { listRoutes } from './list-routes.ts'
import { loadModules } from '../modules.ts'
import { callEndpoint, isolationCases } from '../testing/endpoint-calls.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'

const loadedModules = await loadModules()
const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
const accountId = newId()
let token: string

beforeAll(async () => {
  app = await createApi(loadedModules, database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  await world.people.family(world.home.districtId, world.home.school.id)
  token = await writeOutsideSession(database, { kind: 'platform', accountId })
})
afterAll(() => app.close())

const send = async <Data = Record<string, unknown>>(path: string, payload?: object, as = token) => {
  const headers = { authorization: `Bearer ${as}` }
  const url = `/api/${path}`
  const response = await app.inject(payload ? { method: 'POST', url, payload, headers } : { url, headers })
  return response.json<{ ret: number; msg: string; data: Data }>()
}
const logOf = (district: string | number) =>
  send<{ items: { title: string; objects: string[] }[] }>(`platform/log?pageNumber=1&pageSize=20&district=${district}`)

describe('a district', () => {
  it('is founded with an invitation that is shown once, and its administrator signs in', async () => {
    const form = { name: '新区', cell: 1, host: 'xin.example.cn', administrator: '林知远', phone: '' }
    const made = await send<{ id: string; url: string }>('platform/createDistrict', form)
    expect(made).toMatchObject({ ret: 1, data: { url: expect.stringMatching(/\/login#invite=[0-9a-z]+\./) } })
    const { id, url } = made.data
    expect(await send('platform/createDistrict', { ...form, name: '另一区' })).toMatchObject({
      ret: 0,
      msg: '该域名已被使用',
    })
    expect(await send('platform/createDistrict', { ...form, cell: 99, host: '' })).toMatchObject({ ret: 0 })
    const listed = await send<{ items: object[] }>('platform/districts?pageNumber=1&pageSize=20&keyword=新区')
    expect(listed.data.items).toMatchObject([
      { id, name: '新区', cell: 1, host: 'xin.example.cn', status: 'active', counts: { schools: 0, pupils: 0 } },
    ])
    expect((await logOf(id)).data.items).toMatchObject([{ title: '创建地区', objects: [id] }])
    const invitation = url.split('#invite=')[1]!
    const account = { userName: 'newchief', password: 'Qinghe-Luye-2026' }
    expect(await send('users/acceptInvitation', { token: invitation, ...account })).toMatchObject({ ret: 1 })
    expect(await send('users/login', { userName: 'newchief', userPwd: account.password })).toMatchObject({
      ret: 1,
      data: { orgName: '新区' },
    })
  })

  it('sends at most as many SMS in a month as the platform allows', async () => {
    const { away, people } = world
    const chief = await people.session(await people.hire(away.districtId, away.bureauId, ['district-admin']))
    const setQuota = (quota: number) => send('msg/smsQuota', { quota }, chief)
    const quotaNow = async () => (await send<{ quota: number }>('msg/smsUsage', undefined, chief)).data.quota
    const setLimit = (monthly: number) => send('platform/saveSmsLimit', { district: away.districtId, monthly })
    expect(await setQuota(800)).toMatchObject({ ret: 1 })
    expect(await setLimit(500)).toMatchObject({ ret: 1 })
    expect(await quotaNow()).toBe(500)
    expect(await setQuota(501)).toMatchObject({ ret: 0, msg: '平台规定每月至多500条短信' })
    const listed = await send<{ items: { id: string; counts: object }[] }>(
      'platform/districts?pageNumber=1&pageSize=20&keyword=',
    )
    expect(listed.data.items.find(({ id }) => id === String(away.districtId))).toMatchObject({
      counts: { smsUsed: 0, smsLimit: 500 },
    })
    expect(await setLimit(10_000_000)).toMatchObject({ ret: 1 })
    expect(await quotaNow()).toBe(800)
    expect((await logOf(away.districtId)).data.items.map(({ title }) => title)).toEqual([
      '设置地区的短信上限',
      '设置地区的短信上限',
    ])
  })

  it('that is disabled ends the sessions of its users and takes no new ones, until it is enabled', async () => {
    const { home, away, people } = world
    const teacher = await people.hire(home.districtId, home.school.id, ['teacher'])
    const session = await people.session(teacher)
    const other = await people.session(await people.hire(away.districtId, away.bureauId, ['district-admin']))
    const isIn = async (as: string) => (await send('users/loginInof', undefined, as)).ret
    expect([await isIn(session), await isIn(other)]).toEqual([1, 1])
    const set = (isDisabled: boolean) => send('platform/setDistrictState', { district: home.districtId, isDisabled })
    expect(await set(true)).toMatchObject({ ret: 1 })
    // A process remembers a caller for two seconds.
    await expect.poll(() => isIn(session), { timeout: 5_000 }).toBe(-8)
    // Also one that was opened at the same moment.
    expect(await isIn(await people.session(teacher))).toBe(-8)
    expect(await isIn(other)).toBe(1)
    const ends = await database.sql('select cause from tenant.login_end where person_id = $1', [teacher.personId])
    expect(ends).toEqual([{ cause: 'disabled' }])
    expect(await set(false)).toMatchObject({ ret: 1 })
    expect(await isIn(session)).toBe(-8)
    expect(await isIn(await people.session(teacher))).toBe(1)
    expect((await logOf(home.districtId)).data.items.map(({ title }) => title)).toEqual([
      '停用或启用地区',
      '停用或启用地区',
    ])
  })
})

describe('a platform administrator', () => {
  it('invites, disables and resets others, never himself', async () => {
    const id = newId()
    const theirs = await writeOutsideSession(database, { kind: 'platform', accountId: id })
    await database.directorySql(
      `insert into directory.account_totp (account_id, secret, last_step, confirmed_at) values ($1, 'x', 1, now())`,
      [id],
    )
    expect(await send('platform/inviteAdministrator', {})).toMatchObject({
      data: { url: expect.stringContaining('#invite=0.') },
    })
    const list = async () =>
      (await send<{ items: { id: string; status: string; hasTotp: boolean }[] }>('platform/administrators')).data.items
    expect(await list()).toContainEqual(expect.objectContaining({ id, status: 'active', hasTotp: true }))
    const reset = await send<{ oneTimePassword: string }>('platform/resetAdministratorPassword', { id })
    expect(reset).toMatchObject({ ret: 1, data: { oneTimePassword: expect.stringMatching(/.{12,}/) } })
    const [account] = await database.directorySql('select must_change_password from directory.account where id = $1', [
      id,
    ])
    expect(account).toEqual({ must_change_password: true })
    expect(await send('platform/administrators', undefined, theirs)).toMatchObject({ ret: -8 })
    expect(await send('platform/resetAdministratorFactors', { id })).toMatchObject({ ret: 1 })
    expect(await send('platform/administrators', undefined, theirs)).toMatchObject({ ret: -8 })
    expect(await send('platform/setAdministratorState', { id, isDisabled: true })).toMatchObject({ ret: 1 })
    expect(await list()).toContainEqual(expect.objectContaining({ id, status: 'disabled', hasTotp: false }))
    for (const path of ['setAdministratorState', 'resetAdministratorFactors', 'resetAdministratorPassword'])
      expect(await send(`platform/${path}`, { id: accountId, isDisabled: true })).toMatchObject({ ret: 0 })
    expect(await send('platform/setAdministratorState', { id: newId(), isDisabled: true })).toMatchObject({ ret: -5 })
  })

  it('gets no personal data of a district from any route', async () => {
    const people = await database.sql<{ name: string; id: string }>('select name, id from tenant.person')
    const pupils = await database.sql<{ id: string }>('select id from tenant.student')
    expect(pupils.length).toBeGreaterThan(0)
    const hidden = [...people.flatMap(({ name, id }) => [name, id]), ...pupils.map(({ id }) => id)]
    const routes = listRoutes(loadedModules).filter(({ access }) => access === 'platform')
    expect(routes.length).toBeGreaterThan(10)
    for (const route of routes.filter(({ path }) => !path.endsWith('/logout'))) {
      const request = isolationCases.get(route)!.expected.request?.(world, undefined) ?? {}
      const { body } = await callEndpoint(app, route, request, `Bearer ${token}`)
      expect([route.path, ...hidden.filter((one) => body.includes(one))]).toEqual([route.path])
    }
  })
})
