import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { approversByPermission } from '#kernel/access/server/approvers.ts'
import { twoSchoolsWithRoles } from '#kernel/access/server/example.ts'
import { approveTask, getOpenTasksOf } from '#kernel/approval/server/api.ts'
import { approvalMembers } from '#kernel/staff/server/approvers.ts'
import type { twoSchools } from '#kernel/org/server/example.ts'
import { emptyScope, Refusal, Ret, type Actor } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { useFiles } from '#kernel/files/server/files.fixture.ts'
import { openTaskResult } from '#kernel/files/server/service/zip-files.ts'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import { listMessages } from '#kernel/message/server/service/messages.ts'
import { onTaskEnded } from '#kernel/message/server/task-notifications.ts'
import { manifest as staffManifest } from '#kernel/staff/manifest.ts'
import { isOwnTask } from '#kernel/task/server/api.ts'
import { cancelTask } from '#kernel/task/server/tasks.ts'
import { createPerson } from '#kernel/identity/server/api.ts'
import type { ExportRecord } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { onExportEnded, sweepExports } from './export-jobs.ts'
import { exportRowsTask } from './export-task.ts'
import { createPeople, createRegister, unpackWorkbook } from './export.fixture.ts'
import { cancelExport, decideExport, exportApproval } from './service/approve-export.ts'
import { dataExports, listExports } from './service/exports.ts'
import { requestExport, previewExport, getExportSourceFacts } from './service/request-export.ts'

const database = useDatabase()
const { as, sql, home } = database
useFiles(database)
const queue = createTestQueue(database, [exportRowsTask.job as never], [onExportEnded, onTaskEnded])
const { hire, also, enter, takeRoles, founder } = createPeople(database)
let tree: Awaited<ReturnType<typeof twoSchools>>
const list = createRegister(() => tree)

/** The clerk may export, the head may approve, the administrator may do both. */
let clerk: Actor
let head: Actor
let admin: Actor
let otherHead: Actor

/** The purposes of requested step-up proofs; the code is always 123456. */
const demanded: string[] = []

beforeAll(async () => {
  database.app.manifests = [staffManifest, manifest]
  database.contribute('exports', ...list.sources)
  database.contribute('approvalSubjects', exportApproval)
  database.contribute('approverKinds', approversByPermission)
  database.contribute('approvalMembers', approvalMembers)
  database.contribute('fileOwners', { kind: 'task', canRead: isOwnTask })
  database.contribute('taskResultOpeners', openTaskResult)
  database.contribute('stepUpChecks', async (_ctx, purpose, { code, msgId }) => {
    if (code === '123456' && msgId === purpose) return true
    demanded.push(purpose)
    throw new Refusal('请先完成短信验证', Ret.secondStepNeeded, { msgId: purpose })
  })
  tree = await as(founder, twoSchoolsWithRoles)
})

beforeEach(async () => {
  await sql('delete from tenant.membership_role')
  await sql(
    'truncate tenant.message, tenant.message_batch, tenant.message_delivery, tenant.event, tenant.data_export, tenant.flow_task, tenant.flow_copy, tenant.flow_instance',
  )
  await queue.forget()
  demanded.length = 0
  list.fill('school', 3)
  list.fill('other', 2)
  Object.assign(list.state, { isUnmasked: false, reads: 0, onRead: async () => {} })
  clerk = await hire('钱人事', tree.school, 'hr')
  head = await hire('李校长', tree.school, 'head')
  admin = await hire('赵管理', tree.school, 'school-admin')
  otherHead = await hire('孙校长', tree.other, 'head')
})

const question = (more: object = {}) => ({
  source: 'register',
  filter: {},
  columns: ['name', 'phone'],
  isWhole: false,
  reason: '',
  ...more,
})
const ask = (who: Actor, more: object = {}) => requestExport(database.requestCtx(who), question(more))
const preview = (who: Actor, more: object = {}) => previewExport(database.requestCtx(who), question(more))
const reason = '教育局要求核对人员信息'
/** Requests with the required code. */
async function askProved(who: Actor, more: object = {}) {
  const request = { reason, ...more }
  const refusal = await ask(who, request).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(refusal).toMatchObject({ ret: Ret.secondStepNeeded })
  return ask(who, { ...request, msgId: demanded.at(-1), code: '123456' })
}
const decide = (who: Actor, id: string, isAgreed = true, opinion = '') =>
  as(who, (ctx) => decideExport(ctx, { id, isAgreed, opinion }))
