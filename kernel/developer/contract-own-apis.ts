import { z } from 'zod'
import { dayRange, enumOf, idOf, intParam, openField, pageOf, pageQuery, routesOf } from '#packages/contract'
import { callOutcomes } from '#kernel/audit/contract.ts'
import { apiGrantForm, grantStates } from './contract-api-grants.ts'
import { byKey } from './contract-developers.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const forDevelopers = { access: 'developer', ownTransactions: true } as const

const ownGrant = z.object({
  status: enumOf(grantStates),
  /** The titles of the fields that were asked for, and of those that were given. */
  asked: z.array(z.string()),
  granted: z.array(z.string()),
  reach: z.string(),
  days: z.object({ from: z.string(), to: z.string() }),
  dayQuota: z.int(),
  qps: z.int(),
})

const ownInterface = z.object({
  code: z.string(),
  name: z.string(),
  about: z.string(),
  path: z.string(),
  fields: z.array(openField),
  sample: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  dayQuota: z.int(),
  qps: z.int(),
  /** The latest request or grant of the application. */
  grant: ownGrant.nullable(),
})
export type OwnInterface = z.output<typeof ownInterface>

/** What a company fills in; how often the interface may be called is what the district set for it. */
export const ownGrantForm = apiGrantForm.pick({ apiCode: true, fields: true, purpose: true, days: true })
export type OwnGrantForm = z.output<typeof ownGrantForm>

const ownCall = z.object({
  id: idOf('api-call'),
  at: z.iso.datetime(),
  interface: z.string(),
  outcome: enumOf(callOutcomes),
  httpStatus: z.int(),
  ret: z.int(),
  ms: z.int(),
  rowCount: z.int(),
  address: z.string(),
  requestId: z.string(),
})
export type OwnCall = z.output<typeof ownCall>

const quota = z.object({
  /** How often the application may call on one day, and how often it did today. */
  dayCalls: z.int(),
  perSecond: z.int(),
  used: z.int(),
  interfaces: z.array(z.object({ name: z.string(), calls: z.int(), errors: z.int() })),
})
export type OwnQuota = z.output<typeof quota>

/** The interfaces of an own application, and how it uses them. */
export const ownApisApi = {
  ownApis: route({
    method: 'GET',
    path: '/api/developer/apis',
    title: '应用可用的接口',
    ...forDevelopers,
    query: byKey,
    data: z.array(ownInterface),
  }),
  applyApi: route({
    method: 'POST',
    path: '/api/developer/applyApi',
    title: '申请接口',
    ...forDevelopers,
    body: byKey.extend(ownGrantForm.shape),
    data: z.object({ id: idOf('api-grant') }),
  }),
  quota: route({
    method: 'GET',
    path: '/api/developer/quota',
    title: '应用调用额度',
    ...forDevelopers,
    query: byKey,
    data: quota,
  }),
  callLog: route({
    method: 'GET',
    path: '/api/developer/callLog',
    title: '应用调用记录',
    ...forDevelopers,
    query: pageQuery.extend({ ...byKey.shape, ...dayRange.shape, status: intParam({ min: 100, max: 599 }).optional() }),
    data: pageOf(ownCall),
  }),
}
