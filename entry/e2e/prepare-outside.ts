import { newId, type App, type DistrictId } from '#packages/core'
import type { Cells } from '#packages/db'
import { aDeveloper, anOwnApplication } from '#kernel/developer/server/example.ts'
import { openOutsideSession } from '#kernel/identity/server/api.ts'
import { createPlatformAdministrator } from '../seed/outside-logins.ts'
import { company, platformAdministrators } from './outside-people.ts'
import { password } from './cast.ts'

/**
 * Creates the people outside districts: platform administrators, and a company with an application that waits. Returns
 * the token of a session of the company, because a code by SMS is sent once a minute, too seldom for all workers.
 */
export async function createOutsidePeople(app: App, cells: Cells, district: DistrictId): Promise<string> {
  const request = { app, cells, now: new Date(), requestId: newId(), address: '127.0.0.1' }
  for (const userName of Object.values(platformAdministrators))
    await createPlatformAdministrator(request, userName, password)
  const developer = await aDeveloper(request, { company: company.name, phone: company.phone })
  await anOwnApplication(request, developer, district, { name: company.application })
  const client = { address: request.address, agent: '' }
  const { accountId } = developer
  return openOutsideSession({ ...request, client }, { kind: 'developer', accountId, factors: ['password', 'sms'] })
}