const read = (who: Actor, id: string) => as(who, (ctx) => dataExports.get(ctx, { id }))
const approver = { isApprover: true, isDeputy: false, isAdministrator: false }
const page = { pageNumber: 1, pageSize: 20 }
const listed = async (who: Actor, view: 'mine' | 'decide' | 'all') =>
  (await as(who, (ctx) => listExports(ctx, { as: view, keyword: '', orgId: null, ...page }))).items.map(({ id }) => id)
const messages = async (who: Actor) =>
  (await as(who, (ctx) => listMessages(ctx, { state: 'all', keyword: '', ...page }))).items
const work = async () => {
  await queue.work('sheet.export')
  await queue.publishAll()
}
/** The file that the requester can read. */
async function fileOf(who: Actor, id: string) {
  const { taskId } = await read(who, id)
  const [task] = await sql<{ result: string }>('select result from tenant.task where id = $1', [taskId])
  const url = await as(who, (ctx) => openTaskResult(ctx, taskId!, task!.result))
  const parts = await unpackWorkbook(new Uint8Array(await (await fetch(url)).arrayBuffer()))
  return {
    name: decodeURIComponent(new URL(url).pathname.split('/').at(-1)!),
    parts,
    text: Object.values(parts).join('\n'),
  }
}
/** Somebody else decided, or the request ended. */
const handled = '该任务已被处理，请刷新后查看'
const ledger = async () =>
  (await sql<{ count: number }>('select count(*)::int as count from tenant.data_export'))[0]!.count
const shift = (id: string, hours: number) =>
  sql(`update tenant.data_export set requested_at = requested_at - make_interval(hours => $2) where id = $1`, [
    id,
    hours,
  ])
/** The message of a refusal. */
const getRefusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'it was not refused',
    (error: unknown) => (error instanceof Refusal ? error.message : String(error)),
  )

