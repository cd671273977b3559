import { randomBytes } from 'node:crypto'
import { defineIsolation } from '#packages/testing'
import { workplaceApi } from '../contract.ts'

const which = { corpId: 'dingnobody' }
const form = () => ({
  userName: `nobody.${randomBytes(6).toString('hex')}`,
  userPwd: 'Guess-2026',
  dingdingID: `1.${'a'.repeat(43)}`,
})

export default defineIsolation(workplaceApi, {
  start: { everybody: -5, request: () => ({ body: which }) },
  loginByCode: { everybody: -5, request: () => ({ body: { ...which, code: 'x' } }) },
  loginByCodeGet: { everybody: -5, request: () => ({ query: { ...which, code: 'x' } }) },
  binding: { everybody: 0, request: () => ({ body: form() }) },
  bindingByQuery: { everybody: 0, request: () => ({ query: form() }) },
  cancel: { everybody: 1 },
  cancelByGet: { everybody: 0 },
})
