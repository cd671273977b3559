import { defineIsolation } from '#packages/testing'
import { catalogueApi } from '../contract.ts'
import { applicationCases, prepareApplications, type Registered } from './application-isolation.ts'
import { askingCases, prepareAsking, type Asking } from './asking-isolation.ts'
import { grantCases, prepareGrants, type Granted } from './grant-isolation.ts'
import { prepareUse, useCases, type Used } from './use-isolation.ts'

export default defineIsolation<typeof catalogueApi, Registered & Used & Granted & Asking>(
  catalogueApi,
  { ...applicationCases, ...useCases, ...grantCases, ...askingCases },
  async (world) => ({
    ...(await prepareApplications(world)),
    ...(await prepareUse(world)),
    ...(await prepareGrants(world)),
    ...(await prepareAsking(world)),
  }),
)