describe('an export of a few people, masked', () => {
  it('is written for the requester with name, organisation, time and reason, without an approval', async () => {
    expect(await preview(clerk)).toEqual({
      count: 3,
      description: '全部',
      needsReason: false,
      needsApproval: false,
      isLong: false,
      obstacle: '',
    })
    const { id, taskId } = await ask(clerk)
    expect(taskId).not.toBeNull()
    expect(await read(clerk, id)).toMatchObject({
      state: 'running',
      isOwn: true,
      requester: { name: '钱人事' },
      org: { name: '实验小学' },
    })
    await work()
    expect(await read(clerk, id)).toMatchObject({ state: 'done', count: 3, columns: ['姓名', '手机'], isWhole: false })
    const { name, text, parts } = await fileOf(clerk, id)
    expect(name).toMatch(/^教职工_实验小学_\d{8}\.xlsx$/)
    for (const expected of ['教师0', '教师2', '139****0002', '钱人事', '实验小学', '全部', id])
      expect(text).toContain(expected)
    expect(text).not.toContain('13900000002')
    expect(Object.entries(parts).find(([part]) => part.includes('docProps'))).toBeDefined()
    expect(
      Object.entries(parts).filter(([part, content]) => part.startsWith('docProps') && content.includes(id)),
    ).not.toEqual([])
    expect(demanded).toEqual([])
    // The dialog waited for the file, so no message is sent.
    expect(await messages(clerk)).toEqual([])
    expect(await messages(head)).toEqual([])
  })

  it('counts the rows in the file although somebody left while it was written', async () => {
    list.state.onRead = async () => void list.people.splice(0, 1)
    const { id } = await ask(clerk)
    await work()
    const { text } = await fileOf(clerk, id)
    expect(text).toMatch(/行数<\/t><\/is><\/c><c [^>]*><is><t [^>]*>2</)
    expect(await sql('select count, row_count from tenant.data_export where id = $1', [id])).toEqual([
      { count: 3, row_count: 2 },
    ])
    // The printed header names the person who exported.
    expect(text).toMatch(/<oddHeader>&amp;L钱人事（实验小学）[\d: -]+ 导出，请勿外传<\/oddHeader>/)
  })

  it('contains only what the requester may both read and export', async () => {
    list.fill('other', 40)
    expect((await preview(clerk)).count).toBe(3)
    const chief = await hire('周局长', tree.bureau, 'district-admin')
    expect((await preview(chief)).count).toBe(43)
    await sql(
      `insert into tenant.role_permission (district_id, role_id, permission, scope, org_ids)
       select district_id, id, 'data.export', 'listed-orgs', array[$1::uuid] from tenant.role where template = 'district-admin'`,
      [tree.other.id],
    )
    expect((await preview(await enter(chief))).count).toBe(40)
    await sql('delete from tenant.role_permission')
  })

  it('is refused to those who may only read or only export', async () => {
    const teacher = await hire('王老师', tree.school, 'teacher')
    await expect(ask(teacher)).rejects.toMatchObject({ ret: Ret.forbidden })
    const permissions = new Map(clerk.permissions)
    permissions.delete('user.read')
    await expect(ask({ ...clerk, permissions })).rejects.toMatchObject({ ret: Ret.forbidden })
    await expect(as({ ...clerk, permissions }, (ctx) => getExportSourceFacts(ctx, 'register'))).rejects.toMatchObject({
      ret: Ret.forbidden,
    })
    await expect(as(clerk, (ctx) => getExportSourceFacts(ctx, 'nothing'))).rejects.toMatchObject({ ret: Ret.notFound })
    expect(await as(head, (ctx) => getExportSourceFacts(ctx, 'register'))).toMatchObject({
      title: '教职工',
      maySensitive: false,
    })
    expect(await as(clerk, (ctx) => getExportSourceFacts(ctx, 'register'))).toMatchObject({ maySensitive: true })
  })

  it('is refused while the application of the list is closed, also when the file is written', async () => {
    onTestFinished(() => void delete (database.app.contributions as { routeGuards?: unknown }).routeGuards)
    const close = (module: string) =>
      database.contribute('routeGuards', {
        appliesTo: (_, route) => route.module === module,
        refuse: async () => {
          throw new Refusal('该应用未对本单位开通', Ret.forbidden)
        },
      })
    close('other')
    const { id } = await ask(clerk)
    close(staffManifest.key)
    await work()
    expect(await read(clerk, id)).toMatchObject({ state: 'failed' })
    const refused = { ret: Ret.forbidden, message: '该应用未对本单位开通' }
    await expect(ask(clerk)).rejects.toMatchObject(refused)
    await expect(preview(clerk)).rejects.toMatchObject(refused)
    await expect(as(clerk, (ctx) => getExportSourceFacts(ctx, 'register'))).rejects.toMatchObject(refused)
  })

  it('offers and writes no column that the requester may not see', async () => {
    const [source] = list.sources
    const [name, ...others] = source!.columns
    const visibleWith = 'user.reveal-phone'
    onTestFinished(() => database.contribute('exports', ...list.sources))
    database.contribute('exports', { ...source!, columns: [name!, { ...others[0]!, visibleWith }, ...others.slice(1)] })
    const outsider = { ...clerk, permissions: new Map([...clerk.permissions].filter(([code]) => code !== visibleWith)) }
    const insider = { ...outsider, permissions: new Map(outsider.permissions).set(visibleWith, emptyScope) }
    const columnsOf = async (who: Actor) =>
      (await as(who, (ctx) => getExportSourceFacts(ctx, 'register'))).columns.map(({ key }) => key)
    expect(await columnsOf(outsider)).toEqual(['name', 'at', 'age'])
    expect(await columnsOf(insider)).toEqual(['name', 'phone', 'at', 'age'])
    await expect(ask(outsider)).rejects.toMatchObject({ data: { errors: [{ field: 'columns', msg: '没有这一列' }] } })
  })

  it('requested twice at once is written once', async () => {
    const before = await ledger()
    const answers = await Promise.all([ask(clerk), ask(clerk), ask(clerk)])
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await ledger()).toBe(before + 1)
    await work()
    const again = await ask(clerk) // a finished export may be requested again
    expect(again.id).not.toBe(answers[0]!.id)
  })

  it('keeps all values as text, whatever was written into the list', async () => {
    const evil = ['=1+1', '+86', '-2', '@SUM(A1)', '\t=1', "=cmd|' /C calc'!A0", '<f>1</f>', '=HYPERLINK("http://x")']
    list.people.splice(
      0,
      list.people.length,
      ...evil.map((name) => ({ at: 'school' as const, name, phone: '13900000001' })),
    )
    const { id } = await ask(clerk)
    await work()
    const { parts, text } = await fileOf(clerk, id)
    expect(text).not.toMatch(/<f[ >/]/)
    expect(Object.keys(parts).join()).not.toMatch(/externalLink|vba|activeX/i)
    for (const expected of ['=1+1', '@SUM(A1)', '&lt;f&gt;1&lt;/f&gt;']) expect(text).toContain(expected)
  })

  it('fails when a list did not mask its columns', async () => {
    list.state.isUnmasked = true
    const { id, taskId } = await ask(clerk)
    await queue.work('sheet.export').catch(() => {})
    const [file] = await sql<{ status: string }>(
      `select f.status from tenant.file f join tenant.data_export e on e.file_id = f.id where e.id = $1`,
      [id],
    )
    expect(file).toEqual({ status: 'uploading' })
    expect(await sql('select result from tenant.task where id = $1', [taskId])).toEqual([{ result: null }])
  })

  it('is not written without approval when it has grown into many people', async () => {
    const { id } = await ask(clerk)
    list.fill('school', 501)
    await work()
    expect(await read(clerk, id)).toMatchObject({ state: 'failed', failure: '数据已多于申请时的数量，请重新导出' })
  })

  it('is refused without rows and with an unknown column', async () => {
    list.fill('school', 0)
    expect(await getRefusal(ask(clerk))).toBe('没有可以导出的数据')
    expect(await getRefusal(ask(clerk, { columns: ['password'] }))).toBe('没有这一列')
    expect(await getRefusal(ask(clerk, { filter: { keyword: '长'.repeat(51) } }))).toBe('关键字不超过50字')
  })
})

