import { defineIsolation } from '#packages/testing'
import { coverApi } from '../contract.ts'
import { coverRequestCases, prepareCoverRequests, type CoverRequestFacts } from './request-isolation.ts'

const { apply, requests, detail, respond, claim, withdraw } = coverApi
const api = { apply, requests, detail, respond, claim, withdraw }

export default defineIsolation<typeof api, CoverRequestFacts>(api, coverRequestCases, prepareCoverRequests)
