import { changedByOthers, dayOf, matchScope, notFound, orNotFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import type { BodyOf, QueryOf } from '#packages/contract'
import {
  listAllApplications,
  resumeApplicationsOf,
  stopApplicationsOf,
  type AppRow,
} from '#kernel/catalogue/server/api.ts'
import { maskPhone } from '#kernel/identity/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import type { developerApi, DeveloperDetail, DeveloperListRow } from '../contract-developers.ts'
import {
  findDistrictDeveloper,
  getBureauId,
  isMemberOfCompany,
  listDistrictDevelopers,
  lockDistrictDeveloper,
  storeCooperation,
  type DistrictDeveloper,
} from './developer-queries.ts'

/** Companies deal with the bureau: who manages them has the permission there. */
async function mayManage(ctx: Ctx): Promise<boolean> {
  const scope = scopeOf(ctx, 'developer.manage')
  const bureau = await findUnitById(ctx, await getBureauId(ctx.db))
  return bureau !== undefined && matchScope(scope, { orgId: bureau.id, orgPath: bureau.path }).length > 0
}

async function createPresenter(ctx: Ctx) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const apps = (await listAllApplications(ctx)).filter(
    ({ developerId, status }) => developerId !== null && status !== 0,
  )
  const listOf = (id: string) => apps.filter(({ developerId }) => developerId === id)
  const present = (row: DistrictDeveloper): DeveloperListRow => {
    const own = listOf(row.id)
    const count = (...statuses: AppRow['status'][]) => own.filter(({ status }) => statuses.includes(status)).length
    return {
      id: row.id,
      company: row.company,
      creditCode: row.creditCode,
      contact: fields.decrypt('developer.contact', row.contact, row.id),
      phone: maskPhone(fields.decrypt('developer.phone', row.phone, row.id)),
      status: row.status,
      reason: row.reason,
      waiting: count(1, 5),
      serving: count(2, 5),
      stopped: count(4),
      createdAt: row.createdAt.toISOString(),
      version: row.version,
    }
  }
  return { present, listOf }
}

/** The companies that have or want applications in this district. */
export async function listDistrictCompanies(ctx: Ctx, query: QueryOf<typeof developerApi.managePage>) {
  const { keyword, status, from, to } = query
  const all = (await mayManage(ctx)) ? await listDistrictDevelopers(ctx.db) : []
  const matching = all.filter(
    (row) =>
      (status === undefined || row.status === status) &&
      (keyword === '' || row.company.includes(keyword) || row.creditCode === keyword.toUpperCase()) &&
      (from === undefined || dayOf(row.createdAt) >= from) &&
      (to === undefined || dayOf(row.createdAt) <= to),
  )
  const { present } = await createPresenter(ctx)
  const { pageNumber, pageSize } = query
  return {
    itemCount: matching.length,
    pageCount: Math.ceil(matching.length / pageSize),
    items: matching.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map(present),
  }
}

export async function getDistrictCompany(ctx: Ctx, id: string): Promise<DeveloperDetail> {
  const row = orNotFound((await mayManage(ctx)) ? await findDistrictDeveloper(ctx.db, id) : undefined, '开发者')
  const { present, listOf } = await createPresenter(ctx)
  return {
    ...present(row),
    applications: listOf(id).map(({ key, name, about, status, registeredAt }) => ({
      key,
      name,
      about,
      status,
      registeredAt: registeredAt?.toISOString() ?? null,
    })),
  }
}

async function lockCompany(ctx: Ctx, { id, version }: { id: string; version: number }) {
  if (!(await mayManage(ctx))) throw notFound('开发者')
  const row = orNotFound(await lockDistrictDeveloper(ctx.db, id), '开发者')
  if (await isMemberOfCompany(ctx.db, id, ctx.actor.personId)) throw new Refusal('不能处理本人所在的企业')
  if (row.version !== version) throw changedByOthers()
  return row
}

/** The district stops working with a company: all its applications are out of use at once. */
export async function stopCooperation(ctx: Ctx, { id, version, reason }: BodyOf<typeof developerApi.stopCooperation>) {
  const row = await lockCompany(ctx, { id, version })
  if (row.status === 'stopped') throw new Refusal('已停止合作')
  const keys = await stopApplicationsOf(ctx, id, reason)
  await storeCooperation(ctx.db, { id, version }, { status: 'stopped', reason, stopped_keys: keys })
  return { applications: keys.length }
}

/** The district works with a company again: the applications that the stop took out of use come back. */
export async function resumeCooperation(ctx: Ctx, { id, version }: BodyOf<typeof developerApi.resumeCooperation>) {
  const row = await lockCompany(ctx, { id, version })
  if (row.status === 'active') throw new Refusal('正在合作中')
  const applications = await resumeApplicationsOf(ctx, id, row.stoppedKeys)
  await storeCooperation(ctx.db, { id, version }, { status: 'active', reason: '', stopped_keys: [] })
  return { applications }
}

/** For the audit of applications: nobody decides for the own company. */
export const applicationDevelopers = {
  isMember: (ctx: Ctx, developerId: string) => isMemberOfCompany(ctx.db, developerId, ctx.actor.personId),
}