it('refuses too many previews by number', async () => {
  const guess = (at: number) => preview(clerk, { filter: { keyword: `139${String(at).padStart(8, '0')}` } })
  for (let at = 0; at < 30; at++) await guess(at)
  await expect(guess(30)).rejects.toMatchObject({ ret: Ret.tooMany })
  await expect(ask(clerk)).rejects.toMatchObject({ ret: Ret.tooMany })
  expect(await preview(head)).toMatchObject({ count: 3 })
})

describe('an export of unmasked numbers', () => {
  const whole = { isWhole: true }

  it('needs the permission, a reason, a code and an approval, and is logged', async () => {
    await expect(ask(head, { ...whole, reason })).rejects.toMatchObject({ ret: Ret.forbidden })
    expect(await preview(clerk, whole)).toMatchObject({ needsReason: true, needsApproval: true, obstacle: '' })
    expect(await getRefusal(ask(clerk, { ...whole, reason: '工作需要' }))).toBe('请填写不少于5个字的原因')
    expect(demanded).toEqual([])
    const { id, taskId } = await askProved(clerk, whole)
    expect(taskId).toBeNull()
    expect(await read(clerk, id)).toMatchObject({ state: 'waiting', mayDecide: false })
    expect(await queue.waiting('sheet.export')).toEqual([])

    const [todo] = await messages(head)
    expect(todo).toMatchObject({
      kind: 'todo',
      title: '待审批：导出教职工，共3人',
      url: expect.stringMatching(/^\/approval\?flow=/),
    })
    expect(await as(head, (ctx) => exportApproval.describe(ctx, id, approver))).toMatchObject({
      lead: [{ value: '教职工' }, { value: '3人' }, { value: '含完整证件号和电话' }],
      facts: [{ value: reason }, { value: '全部' }, { value: '姓名、手机' }],
    })
    expect(await listed(head, 'decide')).toEqual([id])
    expect(await read(head, id)).toMatchObject({ mayDecide: true, reason, taskId: null, isOwn: false })
    await decide(head, id, true, '同意')
    expect((await messages(head))[0]!.doneAt).not.toBeNull()
    await work()
    expect(await read(clerk, id)).toMatchObject({
      state: 'done',
      decision: { name: '李校长', opinion: '同意' },
      failure: '',
    })
    const [task] = await sql<{ message: string }>('select message from tenant.task order by created_at desc limit 1')
    expect(task!.message).toBe('共3人，下载后即删除，24小时内有效')
    const { text } = await fileOf(clerk, id)
    for (const expected of ['13900000002', reason, '李校长']) expect(text).toContain(expected)
    // The file is deleted after the download.
    await expect.poll(() => getRefusal(fileOf(clerk, id))).toBe('文件已下载或已过期，请重新生成')
    expect((await messages(clerk)).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['已通过：导出教职工，共3人', '导出教职工已完成']),
    )
    const shown = await sql('select person_id, field from tenant.reveal_log where subject_id = $1', [id])
    expect(shown).toEqual([{ person_id: clerk.personId, field: 'phone' }])
    const done = await sql('select person_id, route from tenant.operation_log where $1 = any(object_ids)', [id])
    expect(done).toEqual([{ person_id: clerk.personId, route: '/api/excel/export' }])
  })

  it('needs a code of its own: a code for another purpose is refused', async () => {
    await askProved(clerk, whole)
    const other = { ...whole, reason, filter: { keyword: '教师1' }, msgId: demanded.at(-1), code: '123456' }
    await expect(ask(clerk, other)).rejects.toMatchObject({ ret: Ret.secondStepNeeded })
    await expect(ask(admin, { ...whole, reason, msgId: demanded[0], code: '123456' })).rejects.toMatchObject({
      ret: Ret.secondStepNeeded,
    })
  })

  it('needs no approval when no column is masked', async () => {
    expect(await preview(clerk, { ...whole, columns: ['name'] })).toMatchObject({ needsApproval: false })
    const { id } = await ask(clerk, { ...whole, columns: ['name'] })
    expect(await read(clerk, id)).toMatchObject({ isWhole: false, state: 'running' })
  })

  it('is refused with a message when nobody else could approve', async () => {
    await takeRoles(head)
    await takeRoles(admin)
    expect(await preview(clerk, whole)).toMatchObject({ obstacle: '没有可以审批的人，请联系区管理员' })
    expect(await getRefusal(ask(clerk, { ...whole, reason }))).toBe('没有可以审批的人，请联系区管理员')
    // Holding the approval permission herself, in any membership, does not help.
    await also(clerk, tree.bureau, 'district-admin')
    expect(await getRefusal(ask(clerk, { ...whole, reason }))).toBe('没有可以审批的人，请联系区管理员')
    await hire('周局长', tree.bureau, 'district-admin')
    expect(await preview(clerk, whole)).toMatchObject({ obstacle: '' })
  })

  it('does not ask people who cannot sign in', async () => {
    await takeRoles(admin)
    await sql('update tenant.person set account_id = null where id = $1', [head.personId])
    expect(await preview(clerk, whole)).toMatchObject({ obstacle: '没有可以审批的人，请联系区管理员' })
  })
})

