import { defineIsolation } from '#packages/testing'
import { accessApi } from '../contract.ts'

export default defineIsolation(accessApi, {
  menu: { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1, pupil: 1, guardian: 1 },
  // Each is told of the administrators where she is.
  administrators: { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
})
