import { defineIsolation } from '#packages/testing'
import { coverApi } from '../contract.ts'
import { coverReadCases, prepareCoverRead, type CoverReadFacts } from './read-isolation.ts'
import { coverRequestCases, prepareCoverRequests, type CoverRequestFacts } from './request-isolation.ts'

const { myCredits: _, ...api } = coverApi

export default defineIsolation<typeof api, CoverReadFacts & CoverRequestFacts>(
  api,
  { ...coverReadCases, ...coverRequestCases },
  async (world) => ({ ...(await prepareCoverRead(world)), ...(await prepareCoverRequests(world)) }),
)
