import { beforeAll, describe, expect, it } from 'vitest'
import { isCreditCode, wholeDistrict, type Actor } from '#packages/core'
import type { DirectoryDb } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { useDatabase, writeOutsideSession } from '#packages/testing'
import { approveTask, listOpenTasks, rejectTask } from '#kernel/approval/server/api.ts'
import type { People } from '#kernel/catalogue/server/application.fixture.ts'
import { decideApplication, isServing, listAllApplications, saveApplication } from '#kernel/catalogue/server/api.ts'
import { applicationForm } from '#kernel/catalogue/server/example.ts'
import { listApplications } from '#kernel/catalogue/server/service/applications/list-applications.ts'
import { ownAppFields } from '../contract-developers.ts'
import { createDistrict, useBrokenDistrict, worksFor } from './developer.fixture.ts'
import { aCreditCode, aDeveloper, decide, ownAppForm } from './example.ts'
import { hashToken } from '#packages/http'
import { findDeveloper, identifyOutsideCaller } from '#kernel/identity/server/api.ts'
import { aPhone } from '#kernel/identity/server/example.ts'
import {
  addMember,
  getDeveloperOf,
  listDevelopers,
  listMembersOf,
  removeMember,
  saveCompany,
  type Developer,
} from './developer-companies.ts'
import { copyCompaniesJob, updateDistricts } from './developer-districts.ts'
import {
  getOwnApplication,
  getOwnHistory,
  listOwnApplications,
  listOwnMessages,
  renewOwnSecret,
  saveOwnApplication,
  withdrawOwnApplication,
} from './developer-applications.ts'
import {
  getDistrictCompany,
  listDistrictCompanies,
  resumeCooperation,
  stopCooperation,
} from './developer-management.ts'
import { listOpenDecisions } from './developer-directory-queries.ts'
import { applyDecisionsJob, applyPlatformDecision } from './developer-stops.ts'
import { mayDo } from './developer-policy.ts'

const database = useDatabase()
let people: People
let manager: Actor

beforeAll(async () => {
  people = await createDistrict(database)
  manager = withManager(people.chief)
})

const withManager = (actor: Actor): Actor => ({
  ...actor,
  permissions: new Map([...actor.permissions, ['developer.manage', wholeDistrict]]),
})
const request = () => database.requestCtx(undefined)
/** As `ctx.change` of a request of a developer. */
const outside = () => ({
  change: <T>(work: (db: DirectoryDb) => Promise<T>) => inDirectory(database.cells, work),
  now: new Date(),
})
const newSecret = (key: string) => ({ key, graceHours: 24, reason: '' })
const save = (developer: Developer, facts: Parameters<typeof ownAppForm>[0] = {}) =>
  saveOwnApplication(request(), developer, ownAppForm({ districtId: database.home, ...facts }))
const listOwn = async (developer: Developer) =>
  (await listOwnApplications(request(), developer, { pageNumber: 1, pageSize: 50, keyword: '' })).items
const listNews = async (developer: Developer) =>
  (await listOwnMessages(request(), developer, { pageNumber: 1, pageSize: 50 })).items
const own = (developer: Developer, key: string) => getOwnApplication(request(), developer, key)
const tasks = (actor: Actor) =>
  database.as(actor, (ctx) =>
    listOpenTasks(ctx, { pageNumber: 1, pageSize: 50, keyword: '', sort: 'arrived' } as never),
  )
const openTask = async (actor: Actor, name: string) =>
  (await tasks(actor)).items.find(({ title }) => title.includes(name))!.taskId
const approved = async (developer: Developer, facts: Parameters<typeof ownAppForm>[0] = {}) => {
  const { key } = await save(developer, facts)
  await database.as(people.chief, (ctx) => decideApplication(ctx, { key, act: 'agree', auditReason: '' }))
  return key
}

describe('a credit code', () => {
  it.each(['91330106MA28000008', '91350100M000100Y43'.slice(0, 17) + '4', '9133010600000000', ''])(
    'is refused: %s',
    (code) => expect(isCreditCode(code)).toBe(false),
  )
  it('is accepted with the right check character', () => {
    expect(isCreditCode('91350100M000100Y43')).toBe(true)
    expect(isCreditCode(aCreditCode())).toBe(true)
  })
})

