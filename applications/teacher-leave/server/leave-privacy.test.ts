import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyFlowTo, getFlowsOf, listCopiedFlows, listOpenTasks } from '#kernel/approval/server/api.ts'
import { getFlowDetail } from '#kernel/approval/server/flow-detail.ts'
import { aFile } from '#kernel/files/server/example.ts'
import { readFilesInstallation } from '#kernel/files/server/installation.ts'
import { getFileDetail, getReadableFile } from '#kernel/files/server/service/readable-files.ts'
import { updateSetting } from '#kernel/setting/server/api.ts'
import { aMembership } from '#kernel/staff/server/example.ts'
import { saveMembership } from '#kernel/staff/server/service/memberships.ts'
import { wholeDistrict, type Ctx } from '#packages/core'
import { at, createLeaveWorld } from './leave.fixture.ts'
import { getLeaveCalendar } from './leave-calendar.ts'
import { getLeaveDetail } from './leave-details.ts'
import { leaveRecords, ownLeaves } from './records.ts'
import { onMembershipBegan } from './recount-leave.ts'
import { moveLeaveByDate } from './leave-jobs.ts'
import { addProof, changeLeave, leaveSubject, returnFromLeave } from './requests.ts'
import { leaveSetting } from './settings.ts'

const { database, orgs, actor, hire, as, form, submit, decide, find, messagesOf } = createLeaveWorld()
const page = { keyword: '', pageNumber: 1, pageSize: 20 }
const list = { ...page, orgId: null } as const
const october = { orgId: null, from: '2026-10-01', to: '2026-10-31' }
let id: string
let fileId: string
let flowId: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leave-test-'))
  database.contribute('filesInstallation', readFilesInstallation({ QIMING_OBJECTS_DIR: folder }))
  await hire('许老师', { department: orgs.office })
  fileId = await aFile(database, actor('王芳'), '住院证明.txt')
  id = await submit(
    '王芳',
    '2026-10-12',
    form('病假', '2026-10-14', '2026-10-20', { reason: '住院手术', files: [fileId] }),
  )
  flowId = await as('王芳', '2026-10-12', async (ctx) => (await getFlowsOf(ctx, leaveSubject, [id])).get(id)!.id)
  await decide('周组长', '2026-10-12', id)
  await as('周组长', '2026-10-12', (ctx) => copyFlowTo(ctx, { flowId, members: [actor('李丽').userId] }))
})

afterAll(() => rm(folder, { recursive: true }))

/** Everything that an endpoint of the application, of approvals or of files says to somebody about this leave. */
async function readAll(name: string) {
  const reads: readonly ((ctx: Ctx) => Promise<unknown>)[] = [
    (ctx) => getLeaveCalendar(ctx, october),
    (ctx) => getLeaveCalendar(ctx, { ...october, orgId: orgs.school.id }),
    (ctx) => getLeaveDetail(ctx, { id }),
    (ctx) => ownLeaves.list(ctx, list),
    (ctx) => leaveRecords.list(ctx, list),
    (ctx) => getFlowDetail(ctx, flowId),
    (ctx) => listOpenTasks(ctx, page),
    (ctx) => listCopiedFlows(ctx, page),
    (ctx) => getFileDetail(ctx, fileId),
  ]
  let wire = ''
  for (const read of reads)
    wire += await as(name, '2026-10-13', async (ctx) => JSON.stringify(await read(ctx))).catch((error: unknown) =>
      String(error),
    )
  const messages = await database.sql(
    `select b.title, b.body from tenant.message m join tenant.message_batch b on b.id = m.batch_id where m.person_id = $1`,
    [actor(name).personId],
  )
  return wire + JSON.stringify(messages)
}
const secrets = ['病假', 'sick', '住院']
const learns = async (name: string) => {
  const wire = await readAll(name)
  return secrets.filter((secret) => wire.includes(secret))
}