describe('the approval of an export', () => {
  const waiting = async (who = admin) => (await askProved(who, { isWhole: true })).id

  it('is never given by the requester, nor by the same person in another membership', async () => {
    const id = await waiting()
    expect(await getRefusal(decide(admin, id))).toBe('不能审批自己的申请')
    const elsewhere = await also(admin, tree.bureau, 'district-admin')
    expect(await getRefusal(decide(elsewhere, id))).toBe('不能审批自己的申请')
    expect(await listed(elsewhere, 'decide')).toEqual([])
    expect(await messages(elsewhere)).toEqual([])
    expect(await read(admin, id)).toMatchObject({ state: 'waiting' })
  })

  it('needs the permission although somebody else got the task', async () => {
    const id = await waiting()
    const taskId = (await as(head, (ctx) => getOpenTasksOf(ctx, 'data-export'))).get(id)!
    await takeRoles(head)
    const formerHead = await enter(head)
    await expect(as(formerHead, (ctx) => approveTask(ctx, { taskId }))).rejects.toMatchObject({ ret: Ret.forbidden })
    expect(await read(admin, id)).toMatchObject({ state: 'waiting' })
  })

  it('is given at the same school or above; for another school the request does not exist', async () => {
    const chief = await hire('周局长', tree.bureau, 'district-admin')
    const id = await waiting()
    expect(await listed(otherHead, 'decide')).toEqual([])
    expect(await listed(otherHead, 'all')).not.toContain(id)
    await expect(read(otherHead, id)).rejects.toMatchObject({ ret: Ret.notFound })
    await expect(decide(otherHead, id)).rejects.toMatchObject({ ret: Ret.notFound })
    expect(await messages(otherHead)).toEqual([])
    expect(await listed(chief, 'decide')).toEqual([id])
    await expect(read({ ...chief, districtId: database.away }, id)).rejects.toMatchObject({ ret: Ret.notFound })
    await decide(chief, id)
    expect(await read(admin, id)).toMatchObject({ state: 'running', decision: { name: '周局长' } })
  })

  it('is decided once: the second of two concurrent deciders gets a message', async () => {
    const chief = await hire('周局长', tree.bureau, 'district-admin')
    const id = await waiting()
    const outcomes = await Promise.allSettled([decide(head, id), decide(chief, id, false, '不需要')])
    const losers = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(losers.map(({ reason: error }) => (error as Error).message)).toEqual([handled])
    expect(await getRefusal(decide(chief, id))).toBe(handled)
    const jobs = await queue.waiting('sheet.export')
    expect(jobs.length).toBe((await read(admin, id)).state === 'running' ? 1 : 0)
  })

  it('can be refused with a reason, and nothing is written', async () => {
    const id = await waiting()
    expect(await getRefusal(decide(head, id, false))).toBe('请填写审批意见')
    await decide(head, id, false, '请改用隐藏号码的名单')
    await work()
    expect(await read(admin, id)).toMatchObject({ state: 'refused', taskId: null })
    expect((await read(admin, id)).decision).toMatchObject({ name: '李校长', opinion: '请改用隐藏号码的名单' })
    expect((await messages(admin)).map(({ title }) => title)).toContain('未通过：导出教职工，共3人')
    expect(await queue.waiting('sheet.export')).toEqual([])
  })

  it('expires after three days, and the requester is notified', async () => {
    const [old, young] = [await waiting(), await waiting(clerk)]
    await shift(old, 73)
    expect(await getRefusal(decide(head, old))).toBe('该申请已过期')
    expect(await listed(head, 'decide')).toEqual([young])
    await as(founder, (ctx) => sweepExports.handle!(ctx, {}))
    expect(await read(admin, old)).toMatchObject({ state: 'expired' })
    expect(await read(clerk, young)).toMatchObject({ state: 'waiting' })
    expect((await messages(admin)).map(({ title }) => title)).toContain('已终止：导出教职工，共3人')
    expect(await getRefusal(decide(head, old))).toBe(handled)
  })

  it('expires without a flow too, and one that cannot be ended does not stop the others', async () => {
    const [stuck, alone] = [await waiting(), await waiting(clerk)]
    await shift(stuck, 74)
    await shift(alone, 73)
    await sql(
      'delete from tenant.flow_task where instance_id in (select id from tenant.flow_instance where subject_id = $1)',
      [alone],
    )
    await sql('delete from tenant.flow_instance where subject_id = $1', [alone])
    database.contribute('approvalSubjects', {
      ...exportApproval,
      onTerminated: () => Promise.reject(new Refusal('不能结束')),
    })
    onTestFinished(() => database.contribute('approvalSubjects', exportApproval))
    await as(founder, (ctx) => sweepExports.handle!(ctx, {}))
    expect([await read(admin, stuck), await read(clerk, alone)]).toMatchObject([
      { state: 'waiting' },
      { state: 'expired' },
    ])
  })

  it('is closed when the requester cancels', async () => {
    const id = await waiting()
    await expect(as(head, (ctx) => cancelExport(ctx, id))).rejects.toMatchObject({ ret: Ret.forbidden })
    await as(admin, (ctx) => cancelExport(ctx, id))
    expect(await read(admin, id)).toMatchObject({ state: 'cancelled' })
    expect(await getRefusal(decide(head, id))).toBe(handled)
    expect(await getRefusal(as(admin, (ctx) => cancelExport(ctx, id)))).toBe('该申请已处理')
    expect((await messages(head)).every(({ doneAt }) => doneAt !== null)).toBe(true)
  })
})

