import { newId, type App, type DistrictId } from '#packages/core'
import type { Cells } from '#packages/db'
import { aDeveloper, anOwnApplication } from '#kernel/developer/server/example.ts'
import { openOutsideSession } from '#kernel/identity/server/api.ts'
import { createPlatformAdministrator } from '../seed/outside-logins.ts'
import { companies, platformAdministrators, type JourneyCompany } from './outside-people.ts'
import { password } from './cast.ts'

/**
 * Creates the people outside districts: platform administrators, and companies with an application. Returns the tokens of
 * sessions of the companies, because a code by SMS is sent once a minute, too seldom for all workers.
 */
export async function createOutsidePeople(app: App, cells: Cells, district: DistrictId) {
  const request = { app, cells, now: new Date(), requestId: newId(), address: '127.0.0.1' }
  for (const userName of Object.values(platformAdministrators))
    await createPlatformAdministrator(request, userName, password)
  const client = { address: request.address, agent: '' }
  const tokens: Partial<Record<JourneyCompany, string>> = {}
  for (const key of Object.keys(companies) as JourneyCompany[]) {
    const { name, application, phone } = companies[key]
    const developer = await aDeveloper(request, { company: name, phone })
    await anOwnApplication(request, developer, district, { name: application })
    const { accountId } = developer
    const session = { kind: 'developer', accountId, factors: ['password', 'sms'] } as const
    tokens[key] = await openOutsideSession({ ...request, client }, session)
  }
  return tokens
}
