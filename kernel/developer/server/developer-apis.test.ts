import { beforeAll, expect, it } from 'vitest'
import { addDays, dayOf, newId, startOfDay, wholeDistrict, type Actor } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { recordApiCalls, type ApiCall } from '#kernel/audit/server/api.ts'
import type { People } from '#kernel/catalogue/server/application.fixture.ts'
import { decideApplication } from '#kernel/catalogue/server/api.ts'
import { organisationInterface } from '#kernel/org/server/open-interface.ts'
import { apiGrantApproval, auditGrant } from './api-grant-approval.ts'
import { resumeGrant, suspendGrant } from './api-grant-changes.ts'
import { applyForApi, getOwnQuota, listOwnApis, listOwnCalls } from './developer-apis.ts'
import { listOwnMessages, saveOwnApplication } from './developer-applications.ts'
import type { Developer } from './developer-companies.ts'
import { createDistrict, worksFor } from './developer.fixture.ts'
import { aDeveloper, ownAppForm } from './example.ts'
import { saveOpenApi } from './open-apis.ts'
import { openApiSetting } from './settings.ts'

const database = useDatabase()
let people: People
let officer: Actor

beforeAll(async () => {
  people = await createDistrict(database)
  const all = ['open-api.manage', 'open-api.grant'].map((code) => [code, wholeDistrict] as const)
  officer = { ...people.chief, permissions: new Map([...people.chief.permissions, ...all]) }
  database.contribute('openInterfaces', organisationInterface)
  database.contribute('approvalSubjects', apiGrantApproval)
  database.contribute('settings', openApiSetting)
  await database.as(officer, (ctx) => saveOpenApi(ctx, { code: 'orgs', isOpen: true, dayQuota: 500, qps: 5 }))
})

const today = dayOf(new Date())
const request = () => database.requestCtx(undefined)
const purpose = '每天夜里同步学校名单，用于教师登录时选择学校。'
const form = (fAppKey: string, fields = ['fOrgID', 'fOrgName']) => ({
  fAppKey,
  apiCode: 'orgs',
  fields,
  purpose,
  days: { from: today, to: addDays(today, 364) },
})

async function anApplication(developer: Developer) {
  const { key } = await saveOwnApplication(request(), developer, ownAppForm({ districtId: database.home }))
  await database.as(people.chief, (ctx) => decideApplication(ctx, { key, act: 'agree', auditReason: '' }))
  return key
}
const grantOf = async (developer: Developer, key: string) =>
  (await listOwnApis(request(), developer, key)).find(({ code }) => code === 'orgs')!.grant

it('a company asks for an interface, the district takes a field away, and the company sees what it got', async () => {
  const developer = await aDeveloper(database)
  const draft = await saveOwnApplication(
    request(),
    developer,
    ownAppForm({ districtId: database.home, isSubmitted: false }),
  )
  await expect(applyForApi(request(), developer, form(draft.key))).rejects.toThrow('审核通过后才能申请接口')
  const key = await anApplication(developer)
  expect(await grantOf(developer, key)).toBeNull()
  const { id } = await applyForApi(request(), developer, form(key))
  expect(await grantOf(developer, key)).toMatchObject({ status: 'waiting', granted: [], dayQuota: 500, qps: 5 })
  await expect(applyForApi(request(), developer, form(key))).rejects.toThrow('已有这个接口的申请或授权')
  await database.as(officer, (ctx) => auditGrant(ctx, { id, isAgreed: true, fields: ['fOrgName'], opinion: '' }))
  const grant = await grantOf(developer, key)
  expect(grant).toMatchObject({ status: 'approved', reach: '全区' })
  expect(grant!.asked).toHaveLength(2)
  expect(grant!.granted).toHaveLength(1)
  const titles = (await listOwnMessages(request(), developer, { pageNumber: 1, pageSize: 50 })).items.map(
    ({ title }) => title,
  )
  expect(titles).toContainEqual(expect.stringMatching(/^已通过：“.+”申请接口“组织机构”$/))
})

