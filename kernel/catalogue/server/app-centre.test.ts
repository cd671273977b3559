import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { newId, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { recordApiCalls } from '#kernel/audit/server/api.ts'
import { readSignInSettings } from '#kernel/session/server/settings.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import type { ApplicationForm } from '../contract.ts'
import { createPeople, declareApprovals, type People } from './application.fixture.ts'
import { upsertGrantEntries, type NewGrantEntry } from './grant-queries.ts'
import { saveApplication } from './service/applications/save-application.ts'
import { decideApplication } from './service/applications/approve-application.ts'
import { getApplication } from './service/applications/list-applications.ts'
import { applicationContents } from './service/applications/relocate-applications.ts'
import { listMyApplications, listOpenedHere, getAppCentre } from './service/centre/my-applications.ts'
import { openApplication, listAppFigures } from './service/centre/open-application.ts'
import { appRequests, decideAppRequest, requestApplication } from './service/centre/app-requests.ts'
import { getShortcuts, saveShortcuts } from './service/centre/shortcuts.ts'
import { applicationForm } from './example.ts'

const database = useDatabase()
database.contribute('signInSettings', readSignInSettings({}))
let people: People
/**
 * Keys by name: one application open for everybody at the school, one for its families, one closed there, and so on.
 */
const keys = new Map<string, string>()
const key = (name: string) => keys.get(name)!
let planted: string[]

async function publishApp(name: string, facts: Partial<ApplicationForm> = {}) {
  const { key: made } = await database.as(people.chief, (ctx) =>
    saveApplication(ctx, applicationForm({ name, ...facts })),
  )
  await database.as(people.chief, (ctx) =>
    decideApplication(ctx, { key: made, act: 'agree', auditReason: '', version: 1 }),
  )
  keys.set(name, made)
  return made
}
const give = (name: string, kind: NewGrantEntry['kind'], objectId: string) =>
  database.as(people.chief, (ctx) =>
    upsertGrantEntries(ctx.db, [{ key: key(name), kind, objectId, includesBelow: true, isRefused: false }], {
      from: null,
      to: null,
      by: ctx.actor.userId,
      now: ctx.now,
    }),
  )

beforeAll(async () => {
  people = await createPeople(database, createActor({ districtId: database.home }))
  const { school, bureau } = people
  declareApprovals(database, people.chief)
  await publishApp('公文办理', { category: 'office' })
  await give('公文办理', 'org', bureau.id)
  await publishApp('阅读打卡', { category: 'pupils', power: 5 })
  await give('阅读打卡', 'org', school.id)
  await publishApp('校车查询', { category: 'safety' })
  await publishApp('开放日', { category: 'enrolment', power: 0 })
  await publishApp('名师工坊', { category: 'teachers', power: 3 })
  await give('名师工坊', 'person', people.teacher.userId)
  await publishApp('课表接口', { category: 'assets', kind: 4, url: '' })
  await give('课表接口', 'org', bureau.id)
  planted = [...keys.values()]
})
// Each test starts with the same applications and grants.
afterEach(async () => {
  for (const table of ['app_opening', 'app_shortcut', 'app_request']) await database.sql(`delete from tenant.${table}`)
  await database.sql('delete from tenant.app_grant where app_key <> all($1) or app_key = $2', [
    planted,
    key('校车查询'),
  ])
  await database.sql('delete from tenant.app_secret where app_key <> all($1)', [planted])
  await database.sql('delete from tenant.application where key <> all($1)', [planted])
})

const centre = (actor: Actor) => database.as(actor, getAppCentre)
const open = (actor: Actor, name: string) => database.as(actor, (ctx) => openApplication(ctx, key(name)))

describe('the visible applications', () => {
  it('are listed by category and only when they open', async () => {
    const groups = await database.as(people.teacher, listMyApplications)
    expect(groups.map(({ name, apps }) => [name, apps.map((app) => app.name)])).toEqual([
      ['协同办公', ['公文办理']],
      ['教师发展', ['名师工坊']],
      ['招生报名', ['开放日']],
    ])
    expect(groups[0]!.apps[0]).toMatchObject({ canLook: false, totals: [] })
  })

  it('are those for families when the viewer is a pupil or a guardian', async () => {
    for (const kind of ['pupil', 'guardian'] as const) {
      const groups = await database.as(
        { ...people.teacher, kind, userId: newId(), permissions: new Map() },
        listMyApplications,
      )
      expect(groups.flatMap(({ apps }) => apps.map((app) => app.name))).toEqual(['阅读打卡', '开放日'])
    }
  })

  it('are all published ones in the centre, with their state for the viewer', async () => {
    const states = async (actor: Actor) =>
      Object.fromEntries((await centre(actor)).apps.map(({ name, state }) => [name, state]))
    const everywhere = { 公文办理: 'mine', 开放日: 'mine', 校车查询: 'closed' }
    expect(await states(people.teacher)).toEqual({ ...everywhere, 阅读打卡: 'others', 名师工坊: 'mine' })
    expect(await states(people.otherTeacher)).toEqual({ ...everywhere, 阅读打卡: 'closed', 名师工坊: 'others' })
    const tile = (await centre(people.otherTeacher)).apps.find(({ name }) => name === '校车查询')
    expect(tile).toMatchObject({ url: '', pinyin: 'xiaochechaxun', initials: 'xccx', isForFamilies: false })
  })

  it('can be opened directly only by those who decide for the district', async () => {
    expect((await centre(people.chief)).mayGrant).toBe(true)
    expect((await centre(people.head)).mayGrant).toBe(false)
  })

  it('are listed for the organisation as the specification has it', async () => {
    const names = async (actor: Actor) => (await database.as(actor, listOpenedHere)).map(({ name }) => name).toSorted()
    expect(await names(people.teacher)).toEqual(['公文办理', '开放日', '课表接口', '阅读打卡'].toSorted())
    expect(await names(people.otherTeacher)).toEqual(['公文办理', '开放日', '课表接口'].toSorted())
  })

  it('change as soon as a grant begins or ends', async () => {
    await publishApp('临时应用')
    await give('临时应用', 'org', people.school.id)
    expect((await centre(people.teacher)).apps.find(({ name }) => name === '临时应用')?.state).toBe('mine')
    await database.sql(`update tenant.app_grant set over_on = current_date - 1 where app_key = $1`, [key('临时应用')])
    expect((await centre(people.teacher)).apps.find(({ name }) => name === '临时应用')?.state).toBe('closed')
  })
})

describe('opening an application', () => {
  /** An opening forty days ago, which no longer counts. */
  const openLongAgo = async ({ userId, orgId, districtId }: Actor, name: string) => {
    await database.sql(`select tenant.ensure_month_partitions('app_opening', current_date - 40, 3)`)
    await database.sql(
      `insert into tenant.app_opening (district_id, at, id, user_id, app_key, org_id, times, last_at)
       values ($1, now() - interval '40 days', $2, $2, $3, $4, 100, now() - interval '40 days')`,
      [districtId, userId, key(name), orgId],
    )
  }

  it('returns the address and counts the visit', async () => {
    expect(await open(people.teacher, '公文办理')).toEqual({ url: 'https://canteen.example.cn/' })
    await open(people.teacher, '开放日')
    await open(people.teacher, '公文办理')
    expect((await centre(people.teacher)).recent).toEqual([key('公文办理'), key('开放日')])
    expect((await centre(people.otherTeacher)).recent).toEqual([])
  })

  it('is refused without access', async () => {
    await expect(open(people.teacher, '校车查询')).rejects.toMatchObject({ ret: -6, message: '该应用尚未对您开放' })
    await expect(open(people.otherTeacher, '名师工坊')).rejects.toMatchObject({ ret: -6 })
    await expect(open(people.teacher, '课表接口')).rejects.toThrow('该应用没有网页')
    const unknown = database.as(people.teacher, (ctx) => openApplication(ctx, newId()))
    await expect(unknown).rejects.toMatchObject({ ret: -5 })
  })

  it('is refused while the school or the district has closed it', async () => {
    const hour = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString()
    const close = (from: number, to: number) =>
      database.as(people.chief, (ctx) =>
        writeSetting(ctx, people.bureau.id, 'appClose', {
          windows: [{ appKey: key('公文办理'), from: hour(from), to: hour(to), reason: '系统升级' }],
        }),
      )
    await close(-1, 1)
    await expect(open(people.teacher, '公文办理')).rejects.toMatchObject({
      ret: -10,
      message: expect.stringMatching(/^系统升级，该应用\d{4}-\d\d-\d\d \d\d:\d\d后恢复使用$/) as string,
    })
    await close(1, 2)
    await open(people.teacher, '公文办理')
  })

  it('counts for the organisation and those below it', async () => {
    const colleague = await database.as(people.chief, (ctx) => aTeacher(ctx, { at: people.school, name: '同事' }))
    const name = '计数应用'
    await publishApp(name)
    await give(name, 'org', people.bureau.id)
    await open(people.teacher, name)
    await open(people.teacher, name)
    await open(colleague, name)
    await open(people.otherTeacher, name)
    await openLongAgo(people.teacher, name)
    const figure = async (actor: Actor, dataType: '1' | '2' | '3' | '4') =>
      (await database.as(actor, (ctx) => listAppFigures(ctx, dataType))).find((row) => row.key === key(name))?.value
    expect([await figure(people.teacher, '1'), await figure(people.teacher, '2')]).toEqual([3, 2])
    expect([await figure(people.otherTeacher, '1'), await figure(people.otherTeacher, '2')]).toEqual([1, 1])
    expect([await figure(people.chief, '1'), await figure(people.chief, '2')]).toEqual([4, 3])
    expect(await figure(people.teacher, '3')).toBe(0)
    database.contribute('appDataCounters', { key: key(name), count: async () => 42 })
    expect([await figure(people.teacher, '3'), await figure(people.teacher, '4')]).toEqual([42, 0])
    const call = {
      appKey: key(name),
      interface: '组织机构',
      path: '/api/open/v1/orgs',
      orgCount: 1,
      rowCount: 3,
      httpStatus: 200,
      ret: 1,
      ms: 12,
      bytes: 100,
      quotaLeft: 9,
      address: '100.64.1.1',
      requestId: newId(),
    }
    const longAgo = new Date(Date.now() - 40 * 86_400_000)
    await database.as(people.chief, ({ db, now }) =>
      recordApiCalls(db, [
        { ...call, at: now },
        { ...call, at: now },
        { ...call, at: longAgo },
      ]),
    )
    // They belong to the district, not to an organisation.
    expect([await figure(people.teacher, '4'), await figure(people.otherTeacher, '4')]).toEqual([2, 2])
  })
})

describe('shortcuts', () => {
  const read = (actor: Actor, showDefault: boolean) =>
    database.as(actor, async (ctx) => (await getShortcuts(ctx, showDefault)).map(({ name }) => name))
  const save = (actor: Actor, names: readonly string[]) =>
    database.as(actor, (ctx) =>
      saveShortcuts(
        ctx,
        names.map((name, at) => ({ key: keys.get(name) ?? name, sort: names.length - at })),
      ),
    )

  it('are the defaults until something is saved, and empty when defaults are not requested', async () => {
    expect(await read(people.head, false)).toEqual([])
    expect((await read(people.head, true)).toSorted()).toContain('公文办理')
    expect((await read(people.head, true)).length).toBeLessThanOrEqual(8)
  })

  it('are stored in the order of fSort, also when the list is empty', async () => {
    await save(people.head, ['开放日', '公文办理'])
    expect(await read(people.head, true)).toEqual(['公文办理', '开放日'])
    expect((await centre(people.head)).shortcuts).toEqual([key('公文办理'), key('开放日')])
    await save(people.head, [])
    expect(await read(people.head, true)).toEqual([])
    expect(await read(people.head, false)).toEqual([])
  })

  it('contain only what the caller may open', async () => {
    for (const name of ['校车查询', '课表接口', 'no-such-key'])
      await expect(save(people.teacher, ['公文办理', name])).rejects.toMatchObject({ ret: -5, message: '应用不存在' })
    expect(await read(people.teacher, false)).toEqual([])
  })

  it('are hidden while the caller may not open them and return afterwards', async () => {
    await save(people.teacher, ['名师工坊', '公文办理'])
    const stop = (act: 'stop' | 'resume', version: number) =>
      database.as(people.chief, (ctx) =>
        decideApplication(ctx, { key: key('名师工坊'), act, auditReason: '检修', version }),
      )
    await stop('stop', 2)
    expect(await read(people.teacher, true)).toEqual(['公文办理'])
    await stop('resume', 3)
    expect(await read(people.teacher, true)).toEqual(['公文办理', '名师工坊'])
  })
})

const allRequests = { keyword: '', orgId: null, pageNumber: 1, pageSize: 50 }

describe('requesting an application', () => {
  const request = (actor: Actor, name: string) =>
    database.as(actor, (ctx) => requestApplication(ctx, { key: key(name), reason: '学生乘车需要' }))
  const waiting = (actor: Actor) =>
    database.as(actor, (ctx) => appRequests.list(ctx, { ...allRequests, status: 'waiting' }))
  const decide = (actor: Actor, id: string, isAgreed: boolean, reply = '') =>
    database.as(actor, (ctx) => decideAppRequest(ctx, { id, isAgreed, reply }))

  it('waits for a decision, once per organisation, and opens it for that organisation only', async () => {
    await request(people.teacher, '校车查询')
    await expect(request(people.head, '校车查询')).rejects.toThrow('本单位已申请，请等待处理')
    await expect(request(people.teacher, '公文办理')).rejects.toThrow('该应用已在本单位开通')
    expect((await centre(people.teacher)).apps.find(({ name }) => name === '校车查询')?.state).toBe('requested')
    await request(people.otherTeacher, '校车查询')
    const { items } = await waiting(people.chief)
    expect(items.map(({ name, org, asker }) => [name, org.name, asker.name])).toEqual([
      ['校车查询', '实验小学', '老师'],
      ['校车查询', '文澜中学', '外校老师'],
    ])
    expect((await waiting(people.otherHead)).items.map(({ org }) => org.name)).toEqual(['文澜中学'])
    const [mine, theirs] = items.map(({ id }) => id) as [string, string]
    await expect(decide(people.otherHead, mine, true)).rejects.toMatchObject({ ret: -5 })
    // A school cannot open an application that the district has not opened for it.
    await expect(decide(people.head, mine, true)).rejects.toThrow('该应用未对本单位开通')
    await expect(decide(people.chief, theirs, false)).rejects.toThrow('请填写答复')
    await decide(people.chief, mine, true)
    await decide(people.chief, theirs, false, '本学期不开通')
    await expect(decide(people.chief, theirs, true)).rejects.toThrow('该任务已被处理')
    expect((await centre(people.teacher)).apps.find(({ name }) => name === '校车查询')?.state).toBe('mine')
    expect((await centre(people.otherTeacher)).apps.find(({ name }) => name === '校车查询')?.state).toBe('closed')
    const all = await database.as(people.chief, (ctx) => appRequests.list(ctx, allRequests))
    expect(all.items.map(({ status, decision }) => `${status} ${decision}`).toSorted()).toEqual([
      'agreed 区长官',
      'refused 区长官：本学期不开通',
    ])
  })

  it('accepts one of two requests made at the same moment', async () => {
    await publishApp('同时申请')
    const requestedByOrg = await Promise.allSettled([
      request(people.teacher, '同时申请'),
      request(people.head, '同时申请'),
    ])
    expect(requestedByOrg.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const lost = requestedByOrg.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(lost.reason).toMatchObject({ message: '本单位已申请，请等待处理' })
  })
})

it('moves the requests of a school that is merged into another', async () => {
  const { school, other } = people
  const saved = await database.as(people.otherHead, (ctx) =>
    saveApplication(ctx, applicationForm({ name: '文澜自用' })),
  )
  await publishApp('合并应用')
  const request = (actor: Actor) =>
    database.as(actor, (ctx) => requestApplication(ctx, { key: key('合并应用'), reason: '试用' }))
  await request(people.teacher)
  await request(people.otherTeacher)
  await publishApp('文澜已有')
  await give('文澜已有', 'org', other.id)
  const before = await database.as(people.chief, (ctx) => applicationContents.count(ctx, [other.id]))
  expect(before).toBe(1)
  await database.as(people.chief, (ctx) =>
    applicationContents.relocate(ctx, { from: other, to: school, departments: new Map(), isWhole: true }),
  )
  expect(await database.as(people.chief, (ctx) => applicationContents.count(ctx, [other.id]))).toBe(0)
  const listed = await database.as(people.head, (ctx) => getApplication(ctx, saved.key))
  expect(listed.manageOrgName).toBe('实验小学')
  expect((await centre(people.teacher)).apps.find(({ name }) => name === '文澜已有')?.state).toBe('mine')
  const requests = await database.as(people.head, (ctx) => appRequests.list(ctx, allRequests))
  expect(
    requests.items
      .filter(({ name }) => name === '合并应用')
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(['refused', 'waiting'])
})
