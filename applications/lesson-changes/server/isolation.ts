import { defineIsolation } from '#packages/testing'
import { coverCreditApi } from '../contract-credits.ts'
import { coverRecordApi } from '../contract-records.ts'
import { coverOfficeApi } from '../contract.ts'
import { creditCases, prepareCredits, type PreparedCredits } from './credit-isolation.ts'
import { coverOfficeCases, prepareCoverOffice, type CoverOfficeFacts } from './office-isolation.ts'
import { officeReadCases, prepareOfficeRead, type OfficeReadFacts } from './read-isolation.ts'
import { prepareRecords, recordCases, type PreparedRecords } from './record-isolation.ts'

const api = { ...coverRecordApi, ...coverCreditApi, ...coverOfficeApi }

export default defineIsolation<typeof api, OfficeReadFacts & CoverOfficeFacts & PreparedCredits & PreparedRecords>(
  api,
  { ...recordCases, ...creditCases, ...officeReadCases, ...coverOfficeCases },
  async (world) => ({
    ...(await prepareCredits(world)),
    ...(await prepareRecords(world)),
    ...(await prepareOfficeRead(world)),
    ...(await prepareCoverOffice(world)),
  }),
)