describe('a company', () => {
  it('is registered once, and its contact is stored encrypted', async () => {
    const developer = await aDeveloper(database, { isVerified: false })
    expect(developer).toMatchObject({ status: 0, contact: '沈晓舟', role: 'develop', isOwner: true })
    const [stored] = await database.directorySql<{ contact: string; phone: string }>(
      'select contact, phone from directory.developer where id = $1',
      [developer.id],
    )
    expect(JSON.stringify(stored)).not.toMatch(/沈晓舟|1\d{10}/)
    const { creditCode } = developer
    await expect(
      database.directorySql(
        `insert into directory.developer (id, company, credit_code, contact, phone, agreement, created_at)
         values (gen_random_uuid(), '另一家', $1, '', '', 1, now())`,
        [creditCode],
      ),
    ).rejects.toThrow('developer_credit_code_key')
  })

  it('is returned with a reason, repairs its profile and is verified', async () => {
    const developer = await aDeveloper(database, { isVerified: false })
    const { id } = developer
    const decideAbout = (act: 'pass' | 'return', reason: string, version: number) =>
      decide(database, developer.accountId, { id, act, reason, version })
    await expect(save(developer)).rejects.toThrow('企业信息正在审核')
    // A draft would put the company and its contact into the district.
    await expect(save(developer, { isSubmitted: false })).rejects.toThrow('企业信息正在审核')
    expect(await database.sql('select from tenant.developer where id = $1', [id])).toHaveLength(0)
    await expect(decideAbout('return', '', 1)).rejects.toThrow('请填写理由')
    await decideAbout('return', '营业执照已过期', 1)
    const returned = await getDeveloperOf(database.cells, developer.accountId)
    await expect(save(returned)).rejects.toThrow('营业执照已过期')
    const { company, creditCode, contact, version } = returned
    expect(await saveCompany(outside(), returned, { company, creditCode, contact, version })).toEqual({ status: 0 })
    await expect(decideAbout('pass', '', version)).rejects.toThrow('数据已被他人修改')
    expect(await decideAbout('pass', '', version + 1)).toEqual({ status: 1 })
    const { items } = await listDevelopers(database.cells, { pageNumber: 1, pageSize: 20, keyword: creditCode })
    expect(items).toMatchObject([{ company, status: 1, districts: 0 }])
    expect(items[0]!.phone).toMatch(/^1\d\d\*{4}\d{4}$/)
  })

  it('that the platform stopped reads and changes nothing', async () => {
    const developer = await aDeveloper(database)
    const key = await approved(developer)
    await decide(database, developer.accountId, {
      id: developer.id,
      act: 'stop',
      reason: '出售数据',
      version: developer.version,
    })
    const stopped = await getDeveloperOf(database.cells, developer.accountId)
    await expect(save(stopped)).rejects.toThrow('出售数据')
    await expect(renewOwnSecret(request(), stopped, newSecret(key))).rejects.toThrow('出售数据')
    expect(await listOwn(stopped)).toHaveLength(1)
  })

  it('that the platform stopped has no application in use until it is allowed again, also in a district that was down', async () => {
    const developer = await aDeveloper(database)
    const [key, waiting] = [await approved(developer), (await save(developer)).key]
    const { id, accountId, version } = developer
    const states = async () => new Map((await listOwn(developer)).map((one) => [one.key, one.status]))
    const stored = async () => (await database.as(people.chief, listAllApplications)).find((app) => app.key === key)!
    const runJob = () =>
      applyDecisionsJob.handleCell!({ ...request(), cell: 1, log: { ...request().log, info: () => {} } as never })
    const decision = (act: 'agree' | 'resume', one: string) =>
      database.as(people.chief, (ctx) => decideApplication(ctx, { key: one, act, auditReason: '' }))
    await decide(database, accountId, { id, act: 'stop', reason: '出售数据', version })
    // The process ended before a district learned it.
    expect(isServing(await stored())).toBe(true)
    const openDecisions = async () =>
      (await inDirectory(database.cells, (db) => listOpenDecisions(db, new Date(Date.now() + 60_000)))).filter(
        (one) => one.id === id,
      )
    expect(await openDecisions()).toHaveLength(1)
    await runJob()
    // It is not repeated for days in every district.
    expect(await openDecisions()).toEqual([])
    expect(isServing(await stored())).toBe(false)
    expect(await states()).toEqual(
      new Map([
        [key, 4],
        [waiting, 1],
      ]),
    )
    await expect(decision('agree', waiting)).rejects.toThrow('开发企业已被平台停用')
    // The district stops one of them, too, and cannot take it back.
    await database.as(people.chief, (ctx) => decideApplication(ctx, { key, act: 'stop', auditReason: '有漏洞' }))
    await expect(decision('resume', key)).rejects.toThrow('开发企业已被平台停用')
    const titles = async () =>
      (await listNews(developer)).filter(({ title }) => title.includes('平台')).map((one) => one.title)
    expect(await titles()).toEqual([`平台停用了开发企业“${developer.company}”`])
    await runJob()
    expect(await titles()).toHaveLength(1)
    await decide(database, accountId, { id, act: 'resume', reason: '', version: version + 1 })
    await applyPlatformDecision(request(), { id, isStopped: false, reason: '' })
    expect(isServing(await stored())).toBe(false)
    await decision('resume', key)
    expect(isServing(await stored())).toBe(true)
    expect((await getOwnHistory(request(), developer, key)).map(({ title }) => title)).toEqual([
      '恢复使用',
      '平台恢复开发企业',
      '停用',
      '平台停用开发企业',
      '审核通过',
      '登记并提交审核',
    ])
  })

  it('lets its members do what their role allows', () => {
    const member = (role: 'develop' | 'operate' | 'read', isOwner = false) => ({ role, isOwner })
    expect(mayDo(member('read'), 'operate')).toBe(false)
    expect(mayDo(member('operate'), 'operate')).toBe(true)
    expect(mayDo(member('operate'), 'develop')).toBe(false)
    expect(mayDo(member('develop'), 'own')).toBe(false)
    expect(mayDo(member('read', true), 'own')).toBe(true)
  })
})

