import { defineIsolation } from '#packages/testing'
import { auditApi } from '../contract.ts'

// The refusals of a district are visible to its administrators and auditors only.
export default defineIsolation<typeof auditApi, object>(
  auditApi,
  {
    list: { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: 1 },
  },
  async () => ({}),
)
