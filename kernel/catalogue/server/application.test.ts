import { beforeAll, describe, expect, it, vi } from 'vitest'
import { defineApplication, defineModule } from '#packages/contract'
import type { Actor } from '#packages/core'
import { approveTask, listOpenTasks, recallRecord, rejectTask } from '#kernel/approval/server/api.ts'
import { createActor, useDatabase } from '#packages/testing'
import { applicationFields, type ApplicationForm } from '../contract.ts'
import { createPeople, declareApprovals, type People } from './application.fixture.ts'
import { listAllApplications } from './application-list.ts'
import { saveApplication } from './service/applications/save-application.ts'
import { applicationApproval } from './service/applications/application-approval.ts'
import { decideApplication } from './service/applications/approve-application.ts'
import type { ApplicationDecisionKind } from './service/applications/application-lifecycle.ts'
import { listApplications, getApplication, getApplicationHistory } from './service/applications/list-applications.ts'
import { resetSecret } from './service/applications/application-secret.ts'
import { sortCategory } from './service/applications/sort-applications.ts'
import { applicationForm } from './example.ts'

const database = useDatabase()
const plain = { graceHours: 24, reason: '' }
let people: People

beforeAll(async () => {
  people = await createPeople(database, createActor({ districtId: database.home }))
  declareApprovals(database, people.chief)
})

const apply = (actor: Actor, facts: Partial<ApplicationForm> = {}) =>
  database.as(actor, (ctx) => saveApplication(ctx, applicationForm(facts)))
const getOne = (actor: Actor, key: string) => database.as(actor, (ctx) => getApplication(ctx, key))
const decide = async (actor: Actor, key: string, act: ApplicationDecisionKind, auditReason = '', version?: number) => {
  const at = version ?? (await getOne(people.chief, key)).version
  return database.as(actor, (ctx) => decideApplication(ctx, { key, act, auditReason, version: at }))
}
const list = (actor: Actor, facts: { keyword?: string; status?: 0[] } = {}) =>
  database.as(actor, (ctx) =>
    listApplications(ctx, { pageNumber: 1, pageSize: 200, keyword: '', status: [], category: [], kind: [], ...facts }),
  )
/** A published application of the district that can be granted to everybody. */
const publishApplication = async (facts: Partial<ApplicationForm> = {}) => {
  const { key } = await apply(people.chief, facts)
  await decide(people.chief, key, 'agree')
  return key
}

describe('registering an application', () => {
  it('creates a draft until it is submitted for audit by the district', async () => {
    const form = applicationForm({ isSubmitted: false })
    const { key, status, oneTimeSecret } = await database.as(people.head, (ctx) => saveApplication(ctx, form))
    expect(status).toBe(0)
    expect(oneTimeSecret).toMatch(/^[\w-]{43}$/)
    const again = await database.as(people.head, (ctx) =>
      saveApplication(ctx, { ...form, key, version: 1, isSubmitted: true }),
    )
    expect(again).toEqual({ key, status: 1, oneTimeSecret: '' })
    expect((await getOne(people.head, key)).actions).toEqual(['edit', 'secret'])
    expect((await getOne(people.chief, key)).actions).toEqual(['edit', 'secret', 'agree', 'refuse'])
    await expect(decide(people.head, key, 'agree')).rejects.toThrow('不存在')
    expect(await decide(people.chief, key, 'agree')).toEqual({ status: 2 })
    const history = await database.as(people.head, (ctx) => getApplicationHistory(ctx, key))
    expect(history.map(({ by, title }) => `${by}${title}`)).toEqual([
      '区长官审核通过',
      '校管理提交审核',
      '校管理登记为草稿',
    ])
  })

  it.each([
    [{ url: '' }, '请输入应用地址'],
    [{ mainApp: 'nothing-like-it' }, '主应用不存在'],
  ] as const)('refuses %j', async (facts, expectedMessage) => {
    await expect(apply(people.head, facts)).rejects.toThrow(expectedMessage)
  })

  it.each([
    ['10.1.2.3\n10.0.0.0/33', '第2个地址有误'],
    ['example.cn', '第1个地址有误'],
    ['10.1.2.3/8/8', '第1个地址有误'],
    ['10.1.2.3 2001:db8::/129', '第2个地址有误'],
    ['10.1.2', '第1个地址有误'],
    ['10.1.2.010', '第1个地址有误'],
  ])('refuses the addresses %j', (ips, expectedMessage) => {
    expect(applicationFields.shape.ips.safeParse(ips).error?.issues[0]?.message).toBe(expectedMessage)
  })

  it('accepts IPv4 and IPv6 addresses and networks', async () => {
    expect(applicationFields.shape.ips.safeParse('10.1.2.3\n 10.0.0.0/8\n2001:db8::/32 ::1').success).toBe(true)
    const { key } = await apply(people.head, { ips: '10.1.2.3\n 10.0.0.0/8\n2001:db8::/32 10.1.2.3' })
    expect((await getOne(people.head, key)).ips).toBe('10.1.2.3\n10.0.0.0/8\n2001:db8::/32')
  })

  it('refuses a name that is taken unless the edition differs', async () => {
    const { name } = await getOne(people.chief, await publishApplication())
    await expect(apply(people.otherHead, { name })).rejects.toThrow('应用名称已存在，请填写版本标识')
    await apply(people.otherHead, { name, edition: '学校' })
    await expect(apply(people.head, { name, edition: '学校' })).rejects.toThrow('应用名称和版本已存在')
  })

  it('is possible only for organisations that the caller manages', async () => {
    await expect(apply(people.head, { manageOrgId: people.other.id })).rejects.toThrow('组织不存在')
    await expect(apply(people.head, { manageOrgId: people.bureau.id })).rejects.toThrow('组织不存在')
    const { key } = await apply(people.chief, { manageOrgId: people.other.id })
    expect((await getOne(people.otherHead, key)).manageOrgName).toBe('文澜中学')
  })
})

