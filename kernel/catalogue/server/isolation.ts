import { defineIsolation } from '#packages/testing'
import { catalogueApi } from '../contract.ts'
import { applicationCases, prepareApplications, type RegisteredApplication } from './application-isolation.ts'
import { accessRequestCases, prepareAccessRequests, type AccessRequestSamples } from './access-request-isolation.ts'
import { grantCases, prepareGrants, type GrantSamples } from './grant-isolation.ts'
import { prepareAppCentre, appCentreCases, type AppCentreSamples } from './app-centre-isolation.ts'

export default defineIsolation<
  typeof catalogueApi,
  RegisteredApplication & AppCentreSamples & GrantSamples & AccessRequestSamples
>(catalogueApi, { ...applicationCases, ...appCentreCases, ...grantCases, ...accessRequestCases }, async (world) => ({
  ...(await prepareApplications(world)),
  ...(await prepareAppCentre(world)),
  ...(await prepareGrants(world)),
  ...(await prepareAccessRequests(world)),
}))