describe('a member of a company', () => {
  const phonesIn = async (id: string) =>
    (
      await database.sql<{ count: number }>(
        'select cardinality(phone_hashes) as count from tenant.developer where id = $1',
        [id],
      )
    )[0]!.count
  const member = (phone = aPhone()) => ({ name: '顾新', role: 'read' as const, phone })
  const memberOf = async (developer: Developer, phone: string) =>
    (await listMembersOf(database.cells, developer.id)).find((one) => one.phone.slice(-4) === phone.slice(-4))

  it('that was removed is out, and can be added again or register a company', async () => {
    const [developer, other] = [await aDeveloper(database), await aDeveloper(database)]
    const one = member()
    await addMember(outside(), developer, one)
    await expect(addMember(outside(), other, one)).rejects.toThrow('已被使用')
    const { accountId } = (await memberOf(developer, one.phone))!
    const token = await writeOutsideSession(database, { kind: 'developer', accountId })
    const hash = hashToken(token)
    expect(await identifyOutsideCaller(database.cells, hash, new Date(), false)).toMatchObject({ accountId })
    await removeMember(outside(), developer, accountId)
    await expect(identifyOutsideCaller(database.cells, hash, new Date(), false)).rejects.toMatchObject({ ret: -8 })
    expect(await findDeveloper(database.cells, one.phone)).toBeUndefined()
    await addMember(outside(), other, one)
    expect((await findDeveloper(database.cells, one.phone))!.id).not.toBe(accountId)
    expect(await memberOf(other, one.phone)).toMatchObject({ name: '顾新' })
  })

  it('is known to every district at once, and to one that was down as soon as the job reaches it', async () => {
    const developer = await aDeveloper(database)
    const { id } = developer
    await save(developer)
    await useBrokenDistrict(database, id)
    expect(await phonesIn(id)).toBe(1)
    await addMember(outside(), developer, member())
    await updateDistricts(request(), id)
    expect(await phonesIn(id)).toBe(2)
    const behind = () =>
      database.directorySql(
        'select district_id from directory.developer_district x join directory.developer d on d.id = x.developer_id where d.id = $1 and copied_revision < revision',
        [id],
      )
    expect(await behind()).toEqual([{ district_id: 98 }])
    // The process ended before the districts learned it.
    await addMember(outside(), developer, member())
    expect(await phonesIn(id)).toBe(2)
    await copyCompaniesJob.handleCell!({ ...request(), cell: 1, log: { ...request().log, info: () => {} } as never })
    expect(await phonesIn(id)).toBe(3)
    expect(await behind()).toEqual([{ district_id: 98 }])
  })
})