describe('an export of many people', () => {
  it('needs a reason, a code and an approval although it is masked', async () => {
    list.fill('school', 500)
    expect(await preview(clerk)).toMatchObject({ needsApproval: false })
    list.fill('school', 501)
    expect(await preview(clerk)).toMatchObject({ needsApproval: true, needsReason: true })
    const { id } = await askProved(clerk)
    await decide(head, id)
    await work()
    expect(await read(clerk, id)).toMatchObject({ state: 'done', count: 501, isWhole: false })
    const { text } = await fileOf(clerk, id)
    expect(text).toContain('139****0500')
    expect(text).not.toMatch(/139\d{8}/)
  })

  it('needs an approval after two thousand people in a day, even in small pieces', async () => {
    list.fill('school', 500)
    for (const keyword of ['', '教', '师', '教师']) await ask(clerk, { filter: { keyword } })
    list.fill('school', 1)
    expect(await preview(clerk)).toMatchObject({ count: 1, needsApproval: true })
    await sql("update tenant.data_export set requested_at = requested_at - interval '1 day' where person_id = $1", [
      clerk.personId,
    ])
    expect(await preview(clerk)).toMatchObject({ count: 1, needsApproval: false })
  })

  it('is refused after twenty times a day', async () => {
    for (let at = 0; at < 20; at++) {
      await ask(clerk)
      await work()
    }
    expect(await getRefusal(ask(clerk))).toBe('今天已导出20次，请明天再试')
    expect(await preview(clerk)).toMatchObject({ obstacle: '今天已导出20次，请明天再试' })
    expect(await preview(head)).toMatchObject({ obstacle: '' })
  })

  it('is limited to a hundred thousand rows', async () => {
    list.fill('school', 100_001)
    expect(await getRefusal(ask(clerk, { reason }))).toBe('超过100000行，请缩小范围后导出')
  })

  it('needs no approval when the rows are not people', async () => {
    const rooms = { source: 'rooms', columns: ['name'] }
    expect(await preview(clerk, rooms)).toMatchObject({ count: 6_000, needsApproval: false, isLong: true })
    const { id } = await ask(clerk, rooms)
    await work()
    expect(await read(clerk, id)).toMatchObject({ state: 'done', title: '教室' })
    const { parts } = await fileOf(clerk, id)
    expect(Object.values(parts).join()).toContain('教室5999')
    // After the rows the sheets of the source, and after them who exported it.
    expect(parts['xl/workbook.xml']).toMatch(/教室".*说明".*导出信息"/)
    expect(parts['xl/worksheets/sheet2.xml']).toContain('名称是门牌上的')
  })
})

describe('writing an export', () => {
  it('is refused and recorded when the requester has lost the permission', async () => {
    const { id } = await askProved(clerk, { isWhole: true })
    await decide(head, id)
    await takeRoles(clerk)
    await work()
    const failure = '申请人的任职或权限已变更，未生成文件'
    expect(await read(clerk, id)).toMatchObject({ state: 'failed', failure })
    expect(await sql('select id from tenant.file where person_id = $1', [clerk.personId])).toEqual([])
    expect((await messages(clerk)).map(({ title, body }) => [title, body])).toContainEqual(['导出教职工失败', failure])
  })

  it('breaks off when the permission is lost halfway', async () => {
    list.fill('school', 2_500)
    const { id } = await askProved(clerk)
    await decide(head, id)
    list.state.onRead = async (reads) => {
      if (reads === 2) await takeRoles(clerk)
    }
    await work()
    expect(list.state.reads).toBe(2)
    expect(await read(clerk, id)).toMatchObject({ state: 'failed' })
  })

  it('continues after a crash with the same file and the same record', async () => {
    list.fill('school', 400)
    const { id, taskId } = await ask(clerk)
    const [job] = await queue.waiting('sheet.export')
    const before = await ledger()
    list.state.onRead = async (reads) => {
      if (reads === 1) throw new Error('the worker was killed')
    }
    await expect(queue.run(job!)).rejects.toThrow('the worker was killed')
    const files = () => sql<{ id: string }>('select id from tenant.file where person_id = $1', [clerk.personId])
    const begun = await files()
    expect(begun).toHaveLength(1)
    await queue.run(job!)
    // The file was written, and the worker died before the task was updated.
    await sql(
      "update tenant.task set status = 'running', ended_at = null, result = null, result_kind = null where id = $1",
      [taskId],
    )
    await queue.run(job!)
    expect(list.state.reads).toBe(2)
    expect((await fileOf(clerk, id)).text).toContain('教师399')
    await queue.publishAll()
    expect(await files()).toEqual(begun)
    expect(await ledger()).toBe(before)
    expect(await read(clerk, id)).toMatchObject({ state: 'done', taskId })
  })

  it('records when its owner stops it', async () => {
    const { id, taskId } = await ask(clerk)
    await as(clerk, (ctx) => cancelTask(ctx, taskId!))
    await work()
    expect(await read(clerk, id)).toMatchObject({ state: 'cancelled' })
  })
})

describe('the export records', () => {
  it('store keyword, reason and opinion only encrypted, and the queue stores none of them', async () => {
    const phone = '13900000001'
    const words = { isWhole: true, filter: { keyword: phone }, reason: '核对张三丰13900000001的信息' }
    const { id } = await askProved(clerk, words)
    await decide(head, id, true, '张三丰可以导出')
    const rows = await sql<{ row: string }>(
      'select row_to_json(e)::text as row from tenant.data_export e where id = $1',
      [id],
    )
    const jobs = await sql<{ row: string }>('select row_to_json(j)::text as row from pgboss.job j')
    const batches = await sql<{ row: string }>('select row_to_json(b)::text as row from tenant.message_batch b')
    const tasks = await sql<{ row: string }>('select row_to_json(t)::text as row from tenant.task t')
    const flows = await sql<{ row: string }>(
      `select row_to_json(t)::text as row from tenant.flow_task t union all select row_to_json(f)::text from tenant.flow_instance f
       union all select row_to_json(l)::text from tenant.flow_log l`,
    )
    const plain = [...rows, ...jobs, ...batches, ...tasks, ...flows].map(({ row }) => row).join()
    // JSON shows an encrypted column as hex: the plain text must not be there in that form either.
    for (const secret of [phone, '张三丰']) {
      expect(plain).not.toContain(secret)
      expect(plain).not.toContain(Buffer.from(secret).toString('hex'))
    }
    const record: ExportRecord = await read(head, id)
    expect(record).toMatchObject({ description: `关键字“${phone}”`, reason: words.reason })
    expect(record.decision?.opinion).toBe('张三丰可以导出')
  })

  it('cannot be deleted by the application role', async () => {
    const [grant] = await sql<{ may: boolean }>(
      "select has_table_privilege('portal_app', 'tenant.data_export', 'delete') as may",
    )
    expect(grant).toEqual({ may: false })
  })

  it('show own exports to everybody and all of an organisation to its approvers', async () => {
    const { id } = await ask(clerk)
    expect(await listed(clerk, 'mine')).toEqual([id])
    expect(await listed(head, 'mine')).toEqual([])
    // Her membership was joined with that of another person, who now has the record.
    const personId = await as(clerk, (ctx) => createPerson(ctx, { name: '钱人事' }))
    await sql('update tenant.membership set person_id = $1 where id = $2', [personId, clerk.userId])
    expect([await listed({ ...clerk, personId }, 'mine'), await listed(clerk, 'mine')]).toEqual([[id], []])
    await sql('update tenant.membership set person_id = $1 where id = $2', [clerk.personId, clerk.userId])
    expect(await listed(head, 'all')).toContain(id)
    await expect(listed(clerk, 'all')).rejects.toMatchObject({ ret: Ret.forbidden })
    await expect(listed(clerk, 'decide')).rejects.toMatchObject({ ret: Ret.forbidden })
    const colleague = await hire('吴人事', tree.school, 'hr')
    await expect(read(colleague, id)).rejects.toMatchObject({ ret: Ret.notFound })
    expect(home).toBe(clerk.districtId)
  })
})
