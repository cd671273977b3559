import { newId } from '#packages/core'
import { defineIsolation, type World } from '#packages/testing'
import { settingApi } from '../contract.ts'
import { writeSetting } from './service/write-settings.ts'

// The settings of the home school are visible to its administrators. Pushing is for district administrators, and a
// school of another district does not exist.
const thisSchool = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const districtOnly = { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: -5 }
// These routes answer every caller about the caller's own organisation.
const ownOrganisation = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const ofSchool = (type: string) => (world: World) => ({ query: { type, orgId: world.home.school.id } })
const pushing = (world: World) => ({
  body: { type: 'files', value: { maxFiles: 5 }, fixed: [], orgs: { ids: [world.home.school.id] } },
})

export default defineIsolation(
  settingApi,
  {
    types: { ...thisSchool, request: (world) => ({ query: { orgId: world.home.school.id } }) },
    get: { ...thisSchool, request: ofSchool('stuRecord') },
    save: {
      ...thisSchool,
      request: (world) => ({
        query: { type: 'files' },
        body: { orgId: world.home.school.id, value: { maxFiles: 5 }, fVersion: 0 },
      }),
    },
    impact: {
      ...thisSchool,
      request: (world) => ({ body: { type: 'files', orgId: world.home.school.id, value: { maxFiles: 5 } } }),
    },
    saveTags: {
      ...thisSchool,
      request: (world) => ({
        query: { type: 'leaveReason' },
        body: { orgId: world.home.school.id, tags: [{ name: '病假' }] },
      }),
    },
    history: { ...thisSchool, request: ofSchool('stuRecord') },
    restore: {
      ...thisSchool,
      request: (world) => ({ body: { type: 'stuRecord', orgId: world.home.school.id, version: 1, fVersion: 2 } }),
    },
    pushPreview: { ...districtOnly, request: pushing },
    push: { ...districtOnly, request: pushing },
    undoPush: { ...districtOnly, request: () => ({ body: { pushId: newId() } }) },
    compare: { ...districtOnly, otherDistrictAdmin: 1, request: () => ({ query: { type: 'files' } }) },
    closings: { ...ownOrganisation, pupil: 1, guardian: 1 },
    examReleases: ownOrganisation,
    studentRecord: { ...ownOrganisation, pupil: 1, guardian: 1 },
  },
  async ({ database, home, owner }) => {
    const decide = (to: string) =>
      database.as(owner, (ctx) => writeSetting(ctx, home.school.id, 'stuRecord', { openFields: ['phone'], to }))
    await decide('2026-09-30')
    await decide('2026-10-31')
    return undefined
  },
)
