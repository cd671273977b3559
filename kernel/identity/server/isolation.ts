import { defineIsolation } from '#packages/testing'
import { identityApi } from '../contract.ts'

const token = `1.${'a'.repeat(43)}`

export default defineIsolation(identityApi, {
  readInvitation: { everybody: 0, request: () => ({ body: { token } }) },
  acceptInvitation: {
    everybody: 0,
    request: () => ({ body: { token, userName: 'somebody', password: 'Guess-2026' } }),
  },
})
