import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPhone, password } from '#kernel/identity/server/example.ts'
import { aMembership } from '#kernel/staff/server/example.ts'
import { idCardCheckDigit, newId } from '#packages/core'
import { inDistrict } from '#packages/db'
import { useDatabase, type World } from '#packages/testing'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { seedApplication } from '#kernel/catalogue/server/api.ts'
import { createPerson } from '#kernel/identity/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import { loadModules } from '../modules.ts'
import { createBrowser, listSmsTo, waitForSmsCode, type TestBrowser } from '../testing/browser.ts'
import { createTestUsers, type TestUser } from '../testing/test-users.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
const pictures = mkdtempSync(join(tmpdir(), 'qiming-pictures-'))
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let testUsers: ReturnType<typeof createTestUsers>
let browser: TestBrowser

beforeAll(async () => {
  const { QIMING_S3_ENDPOINT: _, ...rest } = process.env
  const env = { ...rest, QIMING_OBJECTS_DIR: pictures, QIMING_TRUSTED_ORIGINS: 'https://app.example.cn' }
  app = await createApi(await loadModules(env), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  testUsers = createTestUsers(database, world, () => app)
})
afterAll(async () => {
  await app.close()
  rmSync(pictures, { recursive: true })
})
beforeEach(() => void (browser = createBrowser(app)))

/** An ended session is refused within the two seconds that a process may cache it. */
const soon = { timeout: 60_000, interval: 100 }
const retOf = (token: string) => browser.get('loginInof', token).then(({ ret }) => ret)

describe('my devices', () => {
  it('are listed, and can be signed out one by one or all at once', async () => {
    const person = await testUsers.createUser()
    const stranger = await testUsers.signIn(await testUsers.createUser())
    const [here, there, third] = [
      await testUsers.signIn(person),
      await testUsers.signIn(person),
      await testUsers.signIn(person),
    ]
    const { data } = (await browser.get('devices', here.token)) as unknown as {
      data: { id: string; isCurrent: boolean; device: string }[]
    }
    expect(data).toHaveLength(3)
    expect(data.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(data[0]!.device).toBe('Windows 电脑，Chrome')
    const other = data.find(({ isCurrent }) => !isCurrent)!
    expect(await browser.post('endDevice', { id: other.id }, stranger.token)).toMatchObject({ ret: -5 })
    expect(await browser.post('endDevice', { id: other.id }, here.token)).toMatchObject({ ret: 1 })
    expect(await browser.post('endOtherDevices', {}, here.token)).toMatchObject({ ret: 1, data: { ended: 1 } })
    for (const { token } of [there, third]) await expect.poll(() => retOf(token), soon).toBe(-8)
    expect(await retOf(here.token)).toBe(1)
  })
})

it('takes the theme to the next sign-in, and to nobody else', async () => {
  const person = await testUsers.createUser()
  const first = await testUsers.signIn(person)
  expect(first.data).toMatchObject({ theme: 'system' })
  expect(await browser.post('saveTheme', { theme: 'dark' }, first.token)).toMatchObject({ ret: 1 })
  expect(await browser.post('saveTheme', { theme: 'black' }, first.token)).toMatchObject({ ret: -1 })
  expect((await testUsers.signIn(person)).data).toMatchObject({ theme: 'dark' })
  // A page that is opened on another device follows without a new sign-in.
  const menu = await browser.send({ method: 'GET', url: '/api/access/menu' }, first.token)
  expect(menu.json()).toMatchObject({ data: { theme: 'dark' } })
  expect((await testUsers.signIn(await testUsers.createUser())).data).toMatchObject({ theme: 'system' })
})

describe('an opened application', () => {
  const issue = (token: string, redirectUrl: string) => browser.post('issueTicket', { redirectUrl }, token)
  const exchange = (ticket: string, more: object = {}) =>
    browser.post('exchangeTicket', { ticket, app: 'TeacherAskForLeave', userId: '', confirm: false, ...more })

  it('gets its own session for a ticket, once, and loses it with the session it came from', async () => {
    const person = await testUsers.createUser()
    const { token } = await testUsers.signIn(person)
    const { data } = await issue(token, '/application/TeacherAskForLeave?u_t={u_t}')
    const ticket = new URL(String(data['url']), 'http://portal').searchParams.get('u_t')!
    expect(await exchange(ticket, { app: 'AnotherApplication' })).toMatchObject({ ret: 0 })
    expect(
      await createBrowser(app).post('exchangeTicket', {
        ticket,
        app: 'TeacherAskForLeave',
        userId: '',
        confirm: false,
      }),
    ).toMatchObject({ ret: 0 })
    const answers = await Promise.all([exchange(ticket), exchange(ticket), exchange(ticket)])
    const [one] = answers.filter(({ ret }) => ret === 1)
    expect(answers.filter(({ ret }) => ret === 1)).toHaveLength(1)
    const child = String((one!.data['session'] as unknown as { token: string }).token)
    expect(await retOf(child)).toBe(1)
    expect(await browser.post('switchoverOrg', { orgId: world.home.school.id }, child)).toMatchObject({ ret: -6 })
    await browser.post('logout', {}, token)
    await expect.poll(() => retOf(child), soon).toBe(-8)
  })

  it('at another origin learns who the user is, and has none of the user’s permissions', async () => {
    const { token } = await testUsers.signIn(await testUsers.createUser({ roles: ['school-admin'] }))
    const { data } = await issue(token, 'https://app.example.cn/open?u_t={u_t}')
    const ticket = new URL(String(data['url'])).searchParams.get('u_t')!
    const { data: handed } = await exchange(ticket, { app: 'https://app.example.cn' })
    const session = handed['session'] as unknown as { token: string; modules: unknown[]; realName: string }
    expect(session).toMatchObject({ modules: [], switchoverOrg: 0 })
    expect(await browser.get('loginInof', session.token)).toMatchObject({ ret: 1, data: { orgName: '甲一学校' } })
    const menu = await browser.send({ method: 'GET', url: '/api/access/menu' }, session.token)
    expect(menu.json()).toMatchObject({ ret: 1, data: { modules: [], permissions: [] } })
    const refused = { ret: -6, msg: '请在门户中进行此操作' }
    expect(await browser.get('devices', session.token)).toMatchObject(refused)
    expect(await issue(session.token, 'https://app.example.cn/open?u_t={u_t}')).toMatchObject(refused)
    const read = (by: string) => browser.send({ method: 'GET', url: '/api/orgs/getTree' }, by).then((got) => got.json())
    expect(await read(token)).toMatchObject({ ret: 1 })
    expect(await read(session.token)).toMatchObject(refused)
    expect(await browser.post('logout', {}, session.token)).toMatchObject({ ret: 1 })
    expect(await retOf(token)).toBe(1)
  })

  it('gets a ticket when it is opened, if its origin is trusted', async () => {
    const person = await testUsers.createUser()
    const { token } = await testUsers.signIn(person)
    const shelved = (url: string, audience: 'org' | 'public' = 'org') =>
      testUsers.inHome((ctx) =>
        seedApplication(
          ctx,
          {
            slug: '',
            name: '校车查询',
            about: '查班次',
            logo: '',
            author: '',
            category: 'safety',
            audience,
            status: 2,
          },
          {
            url,
            manageOrgId: world.home.bureauId,
            by: world.owner,
            grants: { orgs: [{ orgId: world.home.school.id, own: 'given' }] },
            until: null,
          },
        ),
      )
    const open = async (key: string) => {
      const payload = { fAppKey: key }
      const answer = await browser.send({ method: 'POST', url: '/api/app/open', payload }, token)
      return (answer.json() as { data: { url: string } }).data.url
    }
    const url = new URL(await open(await shelved('https://app.example.cn/bus?line=2#map')))
    expect(url.href.replace(/u_t=[^&#]+/, 'u_t=…')).toBe('https://app.example.cn/bus?line=2&u_t=…#map')
    const request = { ticket: url.searchParams.get('u_t')!, app: url.origin, userId: '', confirm: false }
    expect(await browser.post('exchangeTicket', { ...request, app: 'https://other.example.cn' })).toMatchObject({
      ret: 0,
    })
    expect(await browser.post('exchangeTicket', request)).toMatchObject({
      ret: 1,
      data: { session: { userId: person.userId } },
    })
    expect(await browser.post('exchangeTicket', request)).toMatchObject({ ret: 0 })
    for (const plain of ['https://other.example.cn/bus', 'http://app.example.cn/bus'])
      expect(await open(await shelved(plain))).toBe(plain)
    expect(await open(await shelved('https://app.example.cn/bus', 'public'))).toBe('https://app.example.cn/bus')
  })

  it('needs no ticket for the pages of the portal itself', async () => {
    const { token } = await testUsers.signIn(await testUsers.createUser())
    expect(await issue(token, '/baseData/Orgs?page=2&u_t={u_t}#x')).toMatchObject({
      data: { url: '/baseData/Orgs?page=2#x' },
    })
  })

  it('asks before it replaces the account that is signed in', async () => {
    const [attacker, victim] = [await testUsers.createUser(), await testUsers.createUser()]
    const { token } = await testUsers.signIn(attacker)
    const { data } = await issue(token, '/application/TeacherAskForLeave?u_t={u_t}')
    const ticket = new URL(String(data['url']), 'http://portal').searchParams.get('u_t')!
    const request = await exchange(ticket, { userId: victim.userId })
    expect(request).toMatchObject({ ret: 1, data: { needsConfirm: true, orgName: '甲一学校', session: null } })
    expect(await exchange(ticket, { userId: victim.userId, confirm: true })).toMatchObject({
      data: { needsConfirm: false },
    })
  })

  it.each([
    ['/baseData/Orgs?page=2', '/baseData/Orgs?page=2'],
    ['https://app.example.cn/open?x=1', 'https://app.example.cn/open?x=1'],
  ])('may be at %s', async (wanted, url) => {
    const { token } = await testUsers.signIn(await testUsers.createUser())
    expect(await issue(token, wanted)).toMatchObject({ ret: 1, data: { url } })
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://app.example.cn@evil.example/',
    'https://app.example.cn.evil.example/',
    'https://evil.example/?u_t={u_t}',
    'http://app.example.cn/',
    '/\t/evil.example',
    'https://app.example.cn:8443/',
    'ftp://app.example.cn/',
  ])('is not at %s', async (wanted) => {
    const { token } = await testUsers.signIn(await testUsers.createUser())
    expect(await issue(token, wanted)).toMatchObject({ ret: 0 })
  })
})

describe('switching the organisation', () => {
  const go = (token: string, orgId: string, headers = {}) => browser.post('switchoverOrg', { orgId }, token, headers)
  const visitor = async (): Promise<TestUser> =>
    testUsers.createUser({ roles: ['district-admin'], orgId: world.home.bureauId })

  it('takes a district user into a school as a visitor, and back', async () => {
    const person = await visitor()
    const { token, data } = await testUsers.signIn(person)
    expect(data).toMatchObject({ switchoverOrg: 1, homeOrgName: '' })
    const { home } = world
    const away = await go(token, home.school.id)
    expect(away).toMatchObject({
      ret: 1,
      data: { orgId: home.school.id, orgName: '甲一学校', homeOrgName: '甲区教育局', userId: person.userId },
    })
    const there = String(away.data['token'])
    const tree = await browser.send({ url: '/api/orgs/getTree' }, there)
    expect(tree.json<{ data: { fName: string }[] }>().data.map(({ fName }) => fName)).toEqual(['甲一学校'])
    const recount = await browser.send({ method: 'POST', url: '/api/orgs/recount' }, there)
    expect(recount.json()).toMatchObject({ ret: 1 })
    const rows = await database.sql(
      'select org_id, home_org_id from tenant.operation_log where user_id = $1 and route = $2',
      [person.userId, '/api/orgs/recount'],
    )
    expect(rows).toEqual([{ org_id: home.school.id, home_org_id: home.bureauId }])
    const targets = await browser.get('switchTargets', there)
    expect(targets).toMatchObject({ ret: 1, data: { current: { name: '甲一学校' }, home: { name: '甲区教育局' } } })
    expect(await go(there, home.otherSchool.id)).toMatchObject({ ret: 1, data: { orgName: '甲二学校' } })
    expect(await go(there, home.bureauId)).toMatchObject({ ret: 1, data: { orgName: '甲区教育局', homeOrgName: '' } })
  })

  it('finds schools by name, pinyin and initials', async () => {
    const { token } = await testUsers.signIn(await visitor())
    for (const keyword of ['一学', 'jiayi', 'jyx']) {
      const { data } = (await browser.get(
        `switchTargets?keyword=${encodeURIComponent(keyword)}`,
        token,
      )) as unknown as { data: { found: { name: string }[] } }
      expect(data.found.map(({ name }) => name)).toContain('甲一学校')
    }
    const { data } = (await browser.get(`switchTargets?keyword=${encodeURIComponent('%')}`, token)) as unknown as {
      data: { found: [] }
    }
    expect(data.found).toEqual([])
  })

  it('refuses schools that the user may not enter', async () => {
    const { token: teacher } = await testUsers.signIn(await testUsers.createUser())
    expect(await go(teacher, world.home.otherSchool.id)).toMatchObject({ ret: -5 })
    const { token } = await testUsers.signIn(await visitor())
    expect(await go(token, world.away.school.id)).toMatchObject({ ret: -5 })
    expect(await go(token, newId())).toMatchObject({ ret: -5 })
    expect(await go(token, world.home.school.departmentId)).toMatchObject({ ret: 0, msg: '请选择具体学校' })
    expect(await retOf(token)).toBe(1)
  })

  it('changes the membership between one’s own schools; the other tab is notified, and the old token ends within a minute', async () => {
    const person = await testUsers.createUser()
    await testUsers.inHome((ctx) => aMembership(ctx, person.personId, { at: world.home.otherSchool, isMain: false }))
    const { token } = await testUsers.signIn(person)
    const switched = await go(token, world.home.otherSchool.id)
    expect(switched).toMatchObject({ ret: 1, data: { orgName: '甲二学校', homeOrgName: '' } })
    expect(switched.data['userId']).not.toBe(person.userId)
    const fresh = String(switched.data['token'])
    const otherTab = await browser.send({ url: '/api/users/loginInof' }, fresh, { 'x-org-id': world.home.school.id })
    expect(otherTab.json()).toMatchObject({ ret: -11, msg: '当前组织已切换' })
    const [row] = await database.sql<{ left: number }>(
      `select extract(epoch from grace_ends_at - now())::int as left from tenant.session where account_id = $1 order by created_at limit 1`,
      [person.accountId],
    )
    expect(row!.left).toBeLessThanOrEqual(60)
    // A new sign-in starts in the organisation that was used last.
    expect(await testUsers.signIn(person)).toMatchObject({ data: { orgName: '甲二学校' } })
  })

  it('asks for a code where the password alone is not enough', async () => {
    const person = await testUsers.createUser()
    await testUsers.setSignInPolicy(world.home.otherSchool.id, { secondStep: 'always' })
    await testUsers.inHome((ctx) => aMembership(ctx, person.personId, { at: world.home.otherSchool, isMain: false }))
    const { token } = await testUsers.signIn(person, browser)
    const request = await go(token, world.home.otherSchool.id)
    expect(request).toMatchObject({ ret: -7 })
    const msgId = String(request.data['msgId'])
    await browser.post('sendMsgCode', { msgId })
    const proof = { orgId: world.home.otherSchool.id, msgId, code: await waitForSmsCode(person.phone) }
    expect(await browser.post('switchoverOrg', proof, token)).toMatchObject({ ret: 1, data: { orgName: '甲二学校' } })
    await testUsers.setSignInPolicy(world.home.otherSchool.id, { secondStep: 'off' })
  })

  it('opens a session in the cell of another district where the user has a membership too', async () => {
    const person = await testUsers.createUser()
    const { away } = world
    await inDistrict(database.cells, away.districtId, async (db) => {
      const ctx = createPlatformCtx(database.app, away.districtId, db, new Date())
      const personId = await createPerson(ctx, { name: '两区老师', accountId: person.accountId })
      await addMembership(ctx, { personId, orgId: away.school.id, userType: 'teacher' })
    })
    const { rememberDistrict } = await import('#kernel/identity/server/api.ts')
    await rememberDistrict(database.cells, person.accountId, away.districtId, new Date(0))
    const { token } = await testUsers.signIn(person)
    const switched = await go(token, away.school.id)
    expect(switched).toMatchObject({ ret: 1, data: { orgName: '乙一学校' } })
    expect(String(switched.data['token']).split('.')[0]).toBe(String(away.districtId))
  })
})

describe('changes of one’s own account', () => {
  const boundary = 'form'
  const form = (fields: Record<string, string>, file?: { bytes: Buffer; type: string }) =>
    Buffer.concat([
      ...Object.entries(fields).map(([name, value]) =>
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
      ),
      ...(file
        ? [
            Buffer.from(
              `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: ${file.type}\r\n\r\n`,
            ),
            file.bytes,
            Buffer.from('\r\n'),
          ]
        : []),
      Buffer.from(`--${boundary}--\r\n`),
    ])
  const update = async (token: string, fields: Record<string, string>, file?: { bytes: Buffer; type: string }) =>
    (
      await browser.send(
        {
          method: 'POST',
          url: '/api/users/updateInfo',
          payload: form(fields, file),
          headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        },
        token,
      )
    ).json<{ ret: number; msg: string; data: { msgId: string } }>()
  const picture = (width: number) =>
    sharp({ create: { width, height: width, channels: 3, background: '#c33' } })
      .withExif({ IFD0: { Copyright: 'EXIF-canary' } })
      .jpeg()
      .toBuffer()

  it('re-encode an uploaded picture, without the data hidden in it', async () => {
    const { token } = await testUsers.signIn(await testUsers.createUser())
    expect(await browser.send({ url: '/api/users/avatar' }, token).then((answer) => answer.json())).toMatchObject({
      ret: -5,
    })
    const bytes = await picture(600)
    expect(bytes.toString('latin1')).toContain('EXIF-canary')
    expect(await update(token, {}, { bytes, type: 'image/jpeg' })).toMatchObject({ ret: 1 })
    const shown = await browser.send({ url: '/api/users/avatar?t=1' }, token)
    expect(shown.headers['content-type']).toBe('image/jpeg')
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 200, height: 200, format: 'jpeg' })
    expect(shown.rawPayload.toString('latin1')).not.toContain('EXIF-canary')
  })

  it('refuse a file that is no picture or is too large', async () => {
    const { token } = await testUsers.signIn(await testUsers.createUser())
    const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .gif()
      .toBuffer()
    for (const bytes of [gif, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('nonsense')])
      expect(await update(token, {}, { bytes, type: 'image/png' })).toMatchObject({
        ret: -1,
        msg: '上传头像图片只能是 JPG 或 PNG 格式!',
      })
    expect(await update(token, {}, { bytes: Buffer.alloc(1024 * 1024 + 1), type: 'image/png' })).toMatchObject({
      ret: -1,
      msg: '上传头像图片大小不能超过 1MB!',
    })
  })

  it('return errors with the specified messages', async () => {
    const { token } = await testUsers.signIn(await testUsers.createUser())
    const first = '33010619880115003'
    expect(await update(token, { fPhone: '12345' })).toMatchObject({ ret: -1, msg: '请输入正确的手机号' })
    expect(await update(token, { fidCard: '330106198801150000' })).toMatchObject({ ret: -1, msg: '请输入正确的身份证' })
    expect(await update(token, { fSex: '女', fidCard: first + idCardCheckDigit(first) })).toMatchObject({
      ret: -1,
      msg: '性别与身份证号性别不符',
    })
    expect(await update(token, { fSex: '男', fidCard: first + idCardCheckDigit(first) })).toMatchObject({ ret: 1 })
    expect(await browser.get('loginInof', token)).toMatchObject({
      data: { sex: '男', idCard: `${first.slice(0, 6)}************` },
    })
  })

  it('change the phone only with a code from the old number and one from the new', async () => {
    const person = await testUsers.createUser()
    const { token } = await testUsers.signIn(person, browser)
    const fPhone = aPhone()
    const request = await update(token, { fPhone })
    expect(request).toMatchObject({ ret: -7 })
    await browser.post('sendMsgCode', { msgId: request.data.msgId })
    const first = { msgId: request.data.msgId, code: await waitForSmsCode(person.phone) }
    const next = await update(token, { fPhone, ...first })
    expect(next).toMatchObject({ ret: -7, data: { phone: `139****${fPhone.slice(-4)}` } })
    await browser.post('sendMsgCode', { msgId: next.data.msgId })
    const second = { msgId: next.data.msgId, code: await waitForSmsCode(fPhone) }
    expect(await update(token, { fPhone, ...second })).toMatchObject({ ret: 1 })
    expect(await browser.get('loginInof', token)).toMatchObject({ data: { mobile: `139****${fPhone.slice(-4)}` } })
    expect(await browser.post('login', { userName: fPhone, userPwd: password })).toMatchObject({ ret: 1 })
    expect(await browser.post('login', { userName: person.phone, userPwd: password })).toMatchObject({ ret: 0 })
    // Both numbers are told: whoever took over the account does not have the old phone.
    for (const phone of [person.phone, fPhone])
      await expect
        .poll(async () => (await listSmsTo(phone)).map(({ text }) => text))
        .toContainEqual(expect.stringContaining(`您的登录手机号已改为139****${fPhone.slice(-4)}`))
    const rows = await database.sql('select kind from tenant.identity_log where person_id = $1', [person.personId])
    expect(rows).toEqual([{ kind: 'phone-changed' }])
  })

  it('refuse a code for another number than it was requested for, and a number that somebody else has', async () => {
    const [person, other] = [await testUsers.createUser(), await testUsers.createUser()]
    const { token } = await testUsers.signIn(person, browser)
    const { data } = await update(token, { fPhone: other.phone })
    await browser.post('sendMsgCode', { msgId: data.msgId })
    const proof = { msgId: data.msgId, code: await waitForSmsCode(person.phone) }
    // A code for one number does not prove another: both codes are needed again.
    expect(await update(token, { fPhone: aPhone(), ...proof })).toMatchObject({ ret: -7 })
    expect(await update(token, { fPhone: other.phone, ...proof })).toMatchObject({ ret: 0 })
  })

  it('change the password and end every open session', async () => {
    const person = await testUsers.createUser()
    const [here, there] = [await testUsers.signIn(person), await testUsers.signIn(person)]
    const change = (oldPwd: string, newPwd = 'Luye-88-Qinghe') =>
      browser.post('updatePwd', { oldPwd, newPwd, confirmPwd: newPwd }, here.token)
    expect(await change('')).toMatchObject({ ret: -1, msg: '请输入原密码' })
    expect(await change('Wrong-2026')).toMatchObject({ ret: -1, msg: '原密码错误' })
    expect(await change(password, '')).toMatchObject({ ret: -1, msg: '请输入新密码' })
    expect(await change(password)).toMatchObject({ ret: 1 })
    for (const { token } of [here, there]) await expect.poll(() => retOf(token), soon).toBe(-8)
    expect(await browser.post('login', { userName: person.userName, userPwd: password })).toMatchObject({ ret: 0 })
  })
})
