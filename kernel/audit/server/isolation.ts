import { defineIsolation } from '#packages/testing'
import { apiCallApi, auditApi, signInRecordApi } from '../contract.ts'

// The refusals of a district are visible to its administrators and auditors only.
const api = { ...auditApi, signIns: signInRecordApi.list, apiCalls: apiCallApi.list, apiStat: apiCallApi.stat }
const onlyDistrict = { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: 1 }

export default defineIsolation<typeof api, object>(
  api,
  {
    apiCalls: onlyDistrict,
    apiStat: {
      ...onlyDistrict,
      request: () => ({ query: { from: '2026-11-17T01:00:00Z', to: '2026-11-17T02:00:00Z' } }),
    },
    // A school's administrator reads the sign-ins of the own school.
    signIns: { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
    list: { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: 1 },
  },
  async () => ({}),
)