describe('the lifecycle of an application', () => {
  it('keeps the old version in use until a change is approved', async () => {
    const key = await publishApplication({ name: '旧名字', url: 'https://old.example.cn/' })
    const { version } = await getOne(people.chief, key)
    const form = applicationForm({ key, name: '新名字', url: 'https://new.example.cn/', version })
    await expect(apply(people.chief, { ...form, isSubmitted: false })).rejects.toThrow('已上架的应用修改后须提交审核')
    expect(await apply(people.chief, form)).toMatchObject({ status: 5 })
    const waiting = await getOne(people.chief, key)
    expect(waiting).toMatchObject({ name: '旧名字', url: 'https://old.example.cn/', status: 5 })
    expect(waiting.pending).toEqual([
      { title: '应用名称', before: '旧名字', after: '新名字' },
      { title: '应用地址', before: 'https://old.example.cn/', after: 'https://new.example.cn/' },
    ])
    await decide(people.chief, key, 'agree')
    expect(await getOne(people.chief, key)).toMatchObject({ name: '新名字', status: 2, pending: [] })
    expect((await list(people.chief, { keyword: 'xinmingzi' })).items.map((app) => app.key)).toContain(key)
  })

  it('keeps the old version when a change is refused', async () => {
    const key = await publishApplication({ name: '不变的名字' })
    const { version } = await getOne(people.chief, key)
    await apply(people.chief, { key, name: '想要的名字', version })
    await decide(people.chief, key, 'refuse', '名称不当')
    const after = await getOne(people.chief, key)
    expect(after).toMatchObject({ name: '不变的名字', status: 2, pending: [], auditReason: '名称不当' })
    await expect(apply(people.chief, { ...after, name: '不变的名字', ips: '' } as never)).rejects.toThrow(
      '没有需要变更的内容',
    )
  })

  it('allows stopping and resuming, and closing only when it is not in use', async () => {
    const key = await publishApplication()
    await expect(decide(people.chief, key, 'stop')).rejects.toThrow('请填写停用理由')
    await expect(decide(people.chief, key, 'close')).rejects.toThrow('该应用当前不能执行此操作')
    expect(await decide(people.chief, key, 'stop', '有漏洞')).toEqual({ status: 4 })
    await expect(apply(people.chief, { key, version: 3 })).rejects.toThrow('该应用已停用，请先恢复')
    await expect(database.as(people.chief, (ctx) => resetSecret(ctx, { key, ...plain }))).rejects.toThrow(
      '该应用已停用或注销',
    )
    expect(await decide(people.chief, key, 'resume')).toEqual({ status: 2 })
    await decide(people.chief, key, 'stop', '不再使用')
    expect(await decide(people.chief, key, 'close')).toEqual({ status: 9 })
    await expect(decide(people.chief, key, 'resume')).rejects.toThrow('该应用当前不能执行此操作')
  })

  it('reviews again what is saved again, in the inbox of the auditors', async () => {
    const { key } = await apply(people.head, { name: '第一稿' })
    const tasks = async () =>
      (
        await database.as(people.chief, (ctx) => listOpenTasks(ctx, { keyword: '', pageNumber: 1, pageSize: 100 }))
      ).items.filter(({ title }) => title.includes('稿”'))
    const [first] = await tasks()
    expect(first).toMatchObject({ title: '应用“第一稿”登记' })
    const { version } = await getOne(people.head, key)
    await apply(people.head, { key, name: '第二稿', version })
    const [second, ...others] = await tasks()
    expect(others).toEqual([])
    expect(second).toMatchObject({ title: '应用“第二稿”登记' })
    await expect(database.as(people.chief, (ctx) => approveTask(ctx, { taskId: first!.taskId }))).rejects.toThrow()
    // A colleague to whom the task is handed on cannot publish what she may not review.
    const unable = { ...people.chief, permissions: new Map() }
    await expect(database.as(unable, (ctx) => approveTask(ctx, { taskId: second!.taskId }))).rejects.toThrow(
      '您没有审核应用的权限',
    )
    await database.as(people.chief, (ctx) => rejectTask(ctx, { taskId: second!.taskId, opinion: '请补充说明' }))
    expect(await getOne(people.head, key)).toMatchObject({ status: 3, auditReason: '请补充说明' })
    // Recalled by the applicant, it is a draft again.
    await apply(people.head, { key, name: '第三稿', version: (await getOne(people.head, key)).version })
    await database.as(people.head, (ctx) => recallRecord(ctx, 'application', key))
    expect((await getOne(people.head, key)).status).toBe(0)
    expect(await tasks()).toEqual([])
  })

  it('somebody else may have the last word after an auditor', async () => {
    const before = { ...database.app.contributions }
    const { chief, head, teacher } = people
    const { rules } = applicationApproval
    const last = { ...rules.steps[0]!, key: 'last', name: '领导审批', approver: { kind: 'leader', with: {} } }
    const steps = [...rules.steps, last] as typeof rules.steps
    database.contribute('approvalSubjects', { ...applicationApproval, rules: { ...rules, steps } })
    const resolve = async () => [{ personId: teacher.personId, memberId: teacher.userId }]
    database.contribute('approverKinds', { kind: 'leader', title: '领导', resolve })
    try {
      const { key } = await apply(head, { name: '两级审核' })
      const approve = async (actor: Actor) => {
        const page = { keyword: '', pageNumber: 1, pageSize: 100 }
        const { items } = await database.as(actor, (ctx) => listOpenTasks(ctx, page))
        const { taskId } = items.find(({ title }) => title.includes('两级审核'))!
        await database.as(actor, (ctx) => approveTask(ctx, { taskId }))
      }
      await approve(chief)
      expect((await getOne(head, key)).status).toBe(1)
      // Whoever approved first is no auditor (any more).
      await expect(approve(teacher)).rejects.toThrow('您没有审核应用的权限')
      database.contribute('appointments', {
        listPermissions: async () => [],
        listHolders: async (_, permission) =>
          permission === 'app.audit' ? [{ membershipId: chief.userId, title: '应用审核员' }] : [],
      })
      await approve(teacher)
      expect((await getOne(head, key)).status).toBe(2)
    } finally {
      database.app.contributions = before
    }
  })

  it('loses a change that waits when it is stopped', async () => {
    const key = await publishApplication({ name: '待停用' })
    await apply(people.chief, { key, name: '改名', version: (await getOne(people.chief, key)).version })
    await decide(people.chief, key, 'stop', '有漏洞')
    expect(await getOne(people.chief, key)).toMatchObject({ name: '待停用', status: 4, pending: [] })
    const open = await database.as(people.chief, (ctx) =>
      listOpenTasks(ctx, { keyword: '', pageNumber: 1, pageSize: 100 }),
    )
    expect(open.items.filter(({ title }) => title.includes('改名'))).toEqual([])
  })

  it('lets one of two concurrent decisions succeed', async () => {
    const { key } = await apply(people.head)
    // The second decision is based on the same version and is written after the first has ended.
    const second = await database.as(people.chief, async (ctx) => {
      await decideApplication(ctx, { key, act: 'agree', auditReason: '', version: 1 })
      const late = decide(people.chief, key, 'refuse', '不行', 1).catch((error: unknown) => error)
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect(await database.sql(waiting)).toHaveLength(1), {
        timeout: 60_000,
        interval: 20,
      })
      return { late }
    })
    expect(await second.late).toMatchObject({ ret: -9, message: '数据已被他人修改，请刷新后重试' })
    expect((await getOne(people.chief, key)).status).toBe(2)
  })

  it('refuses a change that is based on an older version', async () => {
    const { key } = await apply(people.head, { isSubmitted: false })
    await apply(people.head, { key, version: 1, isSubmitted: false })
    await expect(apply(people.head, { key, version: 1, isSubmitted: false })).rejects.toMatchObject({ ret: -9 })
  })
})

