import { defineIsolation } from '#packages/testing'
import { coverOfficeApi } from '../contract.ts'
import { coverOfficeCases, prepareCoverOffice, type CoverOfficeFacts } from './office-isolation.ts'

const { assign, ask, cancel, keep, backfill, audit } = coverOfficeApi
const api = { assign, ask, cancel, keep, backfill, audit }

export default defineIsolation<typeof api, CoverOfficeFacts>(api, coverOfficeCases, prepareCoverOffice)
