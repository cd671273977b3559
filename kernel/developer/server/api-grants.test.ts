import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedApplication } from '#kernel/catalogue/server/seed.ts'
import { aFile } from '#kernel/files/server/example.ts'
import { readFilesInstallation } from '#kernel/files/server/installation.ts'
import { approversByPermission, approversByRole } from '#kernel/access/server/approvers.ts'
import { aUserWithRoles, twoSchoolsWithRoles } from '#kernel/access/server/example.ts'
import { approveTask, getOpenTasksOf, transferTask } from '#kernel/approval/server/api.ts'
import { listMessages } from '#kernel/message/server/api.ts'
import { approvalMembers } from '#kernel/staff/server/approvers.ts'
import { studentInterface } from '#kernel/student/server/open-interface.ts'
import type { RoleTemplate } from '#packages/contract'
import { addDays, dayOf, startOfDay, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { apiGrantForm } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { apiGrantApproval, auditGrant } from './api-grant-approval.ts'
import {
  expireGrantsJob,
  resumeGrant,
  revokeGrant,
  revokeGrantFields,
  suspendGrant,
  warnEndingGrantsJob,
} from './api-grant-changes.ts'
import { apiGrants, applyForGrant } from './api-grants.ts'
import { listOpenApis, saveOpenApi } from './open-apis.ts'

const database = useDatabase()
const { as } = database
let people: Record<'applicant' | 'officer' | 'leader' | 'colleague', Actor>
let appKey: string
let orgId: string
const today = dayOf(new Date())

const folder = mkdtempSync(join(tmpdir(), 'grants-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeAll(async () => {
  database.contribute('filesInstallation', readFilesInstallation({ QIMING_OBJECTS_DIR: folder }))
  database.app.manifests = [manifest]
  await as(createActor({ districtId: database.home }), async (ctx) => {
    const { bureau, school } = await twoSchoolsWithRoles(ctx)
    await database.sql('update reference.district set org_id = $1 where id = $2', [bureau.id, database.home])
    const hire = (name: string, roles: RoleTemplate[]) =>
      aUserWithRoles(ctx, roles, { at: bureau, name, hasAccount: true })
    people = {
      applicant: await hire('登记员', ['district-admin']),
      officer: await hire('数据员', ['security-admin']),
      // Nothing but what the template gives.
      leader: await hire('分管领导', ['district-office']),
      colleague: await hire('同事', []),
    }
    orgId = school.id
  })
  database.contribute('openInterfaces', studentInterface)
  database.contribute('approvalSubjects', apiGrantApproval)
  database.contribute('approverKinds', approversByPermission, approversByRole)
  database.contribute('approvalMembers', approvalMembers)
})

/** The permissions of a session that used one factor. */
const withOneFactor = (actor: Actor): Actor => ({
  ...actor,
  permissions: new Map([...actor.permissions].filter(([code]) => code !== 'open-api.grant')),
})
const taskOf = async (actor: Actor, id: string) =>
  (await as(actor, (ctx) => getOpenTasksOf(ctx, apiGrantApproval.key))).get(id)!
/** Approves in 审批, which asks for no permission. */
const approve = async (actor: Actor, id: string) => {
  const taskId = await taskOf(actor, id)
  return as(actor, (ctx) => approveTask(ctx, { taskId }))
}
const transfer = async (from: Actor, to: Actor, id: string) => {
  const taskId = await taskOf(from, id)
  await as(from, (ctx) => transferTask(ctx, { taskId, to: to.userId, opinion: '请代为办理' }))
}
const messagesOf = async (actor: Actor) =>
  (await as(actor, (ctx) => listMessages(ctx, { pageNumber: 1, pageSize: 50, state: 'all', keyword: '' }))).items
const atDay = (actor: Actor, day: string, work: (ctx: Ctx) => Promise<unknown>) =>
  as(actor, (ctx) => work({ ...ctx, now: new Date(startOfDay(day).getTime() + 8 * 3600_000) }))

/** Another application each time: one has one grant of an interface. */
async function publish(name: string) {
  return as(people.applicant, (ctx) =>
    seedApplication(
      ctx,
      { slug: name, name, about: '阅读', logo: '', author: '', category: 'pupils', audience: 'org', status: 2 },
      { url: 'https://app.example.cn/', manageOrgId: orgId, by: people.applicant, until: null, grants: {} },
    ),
  )
}
const form = (fields: string[], agreement: string[] = []) => ({
  appKey,
  apiCode: 'students',
  fields,
  orgIds: [orgId],
  purpose: '学生在阅读系统里登录，需要姓名和班级来建立账号。',
  days: { from: today, to: addDays(today, 60) },
  dayQuota: 1000,
  qps: 5,
  agreement,
})
const apply = (fields: string[], agreement?: string[]) =>
  as(people.applicant, (ctx) => applyForGrant(ctx, form(fields, agreement)))
const audit = (actor: Actor, id: string, fields: string[], isAgreed = true) =>
  as(actor, (ctx) => auditGrant(ctx, { id, isAgreed, fields, opinion: isAgreed ? '' : '用途不明确' }))
const get = (id: string) => as(people.officer, (ctx) => apiGrants.get(ctx, { id }))

it('an interface is closed until the district opens it, and a purpose has twenty characters', async () => {
  appKey = await publish('reading')
  await expect(apply(['fStudentName'])).rejects.toMatchObject({ message: '该接口未开放' })
  await as(people.applicant, (ctx) => saveOpenApi(ctx, { code: 'students', isOpen: true, dayQuota: 5000, qps: 10 }))
  expect((await as(people.applicant, listOpenApis))[0]).toMatchObject({ isOpen: true, dayQuota: 5000 })
  const short = apiGrantForm.safeParse({ ...form(['fStudentName']), purpose: '登录' })
  expect(short.error!.issues[0]!.message).toBe('请填写数据用途（不少于20字）')
})

it('is decided field by field, never by the applicant, and one grant at a time', async () => {
  const { id } = await apply(['fStudentID', 'fStudentName', 'fSex'])
  await expect(apply(['fStudentID'])).rejects.toMatchObject({ message: '该应用已有这个接口的申请或授权' })
  await expect(audit(people.applicant, id, ['fStudentID'])).rejects.toThrow()
  await expect(audit(people.officer, id, ['fStudentID', 'fIdCard'])).rejects.toThrow()
  await audit(people.officer, id, ['fStudentID', 'fStudentName'])
  expect(await get(id)).toMatchObject({
    status: 'approved',
    asked: ['fStudentID', 'fStudentName', 'fSex'],
    granted: ['fStudentID', 'fStudentName'],
  })
})

it('sensitive fields need an agreement and two people', async () => {
  appKey = await publish('health')
  await expect(apply(['fIdCard'])).rejects.toMatchObject({ data: { errors: [{ field: 'agreement' }] } })
  const file = await aFile(database, people.applicant)
  const { id } = await apply(['fStudentName', 'fIdCard'], [file])
  await audit(people.officer, id, ['fStudentName', 'fIdCard'])
  expect(await get(id)).toMatchObject({ status: 'waiting' })
  // The officer cannot countersign, too.
  await expect(audit(people.officer, id, ['fIdCard'])).rejects.toThrow()
  await audit(people.leader, id, ['fIdCard'])
  expect(await get(id)).toMatchObject({ status: 'approved', granted: ['fIdCard'] })
})

it('one person alone never gives sensitive fields, though two steps were hers', async () => {
  appKey = await publish('alone')
  const file = await aFile(database, people.applicant)
  const { id } = await apply(['fIdCard'], [file])
  await audit(people.officer, id, ['fIdCard'])
  // Her permissions let her do both.
  await expect(audit(people.officer, id, ['fIdCard'])).rejects.toMatchObject({ message: '含敏感字段，须由两人会签' })
  expect(await get(id)).toMatchObject({ status: 'waiting' })
})

it('is not given by whoever has no permission for it, or has it only with two factors', async () => {
  appKey = await publish('transferred')
  const { id } = await apply(['fSex'])
  const refused = { message: '您没有审批接口授权的权限，请转交给数据管理员' }
  for (const decide of [approve, (actor: Actor) => audit(actor, id, ['fSex'])])
    await expect(decide(withOneFactor(people.officer), id)).rejects.toMatchObject({
      message: '请完成二次验证登录后再审批',
    })
  await transfer(people.officer, people.colleague, id)
  await expect(approve(people.colleague, id)).rejects.toMatchObject(refused)
  await transfer(people.colleague, people.leader, id)
  // Who only countersigns gives nothing alone.
  await expect(approve(people.leader, id)).rejects.toMatchObject({ message: '须由数据管理员审批' })
  expect(await get(id)).toMatchObject({ status: 'waiting' })
  appKey = await publish('not-transferred')
  const { id: own } = await apply(['fSex'])
  await approve(people.officer, own)
  expect(await get(own)).toMatchObject({ status: 'approved', granted: ['fSex'] })
})

it('is countersigned by whom the template allows it, and only then', async () => {
  appKey = await publish('countersigned')
  const file = await aFile(database, people.applicant)
  const { id } = await apply(['fIdCard'], [file])
  await approve(people.officer, id)
  await transfer(people.officer, people.colleague, id)
  await expect(approve(people.colleague, id)).rejects.toThrow('您没有审批接口授权的权限')
  // The link of the to-do opens the grant.
  expect(await as(people.leader, (ctx) => apiGrants.get(ctx, { id }))).toMatchObject({ mayDecide: true })
  const { items } = await as(people.leader, (ctx) =>
    apiGrants.list(ctx, { keyword: '', orgId: null, pageNumber: 1, pageSize: 10, status: 'waiting' }),
  )
  expect(items.map((grant) => grant.id)).toContain(id)
  await audit(people.leader, id, ['fIdCard'])
  expect(await get(id)).toMatchObject({ status: 'approved' })
})

it.each([
  ['ends in the past', -10, -1, '结束日期不能早于今天'],
  ['begins too late', 367, 400, '开始日期须在一年之内'],
  ['lasts too long', 0, 3 * 366, '有效期不超过3年'],
])('is not given for a period that %s', async (_, from, to, msg) => {
  appKey = await publish(`period${to}`)
  const days = { from: addDays(today, from), to: addDays(today, to) }
  await expect(as(people.applicant, (ctx) => applyForGrant(ctx, { ...form(['fSex']), days }))).rejects.toMatchObject({
    data: { errors: [{ field: 'days', msg }] },
  })
})

it('is returned with a reason, paused, resumed, revoked, and expires', async () => {
  appKey = await publish('meals')
  const { id: returned } = await apply(['fSex'])
  await audit(people.officer, returned, ['fSex'], false)
  expect(await get(returned)).toMatchObject({ status: 'returned' })
  const { id } = await apply(['fSex'])
  await audit(people.officer, id, ['fSex'])
  const reason = '用途变了'
  const revoke = () => as(people.officer, (ctx) => revokeGrant(ctx, { id, reason }))
  await as(people.officer, (ctx) => suspendGrant(ctx, { id, reason }))
  expect(await get(id)).toMatchObject({ status: 'paused', changeReason: reason })
  await expect(revoke()).rejects.toThrow('该接口授权暂停，不能撤销')
  await as(people.officer, (ctx) => resumeGrant(ctx, { id }))
  await atDay(people.officer, addDays(today, 60), (ctx) => expireGrantsJob.handle!(ctx, {}))
  expect(await get(id)).toMatchObject({ status: 'approved' })
  await atDay(people.officer, addDays(today, 61), (ctx) => expireGrantsJob.handle!(ctx, {}))
  expect(await get(id)).toMatchObject({ status: 'expired' })
  await expect(revoke()).rejects.toThrow('该接口授权到期，不能撤销')
})

it('loses single fields, never all of them, and those who use it and the data officers read why', async () => {
  appKey = await publish('fields')
  const { id } = await apply(['fSex', 'fStudentName', 'fStudentID'])
  await audit(people.officer, id, ['fSex', 'fStudentName'])
  const take = (...fields: string[]) =>
    as(people.officer, (ctx) => revokeGrantFields(ctx, { id, fields, reason: '不再需要' }))
  await expect(take('fStudentID')).rejects.toThrow('这些字段没有授权')
  await expect(take('fSex', 'fStudentName')).rejects.toThrow('请撤销整个授权')
  await take('fSex')
  expect(await get(id)).toMatchObject({ status: 'approved', granted: ['fStudentName'], changeReason: '不再需要' })
  await as(people.officer, (ctx) => suspendGrant(ctx, { id, reason: '数据外传' }))
  for (const person of [people.applicant, people.officer])
    expect((await messagesOf(person)).slice(0, 2).map(({ title, body }) => [title, body])).toEqual([
      ['“fields”的接口“学生信息”授权已暂停', '理由：数据外传'],
      ['“fields”的接口“学生信息”授权撤销了字段性别', '理由：不再需要'],
    ])
})

it('warns 30 and 7 days before the end, once each, also after a missed night', async () => {
  appKey = await publish('ending')
  const { id } = await apply(['fSex'])
  await audit(people.officer, id, ['fSex'])
  const end = addDays(today, 60)
  const warnings = async () =>
    (await messagesOf(people.officer)).filter(({ title }) => /“ending”.*到期/.test(title)).length
  const seen: number[] = []
  for (const daysLeft of [31, 29, 28, 8, 5, 4, 0, -1]) {
    await atDay(people.officer, addDays(end, -daysLeft), (ctx) => warnEndingGrantsJob.handle!(ctx, {}))
    seen.push(await warnings())
  }
  expect(seen).toEqual([0, 1, 1, 1, 2, 2, 2, 2])
  // The next grant begins after the end of this one.
  const next = { ...form(['fSex']), days: { from: addDays(end, 1), to: addDays(end, 90) } }
  await as(people.applicant, (ctx) => applyForGrant(ctx, next))
})