describe('the list of registered applications', () => {
  it('shows a school its own and the shared applications, not those of another school', async () => {
    const shared = await publishApplication({ ips: '10.9.9.9', includesBelow: true })
    const bureauOnly = await publishApplication({ includesBelow: false })
    const draft = (await apply(people.chief, { isSubmitted: false })).key
    const { key: foreign } = await apply(people.otherHead)
    const keys = (await list(people.head)).items.map(({ key }) => key)
    expect(keys).toContain(shared)
    for (const hidden of [bureauOnly, draft, foreign]) {
      expect(keys).not.toContain(hidden)
      await expect(getOne(people.head, hidden)).rejects.toThrow('应用不存在')
    }
    // Technical details are visible only to the managing organisation.
    expect(await getOne(people.head, shared)).toMatchObject({ ips: '', actions: [], hasSecret: false, pending: [] })
    await expect(database.as(people.head, (ctx) => getApplicationHistory(ctx, shared))).rejects.toThrow('应用不存在')
    await expect(apply(people.head, { key: shared, version: 2 })).rejects.toThrow('应用不存在')
    await expect(database.as(people.head, (ctx) => resetSecret(ctx, { key: shared, ...plain }))).rejects.toThrow(
      '应用不存在',
    )
  })

  it('finds by name, pinyin and initials', async () => {
    const key = await publishApplication({ name: '校园安全巡查' })
    for (const keyword of ['安全巡', 'anquanxuncha', 'xyaqxc'])
      expect((await list(people.chief, { keyword })).items.map((app) => app.key)).toEqual([key])
  })
})

