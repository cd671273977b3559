import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password } from '#kernel/identity/server/example.ts'
import { useDatabase, type World } from '#packages/testing'
import { loadModules } from '../modules.ts'
import { createBrowser } from '../testing/browser.ts'
import { createTestUsers } from '../testing/test-users.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'
import { listRoutes } from './list-routes.ts'

const database = useDatabase({ withoutDistricts: true })
const loadedModules = await loadModules()
const lines: string[] = []
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let testUsers: ReturnType<typeof createTestUsers>
let director: string

beforeAll(async () => {
  const log = { level: 'trace', stream: { write: (line: string) => void lines.push(line) } }
  app = await createApi(loadedModules, database.cells, { ...database.redis, log })
  world = await buildWorld(database)
  testUsers = createTestUsers(database, world, () => app)
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

/** Creates a school that no other test uses: without staff and without changes. */
async function createOwnSchool(fName: string): Promise<string> {
  const body = { fParentID: world.home.bureauId, fName, fOrgType: 1, fEducation: [2] }
  return String((await send(director, 'orgs/add', body)).data['fOrgID'])
}

describe('an organisation in the form of the specification', () => {
  it('is created from the whole detail, and read back by the same names', async () => {
    const { data: detail } = await send(director, `orgs/getDetail?fid=${await createOwnSchool('甲三小学')}`)
    const made = await send(director, 'orgs/add', {
      ...detail,
      fName: '甲四学校',
      fPhone: '0571-88886666',
      fLinkManName: '周建华',
      fIsVillage: 1,
      fEducation: [2],
      fOrgID: undefined,
      fVersion: undefined,
      adminName: '',
      adminPwd: '',
      adminPwdConfirm: '',
      fPinyinName: '',
      fShortPinyinName: '',
    })
    expect(made).toMatchObject({
      ret: 1,
      data: {
        fName: '甲四学校',
        fPinyinName: 'jiasixuexiao',
        fPhone: '0571-88886666',
        fLinkManName: '周建华',
        fIsVillage: 1,
        fOrgType: 1,
        fParentID: world.home.bureauId,
      },
    })
    const { data: back } = await send(director, `orgs/getDetail?fid=${String(made.data['fOrgID'])}`)
    expect(back).toMatchObject(made.data)
    // A client without version support sends the detail back without a version.
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

  it('gets validation errors with those names', async () => {
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

  it('does not silently drop a password that was filled in', async () => {
    const body = { fParentID: world.home.bureauId, fName: '甲六学校', fOrgType: 1, adminPwd: 'Zz9canary-2026' }
    expect(await send(director, 'orgs/add', body)).toMatchObject({
      ret: -1,
      msg: '管理员由邀请产生，请使用“邀请管理员”',
    })
    expect(lines.join()).not.toContain('Zz9canary')
  })
})

describe('the administrator of an organisation', () => {
  const detailOf = async (id: string) => (await send(director, `orgs/getDetail?fid=${id}`)).data
  const invitation = '管理员由邀请产生，请使用“邀请管理员”'

  it('is the first who can sign in, is in the detail and in lists, is accepted unchanged and changed by invitation', async () => {
    const id = await createOwnSchool('甲七学校')
    expect(await detailOf(id)).toMatchObject({ fAdminID: '00000000-0000-0000-0000-000000000000', adminName: '' })
    // An invited person is not an administrator yet.
    await send(director, 'orgs/inviteAdmin', { orgId: id, userId: null, name: '任未来', mobile: '13512340000' })
    expect(await detailOf(id)).toMatchObject({ adminName: '' })
    const [first, second] = [
      await testUsers.createUser({ orgId: id, roles: ['school-admin'] }),
      await testUsers.createUser({ orgId: id, roles: ['school-admin'] }),
    ]
    const detail = await detailOf(id)
    expect(detail).toMatchObject({ fAdminID: first.userId, adminName: expect.stringMatching(/^人员/) })
    const { data: list } = await send(director, `orgs/getList?parentId=${world.home.bureauId}&pageSize=200`)
    expect(list['items']).toContainEqual(expect.objectContaining({ fOrgID: id, fAdminID: first.userId }))

    expect(await send(director, 'orgs/edit', { ...detail, fEducation: [2], fRemark: '照旧' })).toMatchObject({
      ret: 1,
      data: { fRemark: '照旧', fAdminID: first.userId },
    })
    const { fVersion: _, ...unversioned } = detail
    for (const change of [{ fAdminID: second.userId }, { adminName: '别人' }, { adminName: '' }])
      expect(await send(director, 'orgs/edit', { ...unversioned, fEducation: [2], ...change })).toMatchObject({
        ret: -1,
        msg: invitation,
      })
    const added = { fParentID: id, fName: '新处室', fOrgType: 7 }
    expect(await send(director, 'orgs/add', { ...added, fAdminID: first.userId })).toMatchObject({
      ret: -1,
      data: { errors: [{ field: 'fAdminID', msg: invitation }] },
    })
    expect(await send(director, 'orgs/removeAdmin', { orgId: id, userId: first.userId })).toMatchObject({ ret: 1 })
    expect(await detailOf(id)).toMatchObject({ fAdminID: second.userId })
  })
})

describe('a field that has a call of its own', () => {
  const body = (name: string) => ({ fParentID: world.home.school.id, fName: name, fOrgType: 7 })
  const add = async (name: string, more: object = {}) =>
    (await send(director, 'orgs/add', { ...body(name), ...more })).data
  const order = async () => {
    const { data } = await send(director, `orgs/getTree?parentId=${world.home.school.id}`)
    return (data as unknown as { fName: string }[]).map(({ fName }) => fName)
  }

  it('is saved by the rules of that call when it comes with the detail, and never dropped', async () => {
    const first = await add('甲处')
    const second = await add('乙处', { fSort: 1, fFlag: 4 })
    expect(second).toMatchObject({ fSort: 1, fFlag: 4, fForbid: 0 })
    expect((await order())[0]).toBe('乙处')
    const closed = await send(director, 'orgs/edit', { ...first, fForbid: 1, fSort: 1, fFlag: 9, fVersion: undefined })
    expect(closed).toMatchObject({ ret: 1, data: { fForbid: 1, fSort: 1, fFlag: 9 } })
    expect((await order()).slice(0, 2)).toEqual(['甲处', '乙处'])
    const history = (await send(director, `orgs/history?id=${String(first['fOrgID'])}`)).data as unknown as {
      kind: string
    }[]
    expect(history.map(({ kind }) => kind)).toContain('disabled')
    const marked = await send(director, `orgs/search?within=below&flag=9&parentId=${world.home.school.id}`)
    expect(marked.data).toMatchObject({ itemCount: 1, items: [{ fName: '甲处' }] })
    for (const wrong of [{ fFlag: 10 }, { fFlag: -1 }, { fDeleted: 1 }, { fValidCode: 'X' }])
      expect(await send(director, 'orgs/edit', { ...first, ...wrong })).toMatchObject({ ret: -1 })
    expect(await send(director, `orgs/setSort?orgId=${String(second['fOrgID'])}&type=3`, {})).toMatchObject({ ret: 1 })
    expect((await order())[0]).toBe('乙处')
  })

  it('is refused with the message of that call to users who may not call it', async () => {
    const clerk = await world.people.hire(world.home.districtId, world.home.school.id, ['school-admin'])
    const mine = await world.people.session(clerk)
    const own = { ...(await send(director, `orgs/getDetail?fid=${world.home.school.id}`)).data, fEducation: [2] }
    expect(await send(director, 'orgs/edit', { ...own, fForbid: 1 })).toMatchObject({ ret: 1 })
    expect(await send(director, 'orgs/edit', { ...own, fForbid: 0, fVersion: undefined })).toMatchObject({ ret: 1 })
    const bureau = (await send(director, `orgs/getDetail?fid=${world.home.bureauId}`)).data
    const { fVersion: _, ...unversioned } = bureau
    expect(await send(director, 'orgs/edit', { ...unversioned, fForbid: 1 })).toMatchObject({
      ret: 0,
      msg: '不能停用本单位',
    })
    expect(await send(director, 'orgs/edit', { ...unversioned, fSort: 5 })).toMatchObject({
      ret: 0,
      msg: '教育局不参与排序',
    })
    expect(await send(mine, 'orgs/edit', { ...own, fSort: 1, fVersion: undefined })).toMatchObject({ ret: 0 })
  })
})

describe('the tree for switching organisations', () => {
  it('is also for people with a second membership, and has only their own organisations', async () => {
    const [here, there] = [world.home.school, world.home.otherSchool]
    const teacher = await world.people.hire(world.home.districtId, here.id, ['teacher'])
    const token = await world.people.session(teacher)
    expect(await send(token, 'orgs/getBaseTree')).toMatchObject({ ret: -6 })
    const second = {
      id: null,
      userId: teacher.userId,
      orgId: there.id,
      departmentId: null,
      userType: 'teacher',
      post: '兼课',
      startsOn: '2026-09-01',
      endsOn: null,
      isMain: false,
    }
    expect(await send(director, 'users/saveMembership', second)).toMatchObject({ ret: 1 })
    const { ret, data } = await send(token, 'orgs/getBaseTree')
    expect(ret).toBe(1)
    expect((data as unknown as { fId: string }[]).map(({ fId }) => fId).toSorted()).toEqual(
      [here.id, there.id].toSorted(),
    )
  })
})

describe('the departments of a school', () => {
  it('are sorted, moved and deleted, the last by either method', async () => {
    const schoolId = await createOwnSchool('甲八学校')
    const add = async (fName: string) => {
      const body = { fParentID: schoolId, fName, fOrgType: 7 }
      return String((await send(director, 'orgs/add', body)).data['fOrgID'])
    }
    const names = async () =>
      (await send(director, `orgs/getTree?parentId=${schoolId}`)).data as unknown as { fName: string }[]
    const [first, second, third] = [await add('排序一'), await add('排序二'), await add('排序三')]
    expect(await send(director, 'orgs/setSort', { orgId: third, type: 3, cnt: 1 })).toMatchObject({ ret: 1 })
    expect((await names())[0]).toMatchObject({ fName: '排序三' })
    const move = { id: second, parentId: first, version: 1 }
    expect(await send(director, 'orgs/move', move)).toMatchObject({ ret: 1, data: { fParentID: first } })
    expect(await send(director, 'orgs/move', { ...move, id: first, parentId: second })).toMatchObject({
      ret: -1,
      msg: '上级不能是自己或下级',
    })
    const message = '该组织下还有1个下级、0名人员，不能删除'
    expect(await send(director, 'orgs/delete', { fOrgID: first })).toMatchObject({ ret: 0, msg: message })
    expect(await send(director, 'orgs/delete', { fOrgID: second, fVersion: 2 })).toMatchObject({ ret: 1 })
    const response = await app.inject({
      method: 'DELETE',
      url: '/api/orgs/delete',
      payload: { fOrgID: first },
      headers: { authorization: `Bearer ${director}` },
    })
    expect(response.json()).toMatchObject({ ret: 1, data: null })
    expect(await send(director, `orgs/getDetail?fid=${first}`)).toMatchObject({ ret: -5 })
    expect((await send(director, `orgs/history?id=${third}`)).data).toMatchObject([
      { kind: 'created', byName: expect.stringMatching(/^人员/) },
    ])
  })

  it('have an area code of the country that everybody can look up', async () => {
    const country = (await send(director, 'area/getTree')).data as unknown as { children: unknown[] }[]
    expect(country).toHaveLength(34)
    const below = await send(director, 'users/areaTree?parentCode=330100')
    expect(below.data).toContainEqual({ code: '330106', name: '西湖区', children: [] })
    expect(await send(director, 'area/getTree?parentCode=33')).toMatchObject({ ret: -1 })
  })
})

describe('a school that is closed', () => {
  it('signs its people out within seconds and lets nobody in until it is opened again', async () => {
    const schoolId = await createOwnSchool('甲九学校')
    const teacher = await testUsers.createUser({ orgId: schoolId })
    const { token } = await testUsers.signIn(teacher)
    const close = (isDisabled: boolean) => send(director, 'orgs/forbid', { targets: { ids: [schoolId] }, isDisabled })
    const enter = () => createBrowser(app).post('login', { userName: teacher.userName, userPwd: password })

    expect(await close(true)).toMatchObject({ ret: 1, data: { count: 1, names: ['甲九学校'] } })
    await expect
      .poll(async () => (await send(token, 'users/loginInof')).ret, { timeout: 60_000, interval: 100 })
      .toBe(-8)
    expect((await enter()).ret).not.toBe(1)
    expect(await close(false)).toMatchObject({ ret: 1, data: { count: 1 } })
    expect((await enter()).ret).toBe(1)
  })

  it('is previewed without an entry in the operation log, and closed with one', async () => {
    const operations = async () =>
      (await database.sql("select from tenant.operation_log where route like '/api/orgs/forbid%'")).length
    const before = await operations()
    const body = { targets: { ids: [world.home.school.departmentId] }, isDisabled: true }
    expect(await send(director, 'orgs/forbidPreview', body)).toMatchObject({ ret: 1, data: { count: 1 } })
    expect(await operations()).toBe(before)
    await send(director, 'orgs/forbid', body)
    expect(await operations()).toBe(before + 1)
  })
})

describe('personal data of a user', () => {
  it('is written without a log entry only where it concerns nobody else', () => {
    const quiet = listRoutes(loadedModules).filter((route) => route.quiet)
    expect(quiet.map(({ path }) => path)).toEqual([
      '/api/flow/getFlow',
      '/api/flow/defTest',
      '/api/app/open',
      '/api/files/preview',
      '/api/personal/saveDraft',
      '/api/personal/dropDraft',
      '/api/users/saveTheme',
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
  it('are the last five by any method, with the one that began this session, and nobody else’s', async () => {
    const teacher = await testUsers.createUser()
    await testUsers.signIn(await testUsers.createUser())
    for (let at = 0; at < 5; at++) await testUsers.signIn(teacher)
    const { token } = await testUsers.signIn(teacher, createBrowser(app, { address: '10.9.8.7' }))
    const read = async (who: string) =>
      (await send(who, 'users/mySignIns')).data as unknown as {
        signInMethod: string
        network: string
        isHere: boolean
      }[]
    const signIns = await read(token)
    expect(signIns).toHaveLength(5)
    expect(signIns[0]).toMatchObject({
      signInMethod: '密码登录',
      device: 'Windows 电脑，Chrome',
      network: '10.9.8.*',
      isHere: true,
    })
    expect(signIns.filter(({ isHere }) => isHere)).toHaveLength(1)
  })

  it('do not count a switch of the organisation, and still show where the session began', async () => {
    const visitor = await testUsers.createUser({ roles: ['district-admin'], orgId: world.home.bureauId })
    const { token, browser } = await testUsers.signIn(visitor)
    const { data } = await browser.post('switchoverOrg', { orgId: world.home.school.id }, token)
    const after = (await send(String(data['token']), 'users/mySignIns')).data as unknown as object[]
    expect(after).toMatchObject([{ signInMethod: '密码登录', isHere: true }])
  })
})
