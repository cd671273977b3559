import { defineIsolation } from '#packages/testing'
import { metricApi } from '../contract.ts'

// Each caller gets the numbers of the own scope; the access to a subject is tested beside its permission.
const own = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const request = () => ({ query: { key: 'student' } })

export default defineIsolation(
  metricApi,
  { subjects: own, read: { ...own, request }, sheet: { ...own, request } },
  async () => ({}),
)
