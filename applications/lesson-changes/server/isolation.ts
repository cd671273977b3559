import { defineIsolation } from '#packages/testing'
import { coverOfficeApi } from '../contract.ts'
import { coverOfficeCases, prepareCoverOffice, type CoverOfficeFacts } from './office-isolation.ts'
import { officeReadCases, prepareOfficeRead } from './read-isolation.ts'

type OfficeReadFacts = Awaited<ReturnType<typeof prepareOfficeRead>>

export default defineIsolation<typeof coverOfficeApi, OfficeReadFacts & CoverOfficeFacts>(
  coverOfficeApi,
  { ...officeReadCases, ...coverOfficeCases },
  async (world) => ({ ...(await prepareOfficeRead(world)), ...(await prepareCoverOffice(world)) }),
)
