import { newId } from '#packages/core'
import type { World } from '#packages/testing'

// The grants of the home school are decided by those who manage it; for others the school does not exist.
const decidersOnly = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
// The application exists for the whole district; the answer covers only the caller's own school.
const ofDistrict = { ...decidersOnly, otherSchoolAdmin: 1 }
// These routes answer every caller about the caller's own organisation.
const ownOrgOnly = { ...ofDistrict, otherDistrictAdmin: 1 }
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }

export interface GrantSamples {
  grantKey: string
  grantId: string
}

const schoolOf = ({ home }: World) => home.school.id
const refusing = (world: World, { grantKey }: GrantSamples) => ({
  fAppKey: grantKey,
  orgs: [{ orgId: schoolOf(world), own: 'refused' }],
})
const noEnd = { from: null, to: null }

export const grantCases = {
  getTree: ownOrgOnly,
  getAppRelationTree: { ...decidersOnly, request: (w: World) => ({ query: { type: '1', objectId: schoolOf(w) } }) },
  getAppOrgRelationTree: {
    ...ofDistrict,
    request: (_: World, { grantKey }: GrantSamples) => ({ query: { appKey: grantKey } }),
  },
  getUserRelations: {
    ...ofDistrict,
    request: (_: World, { grantKey }: GrantSamples) => ({ query: { fAppKey: grantKey } }),
  },
  saveAppRelation: {
    ...decidersOnly,
    request: (w: World, { grantKey }: GrantSamples) => ({
      body: { type: 1, objectId: schoolOf(w), appKeys: [grantKey] },
    }),
  },
  // The application belongs to the district; a school may always refuse it for itself.
  saveAppRelation2: {
    ...decidersOnly,
    isForDistrict: true as const,
    request: (w: World, granted: GrantSamples) => ({ body: { type: 1, ...refusing(w, granted), ...noEnd } }),
  },
  // The request contains the person who has the application already, so that nobody is added.
  saveAppRelation3: {
    ...decidersOnly,
    request: ({ owner }: World, { grantKey }: GrantSamples) => ({
      body: { type: 3, fAppKey: grantKey, objectIds: [owner.userId], ...noEnd },
    }),
  },
  relationPreview: {
    ...decidersOnly,
    request: (w: World, granted: GrantSamples) => ({ body: { ...refusing(w, granted), roleIds: null, userIds: null } }),
  },
  expiring: ownOrgOnly,
  prolong: {
    ...decidersOnly,
    request: (_: World, { grantId }: GrantSamples) => ({ body: { ids: [grantId], to: null } }),
  },
  appPerUser: { ...decidersOnly, request: (w: World) => ({ query: { auditorType: '4', orgId: schoolOf(w) } }) },
  saveAppPer: {
    ...decidersOnly,
    request: (w: World) => ({ body: { auditorType: 4, orgId: schoolOf(w), userIds: [w.owner.userId] } }),
  },
  auditorDuties: ownOrgOnly,
  appPermission: { ...everybody, request: () => ({ query: { auditorType: '4' } }) },
  saveJiaoWu: {
    ...decidersOnly,
    request: ({ owner }: World) => ({ body: { classInJiaowu: 0, userIds: [owner.userId] } }),
  },
  jiaoWuUser: ownOrgOnly,
  jiaoWuPermission: everybody,
}

/** An application that is open for the home school and granted to its administrator by name, with an end date. */
export async function prepareGrants({ database, home, owner }: World): Promise<GrantSamples> {
  const [grantKey, grantId] = [newId(), newId()]
  await database.sql(
    `insert into tenant.application (district_id, key, kind, name, category, audience, status, registered_at)
     values ($1, $2, 2, '题库', 'teaching', 'person', 2, now())`,
    [home.districtId, grantKey],
  )
  await database.sql(
    `insert into tenant.app_grant (district_id, id, app_key, object_kind, object_id, over_on, granted_by, granted_at)
     values ($1, $2, $3, 'org', $4, null, null, now()), ($1, $5, $3, 'person', $6, current_date + 10, $6, now())`,
    [home.districtId, newId(), grantKey, home.school.id, grantId, owner.userId],
  )
  return { grantKey, grantId }
}