describe('an application of a company', () => {
  it('is refused with a reason, repaired, submitted again, approved, and gets its key once', async () => {
    const developer = await aDeveloper(database)
    const { key, status } = await save(developer, { name: '晨读' })
    expect(status).toBe(1)
    await expect(renewOwnSecret(request(), developer, newSecret(key))).rejects.toThrow('审核通过后才能生成密钥')
    const [task] = (await tasks(people.chief)).items.filter(({ title }) => title.includes('晨读'))
    expect(task).toMatchObject({ title: '应用“晨读”登记', applicant: developer.company })
    await expect(
      database.as(people.chief, (ctx) => decideApplication(ctx, { key, act: 'refuse', auditReason: '' })),
    ).rejects.toThrow('请填写驳回理由')
    await database.as(people.chief, (ctx) => rejectTask(ctx, { taskId: task!.taskId, opinion: '请补充隐私说明' }))
    const refused = await own(developer, key)
    expect(refused).toMatchObject({ status: 3, auditReason: '请补充隐私说明', hasSecret: false })
    expect((await listNews(developer)).map(({ title }) => title)).toEqual(['未通过：应用“晨读”登记'])
    const again = ownAppForm({ key, name: '晨读', about: '分级阅读，附隐私说明', version: refused.version })
    expect(await saveOwnApplication(request(), developer, again)).toEqual({ key, status: 1 })
    const taskId = await openTask(people.chief, '晨读')
    await database.as(people.chief, (ctx) => approveTask(ctx, { taskId }))
    expect(await own(developer, key)).toMatchObject({ status: 2, auditReason: '', hasSecret: false })
    const { secret: oneTimeSecret } = await renewOwnSecret(request(), developer, newSecret(key))
    expect(oneTimeSecret).toMatch(/^[\w-]{43}$/)
    const after = await own(developer, key)
    expect(after.hasSecret).toBe(true)
    expect(JSON.stringify(after)).not.toContain(oneTimeSecret)
    const history = await getOwnHistory(request(), developer, key)
    expect(history.map(({ title }) => title)).toEqual([
      '更换密钥',
      '审核通过',
      '提交审核',
      '审核不通过',
      '登记并提交审核',
    ])
    // Who decided in the district stays there.
    expect(JSON.stringify(history)).not.toContain('区长官')
  })

  it('has a name of its own and an address with https', async () => {
    const developer = await aDeveloper(database)
    const { name } = await own(developer, (await save(developer)).key)
    await expect(save(developer, { name })).rejects.toMatchObject({
      data: { errors: [{ field: 'name', msg: '应用名称已存在' }] },
    })
    for (const url of ['http://read.example.cn/', 'javascript:alert(1)', 'https://']) {
      const { error } = ownAppFields.safeParse(ownAppForm({ url }))
      expect(error!.issues.map(({ message }) => message)).toContain('应用地址须为https')
    }
  })

  it('is a draft that the district does not see until it is submitted, and can be taken back', async () => {
    const developer = await aDeveloper(database)
    const { key } = await save(developer, { isSubmitted: false, name: '草稿应用' })
    const seen = () =>
      database.as(people.chief, (ctx) =>
        listApplications(ctx, { pageNumber: 1, pageSize: 200, keyword: '', status: [], category: [], kind: [] }),
      )
    expect((await seen()).items.map((app) => app.key)).not.toContain(key)
    await expect(
      database.as(people.chief, (ctx) => decideApplication(ctx, { key, act: 'close', auditReason: '' })),
    ).rejects.toThrow('应用不存在')
    await save(developer, { key, name: '草稿应用', version: 1 })
    expect((await seen()).items.find((app) => app.key === key)).toMatchObject({
      developerId: developer.id,
      author: developer.company,
      manageOrgId: people.bureau.id,
    })
    await withdrawOwnApplication(request(), developer, key)
    expect(await own(developer, key)).toMatchObject({ status: 0 })
  })

  it('that is a draft takes no name from others, and there is a limit', async () => {
    const [developer, other] = [await aDeveloper(database), await aDeveloper(database)]
    const { key } = await save(developer, { isSubmitted: false, name: '抢名' })
    expect(await save(other, { name: '抢名' })).toMatchObject({ status: 1 })
    await expect(save(developer, { key, name: '抢名', version: 1 })).rejects.toThrow('应用名称已存在')
    for (let count = 1; count < 20; count++) await save(developer, { isSubmitted: false })
    await expect(save(developer, { isSubmitted: false })).rejects.toThrow('已有20个未通过审核的应用')
    await expect(save(developer)).rejects.toThrow('已有20个未通过审核的应用')
    expect(await save(developer, { key, name: '不抢名', version: 1 })).toMatchObject({ status: 1 })
    const page = await listOwnApplications(request(), developer, { pageNumber: 2, pageSize: 15, keyword: '' })
    expect(page).toMatchObject({ itemCount: 20, pageCount: 2, unavailable: [] })
    expect(page.items).toHaveLength(5)
  })

  it('is read and changed while another district of the company is down', async () => {
    const developer = await aDeveloper(database)
    const key = await approved(developer)
    await useBrokenDistrict(database, developer.id)
    const { items, unavailable } = await listOwnApplications(request(), developer, {
      pageNumber: 1,
      pageSize: 20,
      keyword: '',
    })
    expect([items.map((app) => app.key), unavailable]).toEqual([[key], ['坏区']])
    expect(await listOwnMessages(request(), developer, { pageNumber: 1, pageSize: 20 })).toMatchObject({
      unavailable: ['坏区'],
    })
    expect(await own(developer, key)).toMatchObject({ key, status: 2 })
    expect((await renewOwnSecret(request(), developer, newSecret(key))).secret).toMatch(/^[\w-]{43}$/)
    expect(await getOwnHistory(request(), developer, key)).not.toEqual([])
  })

  it('stays in use while a change waits', async () => {
    const developer = await aDeveloper(database)
    const key = await approved(developer, { name: '旧名' })
    const { version } = await own(developer, key)
    expect(await save(developer, { key, name: '新名', version })).toEqual({ key, status: 5 })
    expect(await own(developer, key)).toMatchObject({ name: '新名', status: 5 })
    const [live] = (await database.as(people.chief, listAllApplications)).filter((app) => app.key === key)
    expect(live!.name).toBe('旧名')
  })

  it('is not changed by the district, which refuses it instead', async () => {
    const developer = await aDeveloper(database)
    const { key } = await save(developer)
    await expect(
      database.as(people.chief, (ctx) => saveApplication(ctx, applicationForm({ key, version: 1 }))),
    ).rejects.toThrow('该应用由开发者维护')
  })

  it('is not audited by somebody who works for the company', async () => {
    const developer = await aDeveloper(database)
    const colleague = people.chief
    await worksFor(database, colleague, developer)
    const { key } = await save(developer, { name: '自己的应用' })
    const own = '不能审核本人所在企业申请的应用'
    await expect(
      database.as(colleague, (ctx) => decideApplication(ctx, { key, act: 'agree', auditReason: '' })),
    ).rejects.toThrow(own)
    const taskId = await openTask(colleague, '自己的应用')
    await expect(database.as(colleague, (ctx) => approveTask(ctx, { taskId }))).rejects.toThrow(own)
    await expect(database.as(colleague, (ctx) => rejectTask(ctx, { taskId, opinion: '不' }))).rejects.toThrow(own)
    const row = { id: developer.id, version: 1, reason: '自己停' }
    await expect(database.as(manager, (ctx) => stopCooperation(ctx, row))).rejects.toThrow('不能处理本人所在的企业')
    await database.sql(
      'update tenant.person set phone = null, phone_hash = null, phone_tail_hash = null where id = $1',
      [colleague.personId],
    )
    await database.as(colleague, (ctx) => approveTask(ctx, { taskId }))
  })

  it('does not exist for another company', async () => {
    const [developer, other] = [await aDeveloper(database), await aDeveloper(database)]
    const key = await approved(developer)
    await save(other)
    for (const attempt of [
      () => own(other, key),
      () => save(other, { key, version: 1 }),
      () => withdrawOwnApplication(request(), other, key),
      () => renewOwnSecret(request(), other, newSecret(key)),
      () => getOwnHistory(request(), other, key),
    ])
      await expect(attempt()).rejects.toMatchObject({ ret: -5 })
    expect((await listOwn(other)).map((app) => app.key)).not.toContain(key)
    // Nor one that the district registered itself.
    const { key: theirs } = await database.as(people.chief, (ctx) => saveApplication(ctx, applicationForm()))
    await expect(own(developer, theirs)).rejects.toMatchObject({ ret: -5 })
  })

  it.each([
    [{ districtId: null }, '请选择申请的区'],
    [{ districtId: 99 }, '区不存在'],
    [{ url: '' }, '请输入应用地址'],
  ])('is refused with %j', async (facts, message) => {
    await expect(save(await aDeveloper(database), facts)).rejects.toThrow(message)
  })
})

