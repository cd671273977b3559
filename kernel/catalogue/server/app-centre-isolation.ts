import { aTeacher } from '#kernel/staff/server/example.ts'
import { newId } from '#packages/core'
import type { World } from '#packages/testing'
import { requestApplication } from './service/centre/app-requests.ts'

// These routes answer every caller with the caller's own data.
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
// An application of the home school is visible only to those who work there.
const ofSchool = { ...everybody, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const decidersOnly = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }

export interface AppCentreSamples {
  openKey: string
  closedKey: string
  requestId: string
}

export const appCentreCases = {
  appList: { ...everybody, pupil: 1, guardian: 1 },
  listOpenedHere: everybody,
  centre: everybody,
  getShortcut: everybody,
  setShortcut: {
    ...ofSchool,
    request: (_: World, { openKey }: AppCentreSamples) => ({ body: [{ fAppKey: openKey, fSort: 0 }] }),
  },
  open: {
    ...ofSchool,
    pupil: -5,
    guardian: -5,
    request: (_: World, { openKey }: AppCentreSamples) => ({ body: { fAppKey: openKey } }),
  },
  appDataList: { ...everybody, request: () => ({ query: { dataType: '1' } }) },
  // A school makes one request; a second one is refused.
  requestApplication: {
    ...ofSchool,
    teacher: 0,
    otherClassHead: 0,
    request: (_: World, { closedKey }: AppCentreSamples) => ({ body: { fAppKey: closedKey, reason: '试用' } }),
  },
  decideRequest: {
    ...decidersOnly,
    request: (_: World, { requestId }: AppCentreSamples) => ({
      body: { id: requestId, isAgreed: false, reply: '暂不开通' },
    }),
  },
}

/** Two applications of the home school: one is open there, the other has an earlier request. */
export async function prepareAppCentre({ database, home, owner }: World): Promise<AppCentreSamples> {
  const [openKey, closedKey, requestedKey] = [newId(), newId(), newId()]
  for (const [key, name] of [
    [openKey, '值班表'],
    [closedKey, '场馆预约'],
    [requestedKey, '失物招领'],
  ])
    await database.sql(
      `insert into tenant.application
         (district_id, key, kind, name, url, category, audience, status, manage_org_id, registered_at)
       values ($1, $2, 2, $3, 'https://app.example.cn/', 'office', 'org', 2, $4, now())`,
      [home.districtId, key, name, home.school.id],
    )
  await database.sql(
    `insert into tenant.app_grant (district_id, id, app_key, object_kind, object_id, granted_at)
     values ($1, $2, $3, 'org', $4, now())`,
    [home.districtId, newId(), openKey, home.school.id],
  )
  // The owner decides, so somebody else requests.
  const colleague = await database.as(owner, (ctx) => aTeacher(ctx, { at: home.school }))
  await database.as(colleague, (ctx) => requestApplication(ctx, { key: requestedKey, reason: '试用' }))
  const [request] = await database.sql<{ id: string }>('select id from tenant.app_request where app_key = $1', [
    requestedKey,
  ])
  return { openKey, closedKey, requestId: request!.id }
}