it('shows type, reason and proof to the applicant, the approvers and those who keep the attendance only', async () => {
  for (const name of ['王芳', '周组长', '陈考勤', '赵校长']) expect([name, await learns(name)]).toEqual([name, secrets])
  // A colleague with a copy, one of another department, an administrator of another school.
  for (const name of ['李丽', '许老师', '钱管理']) expect([name, await learns(name)]).toEqual([name, []])
})

it('shows a colleague on the calendar that somebody is away, and nothing about a request that waits', async () => {
  const away = async (name: string) =>
    (await as(name, '2026-10-13', (ctx) => getLeaveCalendar(ctx, october))).departments.flatMap(({ people }) => people)
  expect(await away('李丽')).toEqual([])
  expect((await away('王芳'))[0]!.away[0]).toEqual({
    day: '2026-10-14',
    half: 'day',
    typeName: '病假',
    kind: 'sick',
    isRequested: true,
  })
  await decide('赵校长', '2026-10-13', id)
  const [seen] = await away('李丽')
  expect(seen).toMatchObject({ name: '王芳' })
  expect(seen!.away[0]).toEqual({ day: '2026-10-14', half: 'day' })
  // By the setting the calendar is that of the own department.
  expect(await away('许老师')).toEqual([])
  expect(await learns('李丽')).toEqual([])
  // 仅管理人员: colleagues see nobody; the person, the approvers and those who keep the attendance do.
  database.contribute('settings', leaveSetting)
  const setReaders = (calendarFor: string) =>
    as('孙科长', '2026-10-13', (ctx) => updateSetting(ctx, orgs.bureau.id, 'leave', { calendarFor }))
  await setReaders('managers')
  expect(await away('李丽')).toEqual([])
  for (const name of ['王芳', '周组长', '陈考勤']) expect(await away(name)).toMatchObject([{ name: '王芳' }])
  await setReaders('organisation')
  expect(await away('许老师')).toMatchObject([{ name: '王芳' }])
  await setReaders('department')
})

it('gives a medical file to nobody off the path, also one that is added later', async () => {
  const sick = await submit('李丽', '2026-10-12', form('病假', '2026-10-14', '2026-10-16'))
  expect(await find(sick)).toMatchObject({ proof: 'due' })
  const laterId = await aFile(database, actor('李丽'), '门诊病历.txt')
  await as('李丽', '2026-10-19', (ctx) => addProof(ctx, { id: sick, files: [laterId] }))
  expect(await find(sick)).toMatchObject({ proof: 'given' })
  const opens = (name: string) =>
    as(name, '2026-10-19', (ctx) => getReadableFile(ctx, laterId)).then(
      () => true,
      () => false,
    )
  expect(await Promise.all(['李丽', '周组长', '陈考勤'].map(opens))).toEqual([true, true, true])
  expect(await Promise.all(['王芳', '许老师', '钱管理', '孙科长', '赵校长'].map(opens))).toEqual([
    false,
    false,
    false,
    true,
    false,
  ])
})

it('splits a leave where the person moves to another school', async () => {
  const mover = await hire('何老师', { department: orgs.office })
  const leave = await submit('何老师', '2026-09-10', form('事假', '2026-09-14', '2026-09-18'))
  // The office has no head, so the principal decides.
  await decide('赵校长', '2026-09-10', leave)
  const editor = { ...actor('孙科长'), permissions: new Map([['user.edit', wholeDistrict]]) }
  await database.as(editor, async (ctx) => {
    const now = at('2026-09-16')
    const end = { userId: mover.userId, id: mover.userId, orgId: orgs.school.id, departmentId: orgs.office.id }
    const membership = await aMembership({ ...ctx, now }, mover.personId, {
      at: orgs.other,
      since: '2026-09-16',
      isMain: false,
    })
    await saveMembership(
      { ...ctx, now },
      { ...end, userType: 'teacher', post: '', isMain: true, startsOn: '2026-01-01', endsOn: '2026-09-15' },
    )
    await onMembershipBegan.handle({ ...ctx, now }, { orgId: orgs.other.id, ids: [membership] })
  })
  const days = await database.sql(
    `select o.name, sum(l.counted)::int as counted from tenant.leave_day l join tenant.organisation o on o.id = l.org_id
     where l.request_id = $1 group by o.name, o.id order by min(l.day)`,
    [leave],
  )
  expect(days).toEqual([
    { name: '实验小学', counted: 200 },
    { name: '文澜中学', counted: 300 },
  ])
})

