import { addDays, dayOf, newId } from '#packages/core'
import { defineIsolation, type World } from '#packages/testing'
import { insertOpenings } from '#kernel/catalogue/server/example.ts'
import {
  apiGrantApi,
  appUsageApi,
  collectFileApi,
  collectTaskApi,
  openApi,
  openApiRoutes,
  quarantineApi,
} from '../contract.ts'
import { developerApi, platformDeveloperApi, useApplyApi } from '../contract-developers.ts'
import { ownApisApi } from '../contract-own-apis.ts'
import { appUsages } from './app-data.ts'
import { collectRows, createCollectTask, quarantine } from './collect.ts'

// Every caller with the permission gets the sums of the own scope.
const own = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
// The tasks of a school and its quarantine do not exist for others.
const ours = { ...own, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
// The district opens interfaces and decides about grants.
const districtOnly = { ...own, owner: -6, otherSchoolAdmin: -6 }
const grantOfDistrict = { ...districtOnly, otherDistrictAdmin: -5 }

interface Samples {
  usageId: string
  taskId: string
  rowIds: string[]
}

const { sums, apps } = appUsageApi
const { upload } = collectFileApi
const { batches } = collectTaskApi
const { get: readRow, reveal: revealRow, replay, mend, drop } = quarantineApi
const { get: readGrant, suspend, resume, revoke, revokeFields, choices, apply: applyForGrant, audit } = apiGrantApi
const api = {
  sums,
  apps,
  readDay: appUsageApi.get,
  upload,
  batches,
  readRow,
  revealRow,
  replay,
  mend,
  drop,
  readGrant,
  suspend,
  resume,
  revoke,
  revokeFields,
  choices,
  applyForGrant,
  audit,
  ...openApiRoutes,
  ...openApi,
  ...developerApi,
  ...useApplyApi,
  ...ownApisApi,
  ...platformDeveloperApi,
}

const file = { name: '进出记录.csv', content: '学籍号,时间,方向\nG1,2026-11-18 07:30:00,进' }
const grantForm = {
  appKey: 'nobody',
  apiCode: 'orgs',
  fields: ['fOrgID'],
  orgIds: [],
  purpose: '每天夜里同步学校名单，用于教师登录时选择学校。',
  days: { from: dayOf(new Date()), to: addDays(dayOf(new Date()), 364) },
  dayQuota: 100,
  qps: 5,
  agreement: [],
}
const ofGrant = { ...grantOfDistrict, request: () => ({ body: { id: newId(), reason: '用途变了' } }) }
const page = { keyword: '', orgId: null, pageNumber: 1, pageSize: 10 }

const id = newId()
const nobody = { fAppKey: newId() }

// Companies deal with the bureau, so nobody of a school manages them; the administrator of another district sees those
// of that district. A developer without a company sees nothing.
const ofDistrict = { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6 }
const withoutCompany = { developer: -5 }
const company = { company: '云禾科技', creditCode: '91350100M000100Y43', contact: '沈晓舟' }

/** The session of a person is no token of an application. */
const signed = () => ({
  body: { fAppKey: 'nobody', timestamp: Date.now(), nonce: 'n'.repeat(16), signature: '0'.repeat(64) },
})

export default defineIsolation<typeof api, Samples>(
  api,
  {
    token: { everybody: -3, request: signed },
    self: { everybody: -3 },
    sendCode: { everybody: -1, request: () => ({ body: { phone: '1' } }) },
    register: {
      everybody: -1,
      request: () => ({ body: { ...company, msgId: '', code: '', password: '', agreement: 1 } }),
    },
    managePage: { ...ofDistrict, otherDistrictAdmin: 1 },
    manageDetail: { ...ofDistrict, otherDistrictAdmin: -5, request: () => ({ query: { id } }) },
    stopCooperation: {
      ...ofDistrict,
      otherDistrictAdmin: -5,
      request: () => ({ body: { id, version: 1, reason: '合同到期' } }),
    },
    resumeCooperation: { ...ofDistrict, otherDistrictAdmin: -5, request: () => ({ body: { id, version: 1 } }) },
    info: withoutCompany,
    saveCompany: { ...withoutCompany, request: () => ({ body: { ...company, version: 1 } }) },
    sendPhoneCodes: { developer: 0, request: () => ({ body: { phone: '13800000000' } }) },
    updatePhone: {
      ...withoutCompany,
      request: () => ({ body: { ticket: 'nobody', oldCode: '123456', newCode: '123456' } }),
    },
    saveMember: { ...withoutCompany, request: () => ({ body: { act: 'remove', accountId: id } }) },
    myApps: withoutCompany,
    myApp: { ...withoutCompany, request: () => ({ query: nobody }) },
    apply: {
      ...withoutCompany,
      request: () => ({
        body: {
          key: '',
          districtId: 1,
          kind: 2,
          name: '云阅读',
          about: '分级阅读',
          category: 'teaching',
          logo: 'read',
          url: 'https://read.example.cn/',
          ips: '',
          isSubmitted: true,
        },
      }),
    },
    withdraw: { ...withoutCompany, request: () => ({ body: nobody }) },
    history: { ...withoutCompany, request: () => ({ query: nobody }) },
    secrets: { ...withoutCompany, request: () => ({ query: nobody }) },
    resetSecret: { ...withoutCompany, request: () => ({ body: nobody }) },
    revokeSecret: { ...withoutCompany, request: () => ({ body: { ...nobody, id, reason: '泄露' } }) },
    messages: withoutCompany,
    ownApis: { ...withoutCompany, request: () => ({ query: nobody }) },
    applyApi: {
      ...withoutCompany,
      request: () => {
        const { apiCode, fields, purpose, days } = grantForm
        return { body: { ...nobody, apiCode, fields, purpose, days } }
      },
    },
    quota: { ...withoutCompany, request: () => ({ query: nobody }) },
    callLog: { ...withoutCompany, request: () => ({ query: nobody }) },
    companies: { platform: 1 },
    decideCompany: { platform: -5, request: () => ({ body: { id, act: 'pass', reason: '', version: 1 } }) },
    sums: { ...own, request: () => ({ query: {} }) },
    apps: own,
    readDay: { ...ours, request: (_: World, { usageId }: Samples) => ({ query: { id: usageId } }) },
    upload: { ...ours, request: (_: World, { taskId }: Samples) => ({ form: { taskId, file } }) },
    batches: { ...ours, request: (_: World, { taskId }: Samples) => ({ query: { taskId } }) },
    readRow: { ...ours, request: (_: World, { rowIds }: Samples) => ({ query: { id: rowIds[0]! } }) },
    revealRow: {
      ...ours,
      request: (_: World, { rowIds }: Samples) => ({
        body: { id: rowIds[0]!, field: 'payload', reason: '核对学籍号' },
      }),
    },
    replay: { ...ours, request: (_: World, { rowIds }: Samples) => ({ body: { ids: rowIds.slice(0, 1) } }) },
    mend: {
      ...ours,
      request: (_: World, { rowIds }: Samples) => ({ body: { id: rowIds[1]!, values: { place: '西门' } } }),
    },
    drop: { ...ours, request: (_: World, { rowIds }: Samples) => ({ body: { ids: rowIds.slice(2, 3) } }) },
    apis: own,
    saveApi: {
      ...grantOfDistrict,
      request: () => ({ body: { code: 'nobody', isOpen: true, dayQuota: 100, qps: 5 } }),
    },
    setQuota: {
      ...grantOfDistrict,
      request: () => ({ body: { appKey: 'nobody', dayCalls: 20_000, reason: '期末集中同步' } }),
    },
    choices: districtOnly,
    applyForGrant: { ...grantOfDistrict, request: () => ({ body: grantForm }) },
    readGrant: { ...grantOfDistrict, request: () => ({ query: { id: newId() } }) },
    suspend: ofGrant,
    resume: ofGrant,
    revoke: ofGrant,
    revokeFields: {
      ...grantOfDistrict,
      request: () => ({ body: { id: newId(), reason: '用途变了', fields: ['fOrgID'] } }),
    },
    audit: {
      ...grantOfDistrict,
      request: () => ({ body: { id: newId(), isAgreed: true, fields: ['fOrgID'], opinion: '' } }),
    },
  },
  ({ database, home, owner }) =>
    database.as(owner, async (ctx) => {
      const { userId, orgId } = owner
      await insertOpenings(ctx, [{ userId, orgId, keys: ['reading'], days: 1 }])
      const days = await appUsages.list(ctx, page)
      const form = { org: home.school.id, name: '东门', target: 'pupil-passages', source: '闸机', isDisabled: false }
      const { id: taskId } = await createCollectTask(ctx, form)
      const row = { passedAt: '2026-11-18 07:30:00', direction: '进' }
      await collectRows(
        ctx,
        taskId,
        ['G1', 'G2', 'G3'].map((studentNo) => ({ ...row, studentNo })),
      )
      const { items } = await quarantine.list(ctx, page)
      return { usageId: days.items[0]!.id, taskId, rowIds: items.map(({ id }) => id) }
    }),
)
