import type { QueryOf } from '#packages/contract'
import { dayOf, invalid, Refusal, type Ctx, type DistrictId } from '#packages/core'
import { countCallsToday, listCallsOf } from '#kernel/audit/server/api.ts'
import type { OwnGrantForm, OwnInterface, OwnQuota, ownApisApi } from '../contract-own-apis.ts'
import { listGrantsOfApp, type OwnGrantRow } from './api-grant-queries.ts'
import { getReach, requestGrant } from './api-grants.ts'
import { findDistrictOf, getOwnApplication, refuseStopped } from './developer-applications.ts'
import type { Developer } from './developer-companies.ts'
import { changeInDistrict, readInDistrict, type OutsideRequest } from './developer-districts.ts'
import { requireTask } from './developer-policy.ts'
import { findOrgPath } from './collect-queries.ts'
import { listOpenApis } from './open-apis.ts'
import { readLimits } from './day-quota.ts'

/** Reads in the district of an own application; for other companies the application does not exist. */
async function readOwn<T>(request: OutsideRequest, developer: Developer, key: string, work: (ctx: Ctx) => Promise<T>) {
  const district = await findDistrictOf(request, developer, key)
  // The application was found there, so the district knows the company.
  return (await readInDistrict(request, developer, district, work))!
}

const listGivenApis = async (ctx: Ctx) => (await listOpenApis(ctx)).filter(({ direction }) => direction === 'open')

/** The interfaces that the district opened, and those that the application asked for. */
export const listOwnApis = (request: OutsideRequest, developer: Developer, key: string): Promise<OwnInterface[]> =>
  readOwn(request, developer, key, async (ctx) => {
    const grants = new Map((await listGrantsOfApp(ctx.db, key)).map((grant) => [grant.apiCode, grant]))
    const apis = (await listGivenApis(ctx)).filter(({ code, isOpen }) => isOpen || grants.has(code))
    return apis.map(({ code, name, about, path, fields, sample, dayQuota, qps }) => {
      const grant = grants.get(code)
      return {
        code,
        name,
        about,
        path,
        fields,
        sample,
        dayQuota,
        qps,
        grant: grant ? presentGrant(grant, fields) : null,
      }
    })
  })

const presentGrant = (grant: OwnGrantRow, fields: OwnInterface['fields']) => {
  const titlesOf = (names: readonly string[]) =>
    fields.filter(({ name }) => names.includes(name)).map(({ title }) => title)
  const { status, from, to, dayQuota, qps } = grant
  return {
    status,
    asked: titlesOf(grant.fields),
    granted: status === 'waiting' || status === 'returned' ? [] : titlesOf(grant.granted),
    reach: getReach(grant),
    days: { from, to },
    dayQuota,
    qps,
  }
}

/** Asks the district for fields of an interface, for all its schools; the district gives what it decides. */
export async function applyForApi(
  request: OutsideRequest,
  developer: Developer,
  { fAppKey, ...form }: OwnGrantForm & { fAppKey: string },
) {
  requireTask(developer, 'develop')
  const { status, districtId } = await getOwnApplication(request, developer, fAppKey)
  if (status !== 2 && status !== 5) throw new Refusal('应用审核通过后才能申请接口')
  return changeInDistrict(request, developer, districtId as DistrictId, async (ctx) => {
    await refuseStopped(ctx, developer.id)
    const api = (await listGivenApis(ctx)).find(({ code }) => code === form.apiCode)
    if (api?.fields.some((field) => field.class === 'C' && form.fields.includes(field.name)))
      throw invalid([{ field: 'fields', msg: '敏感字段须签署协议，请联系区数据管理员代为申请' }])
    const { dayQuota = 1, qps = 1 } = api ?? {}
    return requestGrant(ctx, { ...form, appKey: fAppKey, orgIds: [], dayQuota, qps, agreement: [] })
  })
}

export const getOwnQuota = (request: OutsideRequest, developer: Developer, key: string): Promise<OwnQuota> =>
  readOwn(request, developer, key, async (ctx) => {
    const orgPath = await findOrgPath(ctx.db, ctx.actor.orgId)
    const { dayCalls, perSecond } = await readLimits(ctx, { key, orgPath }, dayOf(ctx.now))
    const interfaces = await countCallsToday(ctx, key)
    return { dayCalls, perSecond, used: interfaces.reduce((sum, { calls }) => sum + calls, 0), interfaces }
  })

export const listOwnCalls = (
  request: OutsideRequest,
  developer: Developer,
  { fAppKey, status, ...query }: QueryOf<typeof ownApisApi.callLog>,
) => readOwn(request, developer, fAppKey, (ctx) => listCallsOf(ctx, fAppKey, { ...query, httpStatus: status }))
