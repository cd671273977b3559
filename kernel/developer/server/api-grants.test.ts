import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedApplication } from '#kernel/catalogue/server/seed.ts'
import { aFile } from '#kernel/files/server/example.ts'
import { readFilesInstallation } from '#kernel/files/server/installation.ts'
import { twoSchools } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { studentInterface } from '#kernel/student/server/open-interface.ts'
import { wholeDistrict, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { apiGrantApi, apiGrantForm } from '../contract.ts'
import { apiGrantApproval, apiGrants, applyForGrant, auditGrant, expireGrantsJob } from './api-grants.ts'
import { listOpenApis, saveOpenApi } from './open-apis.ts'

const database = useDatabase()
const { as } = database
let people: Record<'applicant' | 'officer' | 'leader', Actor>
let appKey: string
let orgId: string

const all = (...codes: string[]) => Object.fromEntries(codes.map((code) => [code, wholeDistrict]))

const folder = mkdtempSync(join(tmpdir(), 'grants-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeAll(async () => {
  database.contribute('filesInstallation', readFilesInstallation({ QIMING_OBJECTS_DIR: folder }))
  await as(createActor(), async (ctx) => {
    const { bureau, school } = await twoSchools(ctx)
    const hire = (name: string, can: ReturnType<typeof all>) =>
      aTeacher(ctx, { at: bureau, name, hasAccount: true, can })
    people = {
      applicant: await hire('登记员', all('open-api.apply', 'open-api.manage', 'open-api.grant')),
      officer: await hire('数据员', all('open-api.grant')),
      leader: await hire('分管领导', all('open-api.grant', 'open-api.countersign')),
    }
    orgId = school.id
  })
  database.contribute('openInterfaces', studentInterface)
  database.contribute('approvalSubjects', apiGrantApproval)
  const memberOf = ({ personId, userId }: Actor) => ({ personId, memberId: userId })
  database.contribute('approverKinds', {
    kind: 'permission',
    title: '权限',
    resolve: async (_, rule) =>
      rule.with['permission'] === 'open-api.countersign'
        ? [memberOf(people.leader)]
        : [memberOf(people.applicant), memberOf(people.officer), memberOf(people.leader)],
  })
})

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
  days: { from: '2026-11-01', to: '2026-11-30' },
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
  await audit(people.leader, id, ['fIdCard'])
  await expect(audit(people.leader, id, ['fIdCard'])).rejects.toMatchObject({ message: '含敏感字段，须由两人会签' })
  expect(await get(id)).toMatchObject({ status: 'waiting' })
})

it('is returned with a reason, paused, resumed, revoked, and expires', async () => {
  appKey = await publish('meals')
  const { id: returned } = await apply(['fSex'])
  await audit(people.officer, returned, ['fSex'], false)
  expect(await get(returned)).toMatchObject({ status: 'returned' })
  const { id } = await apply(['fSex'])
  await audit(people.officer, id, ['fSex'])
  const move = (name: 'suspend' | 'resume' | 'revoke') =>
    as(people.officer, (ctx) => apiGrants.createMove(apiGrantApi[name])(ctx, { id }))
  await move('suspend')
  await expect(move('revoke')).rejects.toThrow()
  await move('resume')
  await as(people.officer, (ctx) => expireGrantsJob.handle!({ ...ctx, now: new Date('2026-12-01T00:15:00+08:00') }, {}))
  expect(await get(id)).toMatchObject({ status: 'expired' })
  await expect(move('revoke')).rejects.toThrow()
})
