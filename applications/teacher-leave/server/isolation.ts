import { defineIsolation } from '#packages/testing'
import { leaveApi, leaveBookApi, leaveRecordApi, overtimeApi } from '../contract.ts'
import { bookCases, prepareBooks, type PreparedBooks } from './book-isolation.ts'
import { prepareRequests, requestCases, type PreparedRequests } from './request-isolation.ts'

// The lists of requests are derived from their entities.
const { list: _, ...requests } = leaveApi
const { list: __, ...records } = leaveRecordApi
const api = { ...requests, ...records, ...leaveBookApi, ...overtimeApi }

export default defineIsolation<typeof api, PreparedRequests & PreparedBooks>(
  api,
  { ...requestCases, ...bookCases },
  async (world) => ({ ...(await prepareRequests(world)), ...(await prepareBooks(world)) }),
)
