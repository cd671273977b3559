import { defineIsolation } from '#packages/testing'
import { openApi } from '../contract.ts'

const request = () => ({
  body: { fAppKey: 'nobody', timestamp: Date.now(), nonce: 'n'.repeat(16), signature: '0'.repeat(64) },
})

// The session of a person is no token of an application.
export default defineIsolation(openApi, { token: { everybody: -3, request }, self: { everybody: -3 } })