describe('the companies of a district', () => {
  const list = (actor: Actor, keyword = '') =>
    database.as(actor, (ctx) => listDistrictCompanies(ctx, { pageNumber: 1, pageSize: 20, keyword }))

  it('are listed with their applications, for those who manage them at the bureau', async () => {
    const developer = await aDeveloper(database, { company: '青禾软件' })
    await approved(developer)
    await save(developer)
    await save(developer, { isSubmitted: false })
    const [row] = (await list(manager, '青禾')).items
    expect(row).toMatchObject({ company: '青禾软件', contact: '沈晓舟', serving: 1, waiting: 1, status: 'active' })
    expect(row!.phone).toMatch(/^1\d\d\*{4}\d{4}$/)
    const detail = await database.as(manager, (ctx) => getDistrictCompany(ctx, developer.id))
    expect(detail.applications.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([1, 2])
    const { head } = people
    const schoolManager = {
      ...head,
      permissions: new Map([...head.permissions, ['developer.manage', head.permissions.get('app.read')!]]),
    }
    expect((await list(schoolManager)).itemCount).toBe(0)
    await expect(database.as(schoolManager, (ctx) => getDistrictCompany(ctx, developer.id))).rejects.toMatchObject({
      ret: -5,
    })
  })

  it('lose all applications at once when the district stops the cooperation, and get back what was in use', async () => {
    const developer = await aDeveloper(database)
    const [first, second] = [await approved(developer, { name: '旧的' }), await approved(developer)]
    const { version: at } = await own(developer, second)
    await save(developer, { key: second, name: '改名中', version: at })
    const { key: waiting } = await save(developer)
    const stoppedBefore = await approved(developer)
    await database.as(people.chief, (ctx) =>
      decideApplication(ctx, { key: stoppedBefore, act: 'stop', auditReason: '故障' }),
    )
    const { id } = developer
    const stop = (actor: Actor, version: number) =>
      database.as(actor, (ctx) => stopCooperation(ctx, { id, version, reason: '合同到期' }))
    expect(await stop(manager, 1)).toEqual({ applications: 2 })
    await expect(stop(manager, 1)).rejects.toThrow('数据已被他人修改')
    const states = async () => new Map((await listOwn(developer)).map(({ key, status }) => [key, status]))
    expect(await states()).toEqual(
      new Map([
        [first, 4],
        [second, 4],
        [waiting, 0],
        [stoppedBefore, 4],
      ]),
    )
    await expect(save(developer)).rejects.toThrow('该区已停止与贵企业合作：合同到期')
    await expect(renewOwnSecret(request(), developer, newSecret(first))).rejects.toThrow()
    expect((await listNews(developer)).map(({ title }) => title)).toContain('应用“旧的”停止合作')
    expect(await database.as(manager, (ctx) => resumeCooperation(ctx, { id, version: 2 }))).toEqual({ applications: 2 })
    expect(await states()).toEqual(
      new Map([
        [first, 2],
        [second, 2],
        [waiting, 0],
        [stoppedBefore, 4],
      ]),
    )
  })
})