describe('a built-in application', () => {
  beforeAll(() => {
    database.app.manifests = [
      defineModule({ key: 'org', title: '组织', permissions: {} }),
      ...['教师请假', '调课'].map((title, at) =>
        defineApplication({
          key: `built-in-${at}`,
          title,
          route: `BuiltIn${at}`,
          category: 'office',
          about: '',
          icon: 'calendar',
          permissions: {},
          pages: [{ path: '', title, permission: 'staff', help: 'built-in' }],
        }),
      ),
    ]
  })

  it('takes name and address from the code and has a row only when the district changes it', async () => {
    expect(await getOne(people.chief, 'built-in-0')).toMatchObject({
      name: '教师请假',
      url: '/application/BuiltIn0',
      kind: 1,
      status: 2,
      actions: ['limit', 'stop'],
      version: 0,
    })
    await expect(apply(people.chief, { key: 'built-in-0', name: '改名' })).rejects.toThrow('不能修改')
    await expect(database.as(people.chief, (ctx) => resetSecret(ctx, { key: 'built-in-0', ...plain }))).rejects.toThrow(
      '没有密钥',
    )
    expect(await decide(people.chief, 'built-in-0', 'stop', '暂不使用')).toEqual({ status: 4 })
    expect(await getOne(people.chief, 'built-in-0')).toMatchObject({ name: '教师请假', status: 4, actions: ['resume'] })
    expect(await decide(people.chief, 'built-in-0', 'resume')).toEqual({ status: 2 })
    await expect(decide(people.head, 'built-in-0', 'stop', '不要')).rejects.toThrow('不存在')
  })

  it('is placed in its category where the district sorts it', async () => {
    const third = await publishApplication({ category: 'office' })
    const order = () =>
      database.as(people.chief, async (ctx) =>
        (await listAllApplications(ctx)).filter(({ category }) => category === 'office').map(({ key }) => key),
      )
    const sort = (actor: Actor, fAppKeys: string[]) =>
      database.as(actor, (ctx) => sortCategory(ctx, { appSort: 'office', fAppKeys }))
    await sort(people.chief, [third, 'built-in-1', 'built-in-0'])
    expect(await order()).toEqual([third, 'built-in-1', 'built-in-0'])
    await sort(people.chief, ['built-in-0'])
    expect(await order()).toEqual(['built-in-0', third, 'built-in-1'])
    await expect(sort(people.chief, [await publishApplication({ category: 'teachers' })])).rejects.toThrow('应用不存在')
    await expect(sort(people.head, [third])).rejects.toThrow('应用不存在')
  })
})
