import { aUserWithRoles } from '#kernel/access/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { newId } from '#packages/core'
import type { World } from '#packages/testing'
import { requestAccess } from './service/access-requests/request-access.ts'

const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const decidersOnly = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }

export interface AccessRequestSamples {
  /** An application that is open at the home school, but granted to nobody there. */
  namedKey: string
  personalId: string
}

// An application of the home school does not exist for other schools.
const atHome = { ...everybody, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }

export const accessRequestCases = {
  accessFacts: {
    ...atHome,
    request: (_: World, { namedKey }: AccessRequestSamples) => ({ query: { kind: 'application', target: namedKey } }),
  },
  requestAccess: {
    ...atHome,
    request: (_: World, { namedKey }: AccessRequestSamples) => ({
      body: { accessTarget: { kind: 'application', target: namedKey }, reason: '排课用' },
    }),
  },
  accessChoices: {
    ...decidersOnly,
    request: (_: World, { personalId }: AccessRequestSamples) => ({ query: { id: personalId } }),
  },
  decideAccessRequest: {
    ...decidersOnly,
    request: (_: World, { personalId }: AccessRequestSamples) => ({
      body: { id: personalId, isAgreed: false, roleId: null, reply: '暂不开放' },
    }),
  },
}

/** Creates an application of the home school that is granted by name, and a pending request for another. */
export async function prepareAccessRequests({ database, home, owner }: World): Promise<AccessRequestSamples> {
  const [namedKey, otherKey] = [newId(), newId()]
  for (const key of [namedKey, otherKey])
    await database.sql(
      `insert into tenant.application
         (district_id, key, kind, name, url, category, audience, status, manage_org_id, registered_at)
       values ($1, $2, 2, '排课助手', 'https://app.example.cn/', 'office', 'person', 2, $3, now())`,
      [home.districtId, key, home.school.id],
    )
  await database.sql(
    `insert into tenant.app_grant (district_id, id, app_key, object_kind, object_id, granted_at)
     values ($1, $2, $3, 'org', $4, now())`,
    [home.districtId, newId(), otherKey, home.school.id],
  )
  // Somebody other than the owner decides about the owner's own request.
  await database.as(owner, (ctx) =>
    aUserWithRoles(ctx, ['district-admin'], { at: { id: home.bureauId }, hasAccount: true }),
  )
  const colleague = await database.as(owner, (ctx) => aTeacher(ctx, { at: home.school }))
  await database.as(colleague, (ctx) =>
    requestAccess(ctx, { accessTarget: { kind: 'application', target: otherKey }, reason: '试用' }),
  )
  const [request] = await database.sql<{ id: string }>('select id from tenant.access_request where target = $1', [
    otherKey,
  ])
  return { namedKey, personalId: request!.id }
}
