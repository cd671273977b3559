import {
  dayOf,
  forbidden,
  invalid,
  newId,
  notFound,
  orNotFound,
  Refusal,
  scopeOf,
  wholeDistrict,
  type Ctx,
} from '#packages/core'
import { crud } from '#packages/crud'
import { defineJob } from '#packages/jobs'
import {
  decideRecord,
  defineSubject,
  getOpenTasksOf,
  listPeopleWhoApproved,
  startFlow,
} from '#kernel/approval/server/api.ts'
import { listAllApplications } from '#kernel/catalogue/server/api.ts'
import { claimFiles, listOwnerFiles } from '#kernel/files/server/api.ts'
import { apiGrant, type ApiGrantForm, type OpenApi } from '../contract.ts'
import {
  countUnits,
  expireGrants,
  insertGrant,
  listGrantFacts,
  listUnits,
  setGrantedFields,
  type GrantFacts,
} from './api-grant-queries.ts'
import { isMemberOfCompany } from './developer-queries.ts'
import { listOpenApis } from './open-apis.ts'

const subject = 'api-grant'

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
        const tasks = await getOpenTasksOf(ctx, subject)
        return rows.map(({ id }) => tasks.has(id))
      },
    },
  },
})

const isSensitive = ({ fields }: Pick<OpenApi, 'fields'>, chosen: readonly string[]) =>
  fields.some((field) => field.class === 'C' && chosen.includes(field.name))

function requireDistrict(ctx: Ctx, permission: string) {
  if (!scopeOf(ctx, permission).district) throw forbidden()
}

export async function listGrantChoices(ctx: Ctx) {
  requireDistrict(ctx, 'open-api.apply')
  const apps = (await listAllApplications(ctx)).filter(({ isBuiltIn }) => !isBuiltIn)
  return { apps: apps.map(({ key, name }) => ({ appKey: key, name })), orgs: await listUnits(ctx.db) }
}

const requireApi = async (ctx: Ctx, code: string) =>
  orNotFound(
    (await listOpenApis(ctx)).find((one) => one.code === code),
    '接口',
  )

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
  await claimFiles(ctx, form.agreement, { kind: subject, id })
  await startFlow(ctx, {
    subject,
    id,
    orgId: ctx.actor.orgId,
    title: `“${app.name}”申请接口“${api.name}”`,
    brief: form.purpose.slice(0, 100),
    values: { isSensitive: sensitive },
  })
  return { id }
}

/** Fields of class C need two people: the data officer, and whoever is in charge. */
export const apiGrantApproval = defineSubject({
  key: subject,
  title: '接口授权',
  // Nothing passes without another person.
  flag: 'personnel',
  fields: { isSensitive: { label: '含敏感字段', type: 'boolean' } },
  rules: {
    name: '接口授权',
    recall: 'any',
    steps: [
      {
        key: 'data',
        name: '数据管理员审核',
        type: 'approve',
        approver: { kind: 'permission', with: { permission: 'open-api.grant' } },
        dueHours: 24,
        allow: { transfer: true, addSign: true, return: false },
      },
      {
        key: 'countersign',
        name: '分管领导会签',
        type: 'approve',
        when: { field: 'isSensitive', op: 'eq', value: true },
        approver: { kind: 'permission', with: { permission: 'open-api.countersign' } },
        dueHours: 48,
        allow: { transfer: true, addSign: true, return: false },
      },
    ],
  },
  url: (id) => `/developer/dataCollectManagement?tab=grants&open=${id}`,
  mayReturn: false,
  describe: async (ctx, id) => {
    const grant = await apiGrants.rows.require(ctx, wholeDistrict, id)
    const [facts] = await listGrantFacts(ctx.db, [id])
    const api = await requireApi(ctx, grant.apiCode)
    const titles = api.fields.filter(({ name }) => facts!.granted.includes(name))
    return {
      lead: [
        { label: '应用', value: grant.appName },
        { label: '接口', value: grant.apiName },
        { label: '范围', value: grant.reach },
        { label: '用途', value: grant.purpose },
      ],
      facts: [
        { label: '字段', value: titles.map((field) => `${field.title}（${field.class}）`).join('、') },
        { label: '有效期', value: `${grant.days.from} 至 ${grant.days.to}` },
        { label: '每日次数', value: String(grant.dayQuota) },
      ],
      files: ((await listOwnerFiles(ctx, { kind: subject, ids: [id] })).get(id) ?? []).map(
        ({ id: fileId, name, size }) => ({ id: fileId, name, size }),
      ),
    }
  },
  canRead: (ctx, id) => apiGrants.canRead(ctx, id),
  onApproved: approveGrant,
  onRejected: (ctx, id) => closeGrant(ctx, id, 'returned'),
  onReturned: async () => {},
  onRecalled: (ctx, id) => closeGrant(ctx, id, 'returned'),
  onTerminated: (ctx, id) => closeGrant(ctx, id, 'returned'),
})

/** An organisation may change the steps, so the number of people is checked here. */
async function approveGrant(ctx: Ctx, id: string) {
  const { apiCode } = await apiGrants.rows.require(ctx, wholeDistrict, id)
  const [facts] = await listGrantFacts(ctx.db, [id])
  const people = new Set([...(await listPeopleWhoApproved(ctx, subject, id)), ctx.actor.personId])
  people.delete(facts!.requestedBy)
  if (people.size === 0) throw new Refusal('不能审批本人的申请')
  await refuseOwnCompany(ctx, facts!.appKey)
  if (isSensitive(await requireApi(ctx, apiCode), facts!.granted) && people.size < 2)
    throw new Refusal('含敏感字段，须由两人会签')
  await closeGrant(ctx, id, 'approved')
}

/** Whoever works for the company of the application asks for himself. */
async function refuseOwnCompany(ctx: Ctx, appKey: string) {
  const app = (await listAllApplications(ctx)).find(({ key }) => key === appKey)
  if (app?.developerId && (await isMemberOfCompany(ctx.db, app.developerId, ctx.actor.personId)))
    throw new Refusal('不能审批本人所在企业的申请')
}

async function closeGrant(ctx: Ctx, id: string, to: 'approved' | 'returned') {
  await apiGrants.rows.move(ctx, wholeDistrict, id, 'waiting', to, { decidedAt: ctx.now })
}

interface AuditForm {
  id: string
  isAgreed: boolean
  fields: string[]
  opinion: string
}

/** Gives some of the fields, or none. The second approver may only take further ones away. */
export async function auditGrant(ctx: Ctx, { id, isAgreed, fields, opinion }: AuditForm): Promise<null> {
  requireDistrict(ctx, 'open-api.grant')
  await apiGrants.rows.require(ctx, wholeDistrict, id)
  if (!isAgreed && opinion === '') throw invalid([{ field: 'opinion', msg: '请填写退回的原因' }])
  const [facts] = await listGrantFacts(ctx.db, [id])
  if (isAgreed && fields.length === 0) throw invalid([{ field: 'fields', msg: '请至少保留一个字段' }])
  if (fields.some((name) => !facts!.granted.includes(name))) throw invalid([{ field: 'fields', msg: '只能减少字段' }])
  await decideRecord(ctx, {
    subject,
    id,
    isAgreed,
    opinion,
    prepare: async () => {
      if (isAgreed) await setGrantedFields(ctx.db, id, fields)
    },
  })
  return null
}

export const expireGrantsJob = defineJob({
  name: 'api-grants.expire',
  title: '接口授权到期',
  cron: '15 0 * * *',
  handle: (ctx) => expireGrants(ctx.db, dayOf(ctx.now)),
})
