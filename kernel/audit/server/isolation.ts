import { addDays, dayOf, newId, wholeDistrict, type Ctx } from '#packages/core'
import { inDistrict } from '#packages/db'
import { defineIsolation, type World } from '#packages/testing'
import {
  apiCallApi,
  archiveApi,
  auditApi,
  identityLogApi,
  operationApi,
  sealApi,
  signInRecordApi,
} from '../contract.ts'
import { insertArchiveSearch, type SearchedLog } from './archive-queries.ts'
import { recordIdentityChange, recordLogin, recordOperation } from './audit-log.ts'
import { listIdentityTimeline } from './identity-log-queries.ts'

interface LogWorld {
  operation: { id: string; requestId: string; at: string }
  identityId: string
  signInId: string
  /** What the same person asked of the archive. */
  searchIds: Record<SearchedLog, string>
}

/** A sign-in and an operation of the home school's administrator, and a changed password of the same person. */
async function prepareLogs({ database, home, owner }: World): Promise<LogWorld> {
  const now = new Date()
  const requestId = newId()
  return inDistrict(database.cells, home.districtId, async (db) => {
    const ctx = { app: database.app, actor: owner, db, now, requestId } as Ctx
    await recordOperation(ctx, { route: '/api/orgs/edit', title: '编辑机构', objectIds: [home.school.id] })
    await recordIdentityChange(ctx, 'password-changed')
    await recordLogin(ctx, {
      account_id: owner.accountId,
      person_id: owner.personId,
      org_id: owner.orgId,
      sign_in_method: 'password',
      outcome: 'entered',
      address: '',
      agent: '',
    })
    const { id: signInId } = await db
      .selectFrom('login_log')
      .select('id')
      .where('request_id', '=', requestId)
      .executeTakeFirstOrThrow()
    const { id } = await db
      .selectFrom('operation_log')
      .select('id')
      .where('request_id', '=', requestId)
      .executeTakeFirstOrThrow()
    const [identity] = await listIdentityTimeline(db, wholeDistrict, owner.personId, 1)
    const searchIds = { operation_log: newId(), login_log: newId() }
    for (const log of ['operation_log', 'login_log'] as const)
      await insertArchiveSearch(db, {
        id: searchIds[log],
        log,
        person_id: owner.personId,
        org_id: owner.orgId,
        from_on: today(),
        to_on: today(),
        keyword: '',
        // Before the last hour, so that it is not one of those that run.
        asked_at: new Date(now.getTime() - 7_200_000),
      })
    return { operation: { id, requestId, at: now.toISOString() }, identityId: identity!.id, signInId, searchIds }
  })
}

// Rows of other schools are not found; lists are those of the own school.
const oneRow = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const ofDistrict = { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: 1 }
const list = { ...oneRow, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }

const today = () => dayOf(new Date())
/** A search would leave a row and a task in the district of its caller, so it is one of too many days, which is refused. */
const refusedSearch = {
  ...list,
  owner: 0,
  otherSchoolAdmin: 0,
  otherDistrictAdmin: 0,
  request: () => ({ body: { from: addDays(today(), -60), to: today() } }),
}

const api = {
  ...auditApi,
  ...operationApi,
  ...identityLogApi,
  ...sealApi,
  ...archiveApi,
  signIns: signInRecordApi.list,
  signIn: signInRecordApi.get,
  apiCalls: apiCallApi.list,
  apiStat: apiCallApi.stat,
}

export default defineIsolation<typeof api, LogWorld>(
  api,
  {
    apiCalls: ofDistrict,
    apiStat: {
      ...ofDistrict,
      request: () => ({ query: { from: '2026-11-17T01:00:00Z', to: '2026-11-17T02:00:00Z' } }),
    },
    // A school's administrator reads the sign-ins of the own school.
    signIns: list,
    signIn: { ...oneRow, request: (_, { signInId }) => ({ query: { id: signInId } }) },
    // The refusals of a district are visible to its administrators and auditors only.
    list: ofDistrict,
    operationPage: list,
    operationArchive: list,
    archiveSearch: refusedSearch,
    // Nobody reads what somebody else searched.
    archiveFound: { ...oneRow, request: (_, { searchIds }) => ({ query: { id: searchIds.operation_log } }) },
    loginArchive: list,
    loginArchiveSearch: refusedSearch,
    loginArchiveFound: { ...oneRow, request: (_, { searchIds }) => ({ query: { id: searchIds.login_log } }) },
    seals: { ...ofDistrict, request: () => ({ query: { date: today() } }) },
    verify: { ...ofDistrict, request: () => ({ query: { date: today() } }) },
    operationDetail: { ...oneRow, request: (_, { operation: { id } }) => ({ query: { id } }) },
    objectHistory: {
      ...oneRow,
      request: ({ home }) => ({ query: { type: 'org.organisation', id: home.school.id } }),
    },
    trace: {
      ...oneRow,
      request: (_, { operation: { requestId, at } }) => ({ query: { id: requestId, at } }),
    },
    identityPage: list,
    identityDetail: { ...oneRow, request: (_, { identityId }) => ({ query: { id: identityId } }) },
    identityTimeline: { ...oneRow, request: ({ owner }) => ({ query: { userId: owner.personId } }) },
  },
  prepareLogs,
)
