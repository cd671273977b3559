import { defineIsolation } from '#packages/testing'
import { coverApi } from '../contract.ts'
import { creditCases } from './credit-isolation.ts'
import { coverReadCases, prepareCoverRead, type CoverReadFacts } from './read-isolation.ts'
import { coverRequestCases, prepareCoverRequests, type CoverRequestFacts } from './request-isolation.ts'

export default defineIsolation<typeof coverApi, CoverReadFacts & CoverRequestFacts>(
  coverApi,
  { ...coverReadCases, ...coverRequestCases, ...creditCases },
  async (world) => ({ ...(await prepareCoverRead(world)), ...(await prepareCoverRequests(world)) }),
)
