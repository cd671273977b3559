import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayOf, newId, type Actor, type Ctx } from '#packages/core'
import { ensureMonthPartitions, inDistrict } from '#packages/db'
import { useDatabase, type World } from '#packages/testing'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import {
  identityLogApi,
  operationApi,
  sealApi,
  type IdentityChangeRow,
  type ObjectHistoryEntry,
  type Operation,
  type OperationDetail,
  type TracedRow,
} from '#kernel/audit/contract.ts'
import { anIdCard, aPhone, openAccount } from '#kernel/identity/server/example.ts'
import { aGrade, classOf } from '#kernel/schooling/server/example.ts'
import { sealCell } from '#kernel/audit/server/seal-logs.ts'
import { sheetApi } from '#kernel/sheet/contract.ts'
import { staffApi } from '#kernel/staff/contract.ts'
import { editForm } from '#kernel/staff/server/example.ts'
import { studentApi } from '#kernel/student/contract.ts'
import { aChildIdCard, aPupil } from '#kernel/student/server/example.ts'
import { loadModules } from '../modules.ts'
import { listSmsTo } from '../testing/browser.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let chief: Caller, school: Caller, neighbour: Caller, auditor: Caller, teacher: Caller

const tokens: string[] = []

interface Caller {
  actor: Actor
  get: <Data>(path: string, query?: Record<string, string>) => Promise<{ ret: number; msg: string; data: Data }>
  post: (path: string, payload: object) => Promise<{ ret: number; msg: string; data: unknown }>
}

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  const { home, people, owner } = world
  const hire = (orgId: string, role: 'district-admin' | 'auditor' | 'school-admin' | 'teacher') =>
    people.hire(home.districtId, orgId, [role])
  chief = await sign(await hire(home.bureauId, 'district-admin'))
  auditor = await sign(await hire(home.bureauId, 'auditor'))
  school = await sign(owner)
  neighbour = await sign(await hire(home.otherSchool.id, 'school-admin'))
  teacher = await sign(await hire(home.school.id, 'teacher'))
})
afterAll(() => app.close())

async function sign(actor: Actor): Promise<Caller> {
  const token = await world.people.session(actor)
  tokens.push(token)
  const headers = { authorization: `Bearer ${token}` }
  return {
    actor,
    get: async (path, query = {}) =>
      (await app.inject({ method: 'GET', url: `${path}?${new URLSearchParams(query).toString()}`, headers })).json(),
    post: async (path, payload) => (await app.inject({ method: 'POST', url: path, payload, headers })).json(),
  }
}
const inside = <T>(work: (ctx: Ctx) => Promise<T>, now = new Date()) =>
  inDistrict(database.cells, world.home.districtId, (db) =>
    work(createPlatformCtx(database.app, world.home.districtId, db, now)),
  )

const search = async (who: Caller, query: Record<string, string> = {}) =>
  (await who.get<{ items: Operation[] }>(operationApi.operationPage.path, query)).data.items
const getHistory = (who: Caller, type: string, id: string) =>
  who.get<{ object: { title: string }; entries: { items: ObjectHistoryEntry[] } }>(operationApi.objectHistory.path, {
    type,
    id,
  })
