import { newId } from '#packages/core'
import { defineIsolation } from '#packages/testing'
import { openApi } from '../contract.ts'
import { developerApi, platformDeveloperApi, useApplyApi } from '../contract-developers.ts'

const api = { ...openApi, ...developerApi, ...useApplyApi, ...platformDeveloperApi }
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

export default defineIsolation<typeof api, object>(
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
    saveMember: { ...withoutCompany, request: () => ({ body: { act: 'remove', accountId: id } }) },
    myApps: withoutCompany,
    apply: {
      ...withoutCompany,
      request: () => ({
        body: {
          ...{ key: '', districtId: 1, kind: 2, name: '云阅读', about: '分级阅读', category: 'teaching', logo: 'read' },
          ...{ url: 'https://read.example.cn/', ips: '', isSubmitted: true },
        },
      }),
    },
    withdraw: { ...withoutCompany, request: () => ({ body: nobody }) },
    history: { ...withoutCompany, request: () => ({ query: nobody }) },
    secrets: { ...withoutCompany, request: () => ({ query: nobody }) },
    resetSecret: { ...withoutCompany, request: () => ({ body: nobody }) },
    messages: withoutCompany,
    companies: { platform: 1 },
    decideCompany: { platform: -5, request: () => ({ body: { id, act: 'pass', reason: '', version: 1 } }) },
  },
  async () => ({}),
)
