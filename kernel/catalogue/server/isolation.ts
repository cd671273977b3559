import { defineIsolation } from '#packages/testing'
import { accessRequestApi, appRequestApi, catalogueApi } from '../contract.ts'
import { applicationCases, prepareApplications, type RegisteredApplication } from './application-isolation.ts'
import { accessRequestCases, prepareAccessRequests, type AccessRequestSamples } from './access-request-isolation.ts'
import { grantCases, prepareGrants, type GrantSamples } from './grant-isolation.ts'
import { prepareAppCentre, appCentreCases, type AppCentreSamples } from './app-centre-isolation.ts'

// The other routes of the entities are derived.
const { choices: accessChoices, decide: decideAccessRequest } = accessRequestApi
const api = { ...catalogueApi, decideRequest: appRequestApi.decide, accessChoices, decideAccessRequest }

export default defineIsolation<
  typeof api,
  RegisteredApplication & AppCentreSamples & GrantSamples & AccessRequestSamples
>(api, { ...applicationCases, ...appCentreCases, ...grantCases, ...accessRequestCases }, async (world) => ({
  ...(await prepareApplications(world)),
  ...(await prepareAppCentre(world)),
  ...(await prepareGrants(world)),
  ...(await prepareAccessRequests(world)),
}))
