import { defineIsolation } from '#packages/testing'
import { siteApi } from '../contract.ts'

export default defineIsolation(siteApi, { about: { everybody: 1 } })
