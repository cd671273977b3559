import { defineIsolation } from '#packages/testing'
import { coverRecordApi } from '../contract-records.ts'
import { coverCreditApi } from '../contract-credits.ts'
import { creditCases, prepareCredits, type PreparedCredits } from './credit-isolation.ts'
import { prepareRecords, recordCases, type PreparedRecords } from './record-isolation.ts'

const api = { ...coverRecordApi, ...coverCreditApi }

export default defineIsolation<typeof api, PreparedCredits & PreparedRecords>(
  api,
  { ...recordCases, ...creditCases },
  async (world) => ({ ...(await prepareCredits(world)), ...(await prepareRecords(world)) }),
)