it('nobody gives data to the own company, also as the first of two or by resuming', async () => {
  const developer = await aDeveloper(database)
  const key = await anApplication(developer)
  await expect(applyForApi(request(), { ...developer, isOwner: false, role: 'operate' }, form(key))).rejects.toThrow()
  const { id } = await applyForApi(request(), developer, form(key))
  const agree = () =>
    database.as(officer, (ctx) => auditGrant(ctx, { id, isAgreed: true, fields: ['fOrgName'], opinion: '' }))
  await worksFor(database, officer, developer)
  await expect(agree()).rejects.toThrow('不能审批本人所在企业的申请')
  // Whoever joined the company after the first of two steps counts, too.
  await worksFor(database, officer, await aDeveloper(database))
  await database.sql(
    `update tenant.flow_task set status = 'approved', decided_by = $1
     where instance_id in (select id from tenant.flow_instance where subject_id = $2)`,
    [people.teacher.personId, id],
  )
  await worksFor(database, people.teacher, developer)
  await expect(database.as(officer, (ctx) => apiGrantApproval.onApproved(ctx, id))).rejects.toThrow(
    '不能审批本人所在企业的申请',
  )
  await worksFor(database, people.teacher, await aDeveloper(database))
  await database.as(officer, (ctx) => apiGrantApproval.onApproved(ctx, id))
  await database.as(officer, (ctx) => suspendGrant(ctx, { id, reason: '等待核实' }))
  await worksFor(database, officer, developer)
  await expect(database.as(officer, (ctx) => resumeGrant(ctx, { id }))).rejects.toThrow('不能审批本人所在企业的申请')
  const titles = (await listOwnMessages(request(), developer, { pageNumber: 1, pageSize: 50 })).items.map(
    ({ title, body }) => `${title} ${body}`,
  )
  expect(titles).toContainEqual(expect.stringMatching(/接口“组织机构”授权已暂停 理由：等待核实/))
})

it('a company reads its own calls and quota, and no other company does', async () => {
  const developer = await aDeveloper(database)
  const key = await anApplication(developer)
  // Noon, so that no call is of another day than the question.
  const noon = new Date(startOfDay(today).getTime() + 12 * 3600_000)
  const asked = { ...request(), now: noon }
  const call = (httpStatus: number, quotaLeft: number | null = 9, at = noon): ApiCall => ({
    at,
    appKey: key,
    interface: '组织机构',
    path: '/api/open/v1/orgs',
    orgCount: 1,
    rowCount: 3,
    httpStatus,
    ret: httpStatus === 200 ? 1 : -6,
    ms: 12,
    bytes: 100,
    address: '100.64.1.1',
    quotaLeft,
    requestId: newId(),
  })
  const yesterday = new Date(startOfDay(today).getTime() - 1)
  await database.as(people.chief, ({ db }) =>
    recordApiCalls(db, [
      ...[200, 200, 403].map((status) => call(status)),
      // A system error, a call above the limit, and one from a wrong address do not count.
      ...[429, 503].map((status) => call(status)),
      call(403, null),
      call(200, 9, yesterday),
    ]),
  )
  expect(await getOwnQuota(asked, developer, key)).toMatchObject({
    used: 3,
    interfaces: [{ name: '组织机构', calls: 3, errors: 4 }],
  })
  // The next day begins at midnight in China, without anybody's act.
  const midnight = startOfDay(addDays(today, 1))
  const lastMoment = new Date(midnight.getTime() - 1)
  expect(await getOwnQuota({ ...asked, now: lastMoment }, developer, key)).toMatchObject({ used: 3 })
  expect(await getOwnQuota({ ...asked, now: midnight }, developer, key)).toMatchObject({ used: 0, interfaces: [] })
  const page = { fAppKey: key, pageNumber: 1, pageSize: 20 }
  expect((await listOwnCalls(asked, developer, page)).itemCount).toBe(7)
  expect((await listOwnCalls(asked, developer, { ...page, status: 403 })).items).toMatchObject([
    { ret: -6 },
    { ret: -6 },
  ])
  const other = await aDeveloper(database)
  await expect(listOwnCalls(request(), other, page)).rejects.toThrow('应用')
  await expect(getOwnQuota(request(), other, key)).rejects.toThrow('应用')
})
