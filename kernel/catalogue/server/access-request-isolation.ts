import { newId } from '#packages/core'
import type { World } from '#packages/testing'

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
export async function prepareAccessRequests({ database, home }: World): Promise<AccessRequestSamples> {
  const [namedKey, otherKey, personalId, personId, userId] = [newId(), newId(), newId(), newId(), newId()]
  await database.sql(
    `insert into tenant.person (district_id, id, name, created_at, updated_at) values ($1, $2, '某人', now(), now())`,
    [home.districtId, personId],
  )
  await database.sql(
    `insert into tenant.membership
       (district_id, id, person_id, org_id, user_type, is_main, valid, created_at, updated_at)
     values ($1, $2, $3, $4, 'teacher', true, daterange('2026-01-01', null), now(), now())`,
    [home.districtId, userId, personId, home.school.id],
  )
  for (const key of [namedKey, otherKey])
    await database.sql(
      `insert into tenant.application
         (district_id, key, kind, name, url, category, audience, status, manage_org_id, registered_at)
       values ($1, $2, 2, '排课助手', 'https://app.example.cn/', 'office', 'person', 2, $3, now())`,
      [home.districtId, key, home.school.id],
    )
  await database.sql(
    `insert into tenant.access_request
       (district_id, id, org_id, user_id, requested_by, kind, target, requested_at, reason, status)
     values ($1, $2, $3, $4, $5, 'application', $6, now(), '试用', 'waiting')`,
    [home.districtId, personalId, home.school.id, userId, personId, otherKey],
  )
  return { namedKey, personalId }
}