const pairsOf = ({ changes }: Pick<ObjectHistoryEntry, 'changes'>) =>
  changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`)

/** A pupil whom the district's administrator moves to another class. */
async function moveAPupil(name: string) {
  const { grade, pupil } = await inside(async (ctx) => {
    const opened = await aGrade(ctx, world.home.school, { stage: 3, classes: 2 })
    return { grade: opened, pupil: await aPupil(ctx, classOf(opened, 0), { name, on: dayOf(ctx.now) }) }
  })
  const moved = await chief.post(studentApi.event.path, {
    targets: { ids: [pupil.id] },
    type: 'move',
    on: dayOf(new Date()),
    gradeId: grade.gradeId,
    classId: grade.classIds[1]!,
    whereTo: '',
    basis: '',
    reason: '',
  })
  expect(moved).toMatchObject({ ret: 1 })
  return pupil
}

describe('who changed the class of this pupil', () => {
  let pupil: Awaited<ReturnType<typeof moveAPupil>>
  beforeAll(async () => {
    pupil = await moveAPupil('宋知行')
  })

  it('is in the history of the pupil, with the class before and after, also for the school', async () => {
    const { data } = await getHistory(school, 'student.student', pupil.id)
    expect(data.object).toMatchObject({ title: '宋知行', kindTitle: '学生' })
    const [latest] = data.entries.items
    expect(latest).toMatchObject({ title: studentApi.event.title, personName: expect.stringMatching(/^人员/) })
    expect(pairsOf(latest!)).toContainEqual(expect.stringMatching(/^班级: .+\(1\)班 → .+\(2\)班$/))
  })

  it('is found by the name of the pupil, and the details have the changes and the request', async () => {
    const [found] = await search(auditor, { keyword: '宋知行' })
    expect(found).toMatchObject({
      title: studentApi.event.title,
      result: 'done',
      objects: expect.arrayContaining([expect.objectContaining({ kindTitle: '学生', title: '宋知行' })]),
    })
    const { data } = await auditor.get<OperationDetail>(operationApi.operationDetail.path, { id: found!.id })
    expect(pairsOf(data)).toContainEqual(expect.stringMatching(/^班级: /))
    expect(data).toMatchObject({ route: studentApi.event.path, personName: found!.personName })
    const trace = await auditor.get<TracedRow[]>(operationApi.trace.path, { id: data.requestId, at: data.at })
    expect(trace.data.map(({ log, title }) => [log, title])).toContainEqual(['operation', studentApi.event.title])
  })

  it('is nothing that another school, or a teacher, can see', async () => {
    expect(await getHistory(neighbour, 'student.student', pupil.id)).toMatchObject({ ret: -5 })
    expect(await search(neighbour, { keyword: '宋知行' })).toEqual([])
    const [found] = await search(auditor, { keyword: '宋知行' })
    expect(await neighbour.get(operationApi.operationDetail.path, { id: found!.id })).toMatchObject({ ret: -5 })
    expect(await getHistory(teacher, 'student.student', pupil.id)).toMatchObject({ ret: -6 })
    // The school itself does not read what the bureau did elsewhere, only what concerns its own objects.
    expect(await search(school, { keyword: '宋知行' })).toEqual([])
  })
})

it('lists of a school have no row of another one', async () => {
  for (const who of [school, neighbour]) {
    const { orgId } = who.actor
    const rows = await search(who, { pageSize: '200' })
    expect(rows.filter((row) => row.orgId !== orgId)).toEqual([])
  }
  expect((await search(auditor, { pageSize: '200' })).length).toBeGreaterThan(0)
})

it('searches a month at most', async () => {
  const to = dayOf(new Date())
  const before = (days: number) => dayOf(new Date(Date.now() - days * 86_400_000))
  expect(await auditor.get(operationApi.operationPage.path, { from: before(31), to })).toMatchObject({
    ret: 0,
    msg: '查询时间跨度不能超过31天',
  })
  expect(await auditor.get(operationApi.operationPage.path, { from: before(30), to })).toMatchObject({ ret: 1 })
  expect(await auditor.get(identityLogApi.identityPage.path, { from: before(31), to })).toMatchObject({ ret: 0 })
})

it('who reads what the logs say about a person is logged, who reads a list is not', async () => {
  const reader = await sign(await world.people.hire(world.home.districtId, world.home.bureauId, ['auditor']))
  const person = await world.people.hire(world.home.districtId, world.home.school.id, ['teacher'])
  const form = editForm(person.userId, '纪云读', 1, { nation: '01', workerType: 1 })
  expect(await school.post(staffApi.edit.path, form)).toMatchObject({ ret: 1 })
  await search(reader)
  await reader.get(identityLogApi.identityPage.path)
  const { data } = await reader.get<IdentityChangeRow[]>(identityLogApi.identityTimeline.path, {
    userId: person.personId,
  })
  const { id, requestId, at } = data.find(({ kind }) => kind === 'name-changed')!
  await reader.get(identityLogApi.identityDetail.path, { id })
  await reader.get(operationApi.trace.path, { id: requestId, at })
  const readings = [identityLogApi.identityTimeline, identityLogApi.identityDetail, operationApi.trace]
  await expect
    .poll(async () => (await search(chief, { personId: reader.actor.personId })).map(({ title }) => title).toSorted(), {
      timeout: 20_000,
    })
    .toEqual(readings.map(({ title }) => title).toSorted())
})

it('finds refused attempts by their result', async () => {
  const outsider = await sign(await world.people.hire(world.home.districtId, world.home.school.id, ['teacher']))
  expect(await getHistory(outsider, 'student.student', newId())).toMatchObject({ ret: -6 })
  await expect
    .poll(async () => (await search(auditor, { result: 'refused' })).map(({ title }) => title), { timeout: 20_000 })
    .toContain(operationApi.objectHistory.title)
})

it('a changed phone number is in the identity log with masked values, and in no log with its own; both are told', async () => {
  const [oldPhone, newPhone] = ['13911112222', '13933334444']
  const { districtId, school: home } = world.home
  const person = await world.people.hire(districtId, home.id, ['teacher'], null, { phone: oldPhone })
  const form = editForm(person.userId, '纪云舒', 1, { nation: '01', workerType: 1 })
  expect(await school.post(staffApi.edit.path, { ...form, mobile: newPhone })).toMatchObject({ ret: 1 })
  const { data: timeline } = await school.get<IdentityChangeRow[]>(identityLogApi.identityTimeline.path, {
    userId: person.personId,
  })
  expect(timeline.find(({ kind }) => kind === 'phone-changed')).toMatchObject({
    kind: 'phone-changed',
    before: '139****2222',
    after: '139****4444',
    isOwn: false,
    way: '管理员修改',
  })
  const { data } = await getHistory(school, 'staff.membership', person.userId)
  expect(data.entries.items.flatMap(pairsOf)).toContain('手机: 139****2222 → 139****4444')
  for (const phone of [oldPhone, newPhone])
    await expect
      .poll(async () => (await listSmsTo(phone)).map(({ text }) => text), { timeout: 10_000 })
      .toContainEqual(expect.stringContaining('您的手机号已改为139****4444'))
  const ofPerson = timeline.filter(({ kind }) => kind === 'phone-changed')
  expect(ofPerson).toHaveLength(1)
  // Another school neither finds the person nor the change.
  const hidden = await neighbour.get<IdentityChangeRow[]>(identityLogApi.identityTimeline.path, {
    userId: person.personId,
  })
  expect(hidden).toMatchObject({ ret: -5 })
  for (const log of ['operation_log', 'identity_log', 'entity_change', 'security_event'])
    expect(
      await database.sql(
        `select 1 from tenant.${log} l where to_jsonb(l)::text like any (array['%13911112222%', '%13933334444%'])`,
      ),
    ).toEqual([])
})

it('a person whose name, ID number or password an administrator changed gets an SMS, and the log has the address', async () => {
  const phone = aPhone()
  const { districtId, school: home } = world.home
  const person = await world.people.hire(districtId, home.id, ['teacher'], null, { phone, idCard: anIdCard() })
  const actor = { ...person, accountId: await openAccount(database, person, `reset.${newId().slice(-8)}`) }
  const texts = async () => (await listSmsTo(phone)).map(({ text }) => text)
  const form = editForm(actor.userId, '纪云改', 1, { nation: '01', workerType: 1 })
  expect(await school.post(staffApi.edit.path, { ...form, idCard: anIdCard() })).toMatchObject({ ret: 1 })
  await expect.poll(texts).toContainEqual(expect.stringContaining('管理员修改了您的姓名和身份证号'))
  expect(await school.post(staffApi.resetPassword.path, { id: actor.userId })).toMatchObject({ ret: 1 })
  await expect.poll(texts).toContainEqual(expect.stringContaining('管理员重置了您的登录密码'))
  const invited = await world.people.hire(districtId, home.id, ['teacher'])
  expect(await school.post(staffApi.invite.path, { ids: [invited.userId] })).toMatchObject({ ret: 1 })
  const rows = await database.sql<{ kind: string; address: string }>(
    'select kind, address from tenant.identity_log where person_id in ($1, $2) and by_account_id = $3',
    [actor.personId, invited.personId, school.actor.accountId],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['name-changed', 'id-card-changed', 'password-reset', 'invited']),
  )
  expect(new Set(rows.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']))
})

it('an export needs a reason, and is itself one line in the log', async () => {
  const body = {
    source: 'operation-log',
    filter: { from: dayOf(new Date()), to: dayOf(new Date()) },
    columns: ['title', 'at', 'person'],
    isWhole: false,
  }
  const refused = await auditor.post(sheetApi.export.path, { ...body, reason: '' })
  expect(refused).toMatchObject({ ret: -1, data: { errors: [{ field: 'reason', msg: '请填写导出原因' }] } })
  const countLines = async () =>
    (await search(auditor, { keyword: sheetApi.export.title, pageSize: '200' })).filter(
      ({ personId }) => personId === auditor.actor.personId,
    ).length
  expect(await countLines()).toBe(0)
  expect(await auditor.post(sheetApi.export.path, { ...body, reason: '年度检查' })).toMatchObject({ ret: 1 })
  expect(await countLines()).toBe(1)
  expect(await school.post(sheetApi.export.path, { ...body, reason: '年度检查' })).toMatchObject({ ret: -6 })
})

it('a password, a token, a code and an ID number in two hundred requests are in no log', async () => {
  const secrets = { userPwd: 'Mima-8841-Anquan', code: '904417', idCard: aChildIdCard('女'), mobile: '13955556666' }
  const person = await world.people.hire(world.home.districtId, world.home.school.id, ['teacher'])
  const form = editForm(person.userId, '纪云帆', 1, { nation: '01', workerType: 1 })
  const saved = await school.post(staffApi.edit.path, { ...form, idCard: secrets.idCard, mobile: secrets.mobile })
  expect(saved).toMatchObject({ ret: 1 })
  const writes = app.mounted.filter(({ method, multipart }) => method === 'POST' && !multipart)
  for (let sent = 0; sent < 200; sent++) {
    const { path } = writes[sent % writes.length]!
    await [school, teacher, auditor][sent % 3]!.post(path, {
      ...secrets,
      userName: secrets.mobile,
      password: secrets.userPwd,
      msgCode: secrets.code,
      name: '样例',
    })
  }
  for (const keyword of Object.values(secrets)) await search(auditor, { keyword })
  const words = [...Object.values(secrets), ...tokens].map((secret) => `\\m${secret.replaceAll(/[.+]/g, '.')}\\M`)
  const logs = [
    'operation_log',
    'operation_object',
    'entity_change',
    'login_log',
    'identity_log',
    'download_log',
    'reveal_log',
    'security_event',
    'login_end',
    'api_call_log',
    'message_delivery',
    'account_sms',
  ]
  for (const log of logs)
    expect(
      await database.sql(`select to_jsonb(l)::text from tenant.${log} l where to_jsonb(l)::text ~ any($1)`, [words]),
    ).toEqual([])
  // The search itself would find one: the masked number is there.
  const masked = await database.sql("select 1 from tenant.entity_change l where to_jsonb(l)::text like '%139****6666%'")
  expect(masked).toHaveLength(1)
})

describe('verify names the broken place', () => {
  // Noon of a day long ago, so that nothing else is in its windows.
  const day = dayOf(new Date(Date.now() - 2 * 86_400_000))
  const noon = new Date(`${day}T12:00:00+08:00`)
  const verify = async () =>
    (
      await auditor.get<{
        isIntact: boolean
        message: string
        logs: { log: string; findings: { kind: string; from: string; sealedRows: number; presentRows: number }[] }[]
      }>(sealApi.verify.path, { date: day })
    ).data

  /** Three rows of that noon, sealed at that time. */
  beforeAll(async () => {
    await inside(async ({ db }) => {
      await ensureMonthPartitions(db, 'operation_log', noon, 1)
    })
    for (const title of ['甲', '乙', '丙']) await insertRow(title)
    await sealCell(database.cells, 1, new Date(), 0)
    ;[sealed] = await database.sql<{ rows: unknown }>(
      'select jsonb_agg(to_jsonb(l)) as rows from tenant.operation_log l where logged_at = $1',
      [noon],
    )
  })
  let sealed: { rows: unknown } | undefined
  afterEach(async () => {
    await database.sql('delete from tenant.operation_log where logged_at = $1', [noon])
    await database.sql(
      'insert into tenant.operation_log select * from jsonb_populate_recordset(null::tenant.operation_log, $1)',
      [JSON.stringify(sealed!.rows)],
    )
  })
  const insertRow = (title: string) =>
    database.sql(
      `insert into tenant.operation_log (district_id, at, id, account_id, person_id, user_id, org_id, route, title, request_id, logged_at)
       values ($1, $2, $3, $3, $3, $3, $4, '/', $5, $3, $2)`,
      [world.home.districtId, noon, newId(), world.home.bureauId, title],
    )
  const findBroken = async () => {
    const { isIntact, message, logs } = await verify()
    return {
      isIntact,
      message,
      found: logs.flatMap(({ log, findings }) =>
        findings
          .filter(({ kind }) => kind.startsWith('row'))
          .map(({ kind, sealedRows, presentRows }) => [log, kind, sealedRows, presentRows]),
      ),
    }
  }

  it('nothing, where nothing was done', async () => {
    expect(await findBroken()).toEqual({ isIntact: true, message: '', found: [] })
  })

  it('a changed, a removed and an added row', async () => {
    const failed = { isIntact: false, message: `${day}日志校验失败` }
    const row = "from tenant.operation_log where title = '甲' and logged_at = $1"
    await database.sql("update tenant.operation_log set title = '假' where title = '乙' and logged_at = $1", [noon])
    expect(await findBroken()).toEqual({ ...failed, found: [['operation-log', 'row changed', 3, 3]] })
    await database.sql("update tenant.operation_log set title = '乙' where title = '假' and logged_at = $1", [noon])
    await database.sql(`delete ${row}`, [noon])
    expect(await findBroken()).toEqual({ ...failed, found: [['operation-log', 'row removed', 3, 2]] })
    await insertRow('丁')
    await insertRow('戊')
    expect(await findBroken()).toEqual({ ...failed, found: [['operation-log', 'row added', 3, 4]] })
  })

  it('for auditors of the district only', async () => {
    expect(await school.get(sealApi.verify.path, { date: day })).toMatchObject({ ret: -6 })
    const { data } = await auditor.get<{ log: string; seals: number; head: string }[]>(sealApi.seals.path, {
      date: day,
    })
    expect(data.find(({ log }) => log === 'operation-log')).toMatchObject({
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })
})
