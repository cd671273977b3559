import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase, type World } from '#packages/testing'
import { loadHouse } from '../modules.ts'
import { password } from '../testing/accounts.ts'
import { browserOn } from '../testing/browser.ts'
import { doorsOf } from '../testing/doors.ts'
import { buildWorld, type People } from '../testing/world.ts'
import { createApi } from './app.ts'
import { routesOfHouse } from './routes-of-house.ts'

const database = useDatabase({ withoutDistricts: true })
const house = await loadHouse()
const lines: string[] = []
let app: FastifyInstance
let world: World & { people: People }
let doors: ReturnType<typeof doorsOf>
let director: string

beforeAll(async () => {
  const log = { level: 'trace', stream: { write: (line: string) => void lines.push(line) } }
  app = await createApi(house, database.cells, { ...database.redis, log })
  world = await buildWorld(database)
  doors = doorsOf(database, world, () => app)
  director = await world.people.session(
    await world.people.hire(world.home.districtId, world.home.bureauId, ['district-admin']),
  )
})
afterAll(() => app.close())

async function send(token: string, path: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` }
  const url = `/api/${path}`
  const response = await app.inject(payload ? { method: 'POST', url, payload, headers } : { url, headers })
  return response.json<{ ret: number; msg: string; data: Record<string, unknown> }>()
}

describe('an organisation as the specification sends it', () => {
  it('is made from the whole detail, and read back by the same names', async () => {
    const { data: detail } = await send(director, `orgs/getDetail?fid=${world.home.otherSchool.id}`)
    const made = await send(director, 'orgs/add', {
      ...{ ...detail, fName: '甲四学校', fPhone: '0571-88886666', fLinkManName: '周建华', fIsVillage: 1 },
      ...{ fEducation: [2], fOrgID: undefined, fVersion: undefined, adminName: '', adminPwd: '', adminPwdConfirm: '' },
      ...{ fPinyinName: '', fShortPinyinName: '' },
    })
    expect(made).toMatchObject({
      ret: 1,
      data: {
        ...{ fName: '甲四学校', fPinyinName: 'jiasixuexiao', fPhone: '0571-88886666', fLinkManName: '周建华' },
        ...{ fIsVillage: 1, fOrgType: 1, fParentID: world.home.bureauId },
      },
    })
    const { data: back } = await send(director, `orgs/getDetail?fid=${String(made.data['fOrgID'])}`)
    expect(back).toMatchObject(made.data)
    // A client that knows of no versions sends the detail back without one.
    const { fVersion: _, ...unversioned } = back
    expect(await send(director, 'orgs/edit', { ...unversioned, fRemark: '新校' })).toMatchObject({
      ret: 1,
      data: { fRemark: '新校', fPhone: '0571-88886666' },
    })
    expect(await send(director, 'orgs/edit', { ...back, fRemark: '迟到的' })).toMatchObject({
      ret: -9,
      msg: '该机构已被他人修改，请刷新',
    })
  })

  it('is told what is wrong by those names', async () => {
    const wrong = (change: object) =>
      send(director, 'orgs/add', { fParentID: world.home.bureauId, fName: '甲五学校', fOrgType: 1, ...change })
    expect(await wrong({ fName: '' })).toMatchObject({
      ret: -1,
      data: { errors: [{ field: 'fName', msg: '请填写机构名称' }] },
    })
    expect(await wrong({ fName: '甲一学校' })).toMatchObject({
      ret: -1,
      data: { errors: [{ field: 'fName', msg: '同级已存在同名组织' }] },
    })
    expect(await wrong({ fEducation: [] })).toMatchObject({ data: { errors: [{ field: 'fEducation' }] } })
    expect(await wrong({ fOrgType: 3 })).toMatchObject({ data: { errors: [{ field: 'fOrgType' }] } })
  })

  it('does not quietly lose a password that somebody filled in', async () => {
    const body = { fParentID: world.home.bureauId, fName: '甲六学校', fOrgType: 1, adminPwd: 'Zz9canary-2026' }
    expect(await send(director, 'orgs/add', body)).toMatchObject({
      ret: -1,
      msg: '管理员由邀请产生，请使用“邀请管理员”',
    })
    expect(lines.join()).not.toContain('Zz9canary')
  })
})

describe('the departments of a school', () => {
  const add = async (name: string) => {
    const body = { fParentID: world.home.otherSchool.id, fName: name, fOrgType: 7 }
    return String((await send(director, 'orgs/add', body)).data['fOrgID'])
  }
  const names = async () =>
    (await send(director, `orgs/getTree?parentId=${world.home.otherSchool.id}`)).data as unknown as { fName: string }[]

  it('are sorted, moved and deleted, the last by either method', async () => {
    const [first, second, third] = [await add('排序一'), await add('排序二'), await add('排序三')]
    expect(await send(director, 'orgs/setSort', { orgId: third, type: 3, cnt: 1 })).toMatchObject({ ret: 1 })
    expect((await names())[0]).toMatchObject({ fName: '排序三' })
    const move = { id: second, parentId: first, version: 1 }
    expect(await send(director, 'orgs/move', move)).toMatchObject({ ret: 1, data: { fParentID: first } })
    expect(await send(director, 'orgs/move', { ...move, id: first, parentId: second })).toMatchObject({
      ...{ ret: -1, msg: '上级不能是自己或下级' },
    })
    const words = '该组织下还有1个下级、0名人员，不能删除'
    expect(await send(director, 'orgs/delete', { fOrgID: first })).toMatchObject({ ret: 0, msg: words })
    expect(await send(director, 'orgs/delete', { fOrgID: second, fVersion: 2 })).toMatchObject({ ret: 1 })
    const response = await app.inject({
      ...{ method: 'DELETE', url: '/api/orgs/delete', payload: { fOrgID: first } },
      headers: { authorization: `Bearer ${director}` },
    })
    expect(response.json()).toMatchObject({ ret: 1, data: null })
    expect(await send(director, `orgs/getDetail?fid=${first}`)).toMatchObject({ ret: -5 })
    expect((await send(director, `orgs/history?id=${third}`)).data).toMatchObject([
      { kind: 'created', byName: expect.stringMatching(/^人员/) },
    ])
  })

  it('lie in an area of the country that everybody can look up', async () => {
    const country = (await send(director, 'area/getTree')).data as unknown as { children: unknown[] }[]
    expect(country).toHaveLength(34)
    const below = await send(director, 'users/areaTree?parentCode=330100')
    expect(below.data).toContainEqual({ code: '330106', name: '西湖区', children: [] })
    expect(await send(director, 'area/getTree?parentCode=33')).toMatchObject({ ret: -1 })
  })
})

describe('a school that is closed', () => {
  it('signs its people out within seconds and lets nobody in, until it is opened again', async () => {
    const teacher = await doors.somebody({ orgId: world.home.otherSchool.id })
    const { token } = await doors.signIn(teacher)
    const close = (isForbidden: boolean) =>
      send(director, 'orgs/forbid', { targets: { ids: [world.home.otherSchool.id] }, isForbidden })
    const enter = () => browserOn(app).post('login', { userName: teacher.userName, userPwd: password })

    expect(await close(true)).toMatchObject({ ret: 1, data: { count: 1, names: ['甲二学校'] } })
    await expect
      .poll(async () => (await send(token, 'users/loginInof')).ret, { timeout: 60_000, interval: 100 })
      .toBe(-8)
    expect((await enter()).ret).not.toBe(1)
    expect(await close(false)).toMatchObject({ ret: 1, data: { count: 1 } })
    expect((await enter()).ret).toBe(1)
  })

  it('is previewed without a line in the operation log, and closed with one', async () => {
    const operations = async () =>
      (await database.sql("select from tenant.operation_log where route like '/api/orgs/forbid%'")).length
    const before = await operations()
    const body = { targets: { ids: [world.home.school.departmentId] }, isForbidden: true }
    expect(await send(director, 'orgs/forbidPreview', body)).toMatchObject({ ret: 1, data: { count: 1 } })
    expect(await operations()).toBe(before)
    await send(director, 'orgs/forbid', body)
    expect(await operations()).toBe(before + 1)
  })
})

describe('what a person keeps', () => {
  it('is written without a log only where it concerns nobody else', () => {
    const quiet = routesOfHouse(house).filter((route) => route.quiet)
    expect(quiet.map(({ path }) => path)).toEqual([
      '/api/app/open',
      '/api/files/preview',
      '/api/personal/saveDraft',
      '/api/personal/dropDraft',
    ])
  })

  it('comes back as it was typed, and appears in no log', async () => {
    const teacher = await world.people.session(
      await world.people.hire(world.home.districtId, world.home.school.id, ['teacher']),
    )
    const value = { name: '张三', idCard: '330199199001011234', tags: ['a', { deep: null }] }
    expect(await send(teacher, 'personal/saveDraft', { key: 'org:new', value })).toMatchObject({ ret: 1 })
    expect(await send(teacher, 'personal/draft?key=org:new')).toMatchObject({ ret: 1, data: { value } })
    const stored = await database.sql<{ row: string }>(
      "select row_to_json(o)::text as row from tenant.operation_log o where route like '/api/personal/%'",
    )
    expect(stored).toEqual([])
    expect(lines.join()).not.toContain('330199199001011234')
    const tooLong = { key: 'org:new', value: 'x'.repeat(70_000) }
    expect(await send(teacher, 'personal/saveDraft', tooLong)).toMatchObject({ ret: -1, msg: '内容过长，无法保存草稿' })
  })
})

describe('my sign-ins', () => {
  it('are the last five by any door, with the one that this session began with, and nobody else’s', async () => {
    const teacher = await doors.somebody()
    await doors.signIn(await doors.somebody())
    for (let at = 0; at < 5; at++) await doors.signIn(teacher)
    const { token } = await doors.signIn(teacher, browserOn(app, { address: '10.9.8.7' }))
    const read = async (who: string) =>
      (await send(who, 'users/mySignIns')).data as unknown as { door: string; place: string; isHere: boolean }[]
    const signIns = await read(token)
    expect(signIns).toHaveLength(5)
    expect(signIns[0]).toMatchObject({
      door: '密码登录',
      device: 'Windows 电脑，Chrome',
      place: '10.9.8.*',
      isHere: true,
    })
    expect(signIns.filter(({ isHere }) => isHere)).toHaveLength(1)
  })

  it('do not count going to another organisation, and still know where it began', async () => {
    const visitor = await doors.somebody({ roles: ['district-admin'], orgId: world.home.bureauId })
    const { token, browser } = await doors.signIn(visitor)
    const { data } = await browser.post('switchoverOrg', { orgId: world.home.school.id }, token)
    const after = (await send(String(data['token']), 'users/mySignIns')).data as unknown as object[]
    expect(after).toMatchObject([{ door: '密码登录', isHere: true }])
  })
})