it('takes the proof along when a leave is extended, and leaves it with the first one', async () => {
  const longer = form('病假', '2026-10-14', '2026-10-22', { reason: '住院手术', files: [fileId] })
  const change = await as('王芳', '2026-10-16', (ctx) => changeLeave(ctx, { ...longer, id }))
  for (const one of [id, change.id]) {
    const { files, proof } = await as('王芳', '2026-10-16', (ctx) => getLeaveDetail(ctx, { id: one }))
    expect([files.map((file) => file.id), proof]).toEqual([[fileId], 'given'])
  }
})

it('takes the proof from the applicant until the due day, afterwards from an administrator, and reminds once each', async () => {
  await hire('柳青', { department: orgs.grade })
  const give = (name: string, moment: string, id: string) =>
    aFile(database, actor(name), '病假条.txt').then((file) =>
      as(name, moment, (ctx) => addProof(ctx, { id, files: [file] })),
    )
  const see = (name: string, moment: string, id: string) => as(name, moment, (ctx) => getLeaveDetail(ctx, { id }))
  const takeLeave = async (from: string, to: string, back: string) => {
    const id = await submit('柳青', from, form('病假', from, to))
    await decide('周组长', from, id)
    await as('陈考勤', back, moveLeaveByDate)
    await as('柳青', back, (ctx) => returnFromLeave(ctx, { id, returnedOn: back, returnedHalf: 'am' }))
    return id
  }
  const reminders = async () => (await messagesOf('柳青')).filter((title) => /证明/.test(title))
  // Back on a Thursday: the third working day after it is Tuesday.
  const late = await takeLeave('2026-11-02', '2026-11-04', '2026-11-05')
  expect(await find(late)).toMatchObject({ status: 'closed', proof: 'due', proofDueOn: '2026-11-10' })
  await as('陈考勤', '2026-11-08', moveLeaveByDate)
  expect(await reminders()).toEqual(['请补交请假证明'])
  // The night before the due day was missed.
  for (const day of ['2026-11-10', '2026-11-10']) await as('陈考勤', day, moveLeaveByDate)
  expect(await reminders()).toEqual(['请补交请假证明', '请补交请假证明'])
  expect((await see('柳青', '2026-11-10T23:50', late)).may).toContain('proof')
  for (const day of ['2026-11-12', '2026-11-13']) await as('陈考勤', day, moveLeaveByDate)
  expect((await reminders()).slice(2)).toEqual(['请假证明没有按期补交'])
  expect(await see('柳青', '2026-11-11', late)).toMatchObject({ may: [], isProofOverdue: true })
  await expect(give('柳青', '2026-11-11', late)).rejects.toMatchObject({
    message: '补交证明的期限2026-11-10已过，请交给考勤管理员',
  })
  for (const name of ['李丽', '钱管理'])
    await expect(give(name, '2026-11-12', late)).rejects.toMatchObject({ message: '请假不存在' })
  expect((await see('陈考勤', '2026-11-12', late)).may).toEqual(['proof', 'void'])
  await give('陈考勤', '2026-11-12', late)
  expect(await see('柳青', '2026-11-12', late)).toMatchObject({ proof: 'given', isProofOverdue: false })
  const inTime = await takeLeave('2026-11-16', '2026-11-18', '2026-11-19')
  await give('柳青', '2026-11-24T23:50', inTime)
  expect(await find(inTime)).toMatchObject({ proof: 'given', proofDueOn: '2026-11-24' })
})
