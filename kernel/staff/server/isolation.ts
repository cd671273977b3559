import { defineIsolation } from '#packages/testing'
import { staffApi } from '../contract.ts'

export default defineIsolation(staffApi, {
  // Each recounts her own district; the job never leaves it.
  recount: { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
})
