import { newId } from '#packages/core'
import type { World } from '#packages/testing'
import { listSecrets } from './service/applications/application-secret.ts'
import { saveApplication } from './service/applications/save-application.ts'
import { applicationForm } from './example.ts'

// An application of a school is visible to those who manage it, and to nobody else.
const ours = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
// The district audits; an application of another district does not exist.
const districtOnly = { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: -5 }

export interface RegisteredApplication {
  appKey: string
  secretId: string
}

const applicationBody = ({ home }: World) => ({
  fAppKey: '',
  fAppType: 2,
  fAppName: '甲一校应用',
  edition: '',
  fAppUrl: 'https://app.example.cn/',
  fLogo: '',
  fAuthor: '',
  fAppDescription: '试用',
  fManageOrgId: home.school.id,
  fIncludeChildOrgs: 1,
  fIps: '',
  fAppSort: 'office',
  fPowerType: 1,
  fApiGetRole: 0,
  fMainApp: '',
  fVersion: 0,
  isSubmitted: false,
})
const byKey = (_: World, { appKey }: RegisteredApplication) => ({ query: { fAppKey: appKey } })

export const applicationCases = {
  apply: { ...ours, request: (world: World) => ({ body: applicationBody(world) }) },
  page: { ...ours, otherSchoolAdmin: 1, otherDistrictAdmin: 1, request: () => ({ body: {} }) },
  detail: { ...ours, request: byKey },
  history: { ...ours, request: byKey },
  secrets: { ...ours, request: byKey },
  resetSecret: {
    ...ours,
    request: (_: World, { appKey }: RegisteredApplication) => ({
      body: { fAppKey: appKey, graceHours: 24, reason: '' },
    }),
  },
  revokeSecret: {
    ...ours,
    request: (_: World, { appKey, secretId }: RegisteredApplication) => ({
      body: { fAppKey: appKey, id: secretId, reason: '试用结束' },
    }),
  },
  auditApply: {
    ...districtOnly,
    request: (_: World, { appKey }: RegisteredApplication) => ({
      body: { fAppKey: appKey, act: 'agree', fAuditReason: '', fVersion: 1 },
    }),
  },
  // Registered applications are limited by their audience; only built-in ones have this route.
  limit: {
    ...districtOnly,
    request: (_: World, { appKey }: RegisteredApplication) => ({ body: { key: appKey, power: 2, version: 1 } }),
  },
  setSort: {
    ...districtOnly,
    request: (_: World, { appKey }: RegisteredApplication) => ({ body: { appSort: 'safety', fAppKeys: [appKey] } }),
  },
}

/** A draft application that the home school's administrator registered for the school. */
export const prepareApplications = ({ database, home, owner }: World): Promise<RegisteredApplication> =>
  database.as(owner, async (ctx) => {
    // A unique name, because every school of the district creates one.
    const name = `门卫登记${newId().slice(-6)}`
    const form = applicationForm({ name, manageOrgId: home.school.id, isSubmitted: false })
    const { key: appKey } = await saveApplication(ctx, form)
    const [secret] = await listSecrets(ctx, appKey)
    return { appKey, secretId: secret!.id }
  })
