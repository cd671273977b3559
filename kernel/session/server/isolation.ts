import { defineIsolation } from '#packages/testing'
import { sessionApi } from '../contract.ts'

const everySession = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }

export default defineIsolation(sessionApi, {
  login: { everybody: 0, request: () => ({ body: { userName: 'nobody.here', userPwd: 'Guess-2026' } }) },
  loginInfo: everySession,
  logout: { ...everySession, pupil: 1, guardian: 1 },
})
