import { defineIsolation } from '#packages/testing'
import { weatherApi } from '../contract.ts'

// Everybody gets the weather of the own organisation; which areas may be named is tested in weather-routes.test.ts.
const own = {
  owner: 1,
  teacher: 1,
  otherClassHead: 1,
  otherSchoolAdmin: 1,
  otherDistrictAdmin: 1,
  pupil: 1,
  guardian: 1,
}

export default defineIsolation(weatherApi, { get: own })
