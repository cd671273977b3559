import { defineIsolation } from '#packages/testing'
import { catalogueApi } from '../contract.ts'

export default defineIsolation(catalogueApi, {
  // Names of programs, the same for all who work anywhere.
  openedHere: { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
})
