import { defineIsolation } from '#packages/testing'
import { leaveApi, leaveRecordApi } from '../contract.ts'
import { prepareRequests, requestCases, type PreparedRequests } from './request-isolation.ts'

// The lists are derived from their entities.
const { list: _, ...requests } = leaveApi
const { list: __, ...records } = leaveRecordApi
const api = { ...requests, ...records }

export default defineIsolation<typeof api, PreparedRequests>(api, requestCases, prepareRequests)
