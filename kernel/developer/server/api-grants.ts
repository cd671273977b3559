import {
  addDays,
  dayOf,
  forbidden,
  invalid,
  newId,
  notFound,
  orNotFound,
  Refusal,
  scopeOf,
  type Ctx,
} from '#packages/core'
import { crud } from '#packages/crud'
import { getOpenTasksOf, startFlow } from '#kernel/approval/server/api.ts'
import { listAllApplications } from '#kernel/catalogue/server/api.ts'
import { claimFiles } from '#kernel/files/server/api.ts'
import { apiGrant, grantPeriod, type ApiGrantForm, type OpenApi } from '../contract.ts'
import { countUnits, insertGrant, listGrantFacts, listUnits, type GrantFacts } from './api-grant-queries.ts'
import { listOpenApis } from './open-apis.ts'

export const grantSubject = 'api-grant'

/** Reads a value of the facts of each row. */
const fromFacts = <Value>(read: (facts: GrantFacts) => Value) => ({
  load: async (ctx: Ctx, rows: readonly { id: string }[]) => {
    const facts = new Map(
      (
        await listGrantFacts(
          ctx.db,
          rows.map(({ id }) => id),
        )
      ).map((one) => [one.id, one]),
    )
    return rows.map(({ id }) => read(facts.get(id)!))
  },
})

export const getReach = ({ isWhole, orgNames }: GrantFacts) =>
  isWhole ? '全区' : orgNames.length > 1 ? `${orgNames[0]}等 ${orgNames.length} 个` : (orgNames[0] ?? '')

export const apiGrants = crud(apiGrant, 'api_grant', {
  fields: {
    appName: {
      load: async (ctx, rows) => {
        const names = new Map((await listAllApplications(ctx)).map(({ key, name }) => [key, name]))
        return rows.map(({ appKey }) => names.get(appKey as string) ?? '')
      },
    },
    apiName: {
      load: async (ctx, rows) => {
        const names = new Map((await listOpenApis(ctx)).map(({ code, name }) => [code, name]))
        return rows.map(({ apiCode }) => names.get(apiCode as string) ?? '')
      },
    },
    asked: fromFacts(({ fields }) => fields),
    granted: fromFacts(({ granted }) => granted),
    reach: fromFacts(getReach),
    mayDecide: {
      load: async (ctx, rows) => {
        const tasks = await getOpenTasksOf(ctx, grantSubject)
        return rows.map(({ id }) => tasks.has(id))
      },
    },
  },
})

export const isSensitive = ({ fields }: Pick<OpenApi, 'fields'>, chosen: readonly string[]) =>
  fields.some((field) => field.class === 'C' && chosen.includes(field.name))

export function requireDistrict(ctx: Ctx, permission: string) {
  if (!scopeOf(ctx, permission).district) throw forbidden()
}

export async function listGrantChoices(ctx: Ctx) {
  requireDistrict(ctx, 'open-api.apply')
  const apps = (await listAllApplications(ctx)).filter(({ isBuiltIn }) => !isBuiltIn)
  return { apps: apps.map(({ key, name }) => ({ appKey: key, name })), orgs: await listUnits(ctx.db) }
}

export const requireApi = async (ctx: Ctx, code: string) =>
  orNotFound(
    (await listOpenApis(ctx)).find((one) => one.code === code),
    '接口',
  )

/** A grant begins within a year and lasts three years at most: then somebody looks at it again. */
function checkPeriod({ from, to }: ApiGrantForm['days'], today: string) {
  const { yearsAtMost, daysAhead } = grantPeriod
  const refuse = (msg: string) => invalid([{ field: 'days', msg }])
  if (to < today) throw refuse('结束日期不能早于今天')
  if (from > addDays(today, daysAhead)) throw refuse('开始日期须在一年之内')
  // Texts of days are compared, so that 29 February needs no rule of its own.
  if (to > `${Number(from.slice(0, 4)) + yearsAtMost}${from.slice(4)}`) throw refuse(`有效期不超过${yearsAtMost}年`)
}

/** Asks for fields of an interface for an application. */
export async function applyForGrant(ctx: Ctx, form: ApiGrantForm) {
  requireDistrict(ctx, 'open-api.apply')
  return requestGrant(ctx, form)
}

/** The same for callers whose right was checked: the company of the application asks, too. */
export async function requestGrant(ctx: Ctx, form: ApiGrantForm) {
  const app = orNotFound(
    (await listAllApplications(ctx)).find(({ key, isBuiltIn }) => key === form.appKey && !isBuiltIn),
    '应用',
  )
  checkPeriod(form.days, dayOf(ctx.now))
  const api = await requireApi(ctx, form.apiCode)
  if (!api.isOpen) throw new Refusal('该接口未开放')
  const known = new Set(api.fields.map(({ name }) => name))
  if (form.fields.some((name) => !known.has(name))) throw invalid([{ field: 'fields', msg: '请选择该接口的字段' }])
  const sensitive = isSensitive(api, form.fields)
  if (sensitive && form.agreement.length === 0)
    throw invalid([{ field: 'agreement', msg: '敏感字段须上传数据使用协议' }])
  if ((await countUnits(ctx.db, form.orgIds)) < new Set(form.orgIds).size) throw notFound('单位')
  const id = newId()
  if (!(await insertGrant(ctx.db, id, form, ctx.actor.personId, ctx.now)))
    throw new Refusal('该应用已有这个接口的申请或授权')
  await claimFiles(ctx, form.agreement, { kind: grantSubject, id })
  await startFlow(ctx, {
    subject: grantSubject,
    id,
    orgId: ctx.actor.orgId,
    title: `“${app.name}”申请接口“${api.name}”`,
    brief: form.purpose.slice(0, 100),
    values: { isSensitive: sensitive },
  })
  return { id }
}
