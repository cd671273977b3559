import { openAccount } from '#kernel/identity/server/example.ts'
import { dayOf, newId, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { defineIsolation, type World } from '#packages/testing'
import { createPerson, saveTotp, generateTotp } from '#kernel/identity/server/api.ts'
import { staffApi } from '../contract.ts'
import { insertStaffChanges } from './change-queries.ts'
import { startStaffChangeFlow } from './service/changes/staff-change-approval.ts'
import { reasonField } from './service/changes/staff-change-log.ts'
import { aTeacher, newForm, editForm } from './example.ts'

// Administrators of the school read and change its staff; those of another school get "not found".
const ours = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
// Merging needs the district; the other district gets "not found".
const forDistrict = { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: -5 }

const today = () => dayOf(new Date())

const personKeys = [
  'read',
  'edited',
  'left',
  'suspended',
  'moved',
  'placed',
  'opened',
  'invited',
  'revealed',
  'asked',
] as const
type People = Record<(typeof personKeys)[number] | 'guarded', string> & {
  changeId: string
  mergeId: string
  proposalId: string
}

export default defineIsolation<typeof staffApi, People>(
  staffApi,
  {
    // Each caller recounts the own district; the job never leaves it.
    recount: { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
    get: { ...ours, request: ({ home }) => ({ query: { orgId: home.school.id } }) },
    getByUserId: { ...ours, request: (_, { read }) => ({ query: { fUserID: read } }) },
    search: { ...ours, request: ({ home }) => ({ body: { nodeId: home.school.id, keyword: '沈' } }) },
    add: {
      ...ours,
      request: ({ home }) => ({
        body: newForm(home.school, '沈明远', { departmentId: home.school.departmentId, startsOn: today() }),
      }),
    },
    edit: {
      ...ours,
      request: ({ home }, { edited }) => ({
        body: editForm(edited, '沈明远', 1, { departmentId: home.school.departmentId }),
      }),
    },
    previewDeparture: { ...ours, request: (_, { left }) => ({ body: createDepartureBody(left) }) },
    recordDeparture: { ...ours, request: (_, { left }) => ({ body: createDepartureBody(left) }) },
    previewSuspension: { ...ours, request: (_, { suspended }) => ({ body: createSuspensionBody(suspended) }) },
    suspend: { ...ours, request: (_, { suspended }) => ({ body: createSuspensionBody(suspended) }) },
    setDepartment: {
      ...ours,
      request: ({ home }, { moved }) => ({
        body: { targets: { ids: [moved] }, departmentId: home.school.departmentId },
      }),
    },
    memberships: { ...ours, request: (_, { read }) => ({ query: { id: read } }) },
    saveMembership: {
      ...ours,
      request: ({ home }, { placed }) => ({
        body: {
          id: placed,
          userId: placed,
          orgId: home.school.id,
          departmentId: home.school.departmentId,
          userType: 'teacher',
          post: '教研员',
          startsOn: today(),
          endsOn: null,
          isMain: true,
        },
      }),
    },
    resetPassword: { ...ours, request: (_, { opened }) => ({ body: { id: opened } }) },
    // Fails, because there is no mobile on file.
    resetPasswordBySms: { ...ours, owner: 0, request: (_, { opened }) => ({ body: { id: opened } }) },
    resetFactors: { ...ours, request: (_, { guarded }) => ({ body: { id: guarded } }) },
    invite: { ...ours, request: (_, { invited }) => ({ body: { ids: [invited] } }) },
    // Each caller reads the own school.
    accountCounts: { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
    invitePreview: { ...ours, request: (_, { invited }) => ({ body: { ids: [invited] } }) },
    sendInvitations: { ...ours, request: (_, { invited }) => ({ body: { ids: [invited], channel: 'sms' } }) },
    roleChoices: {
      ...ours,
      request: ({ home }) => ({ query: { orgId: home.school.id, departmentId: home.school.departmentId } }),
    },
    reveal: {
      ...ours,
      request: (_, { revealed }) => ({ body: { id: revealed, field: 'mobile', reason: '核对名单' } }),
    },
    fieldHistory: { ...ours, request: (_, { read }) => ({ query: { id: read } }) },
    duplicates: { ...forDistrict, otherDistrictAdmin: 1 },
    mergePeople: {
      ...forDistrict,
      request: (_, { read, revealed }) => ({ body: { keepId: read, otherId: revealed, reason: '同一人' } }),
    },
    unmergePeople: { ...forDistrict, request: (_, { mergeId }) => ({ body: { id: mergeId } }) },
    refuseMerge: { ...forDistrict, request: (_, { proposalId }) => ({ body: { id: proposalId } }) },
    changeLog: { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
    // All staff administrators of the district may read the names of its organisations.
    destinations: {
      owner: 1,
      teacher: -6,
      otherClassHead: -6,
      otherSchoolAdmin: 1,
      otherDistrictAdmin: 1,
      isForDistrict: true,
    },
    requestChange: {
      ...ours,
      request: ({ home }, { asked }) => ({
        body: {
          userId: asked,
          type: 4,
          toOrgId: null,
          toDepartmentId: home.school.departmentId,
          reason: '工作需要',
          effectiveOn: dayOf(new Date(Date.now() + 48 * 3600_000)),
        },
      }),
    },
    decideChange: {
      ...ours,
      request: (_, { changeId }) => ({ body: { fId: changeId, status: 2, opinion: '暂不接收' } }),
    },
    // An unknown code has the same result for everybody.
    join: {
      owner: 0,
      teacher: 0,
      otherClassHead: 0,
      otherSchoolAdmin: 0,
      otherDistrictAdmin: 0,
      request: () => ({ body: { code: 'ZZZZ9999', note: '' } }),
    },
  },
  prepare,
)

const createDepartureBody = (id: string) => ({ targets: { ids: [id] }, on: today(), reason: '退休' })
const createSuspensionBody = (id: string) => ({ targets: { ids: [id] }, isSuspended: true })

/** A person for each request, so that requests do not affect each other, and a person who asks to join. */
async function prepare(world: World): Promise<People> {
  const { database, home, owner } = world
  const guarded = await hireGuarded(world)
  return database.as(owner, async (ctx) => {
    const memberships: [string, string][] = []
    for (const key of personKeys) {
      const { userId } = await aTeacher(ctx, { name: '沈明远', at: home.school, hasAccount: key === 'opened' })
      memberships.push([key, userId])
    }
    const changeId = await createJoinRequest(ctx, home.school.id)
    return {
      ...(Object.fromEntries(memberships) as Record<(typeof personKeys)[number], string>),
      guarded,
      changeId,
      ...noSuchMerge,
    }
  })
}

/** Callers without the permission get the same answer whether the merge exists or not. */
const noSuchMerge = { mergeId: newId(), proposalId: newId() }

async function createJoinRequest(ctx: Ctx, orgId: string) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const personId = await createPerson(ctx, { name: '唐若溪' })
  const id = newId()
  const change = {
    id,
    type: 2,
    status: 4,
    person_id: personId,
    applicant_id: personId,
    membership_id: null,
    from_org_id: null,
    from_department_id: null,
    to_org_id: orgId,
    to_department_id: null,
    effective_on: dayOf(ctx.now),
    reason: fields.encrypt(reasonField, '申请加入', id),
    is_received: false,
  }
  await insertStaffChanges(ctx.db, [change], ctx.now)
  await startStaffChangeFlow({ ...ctx, actor: { ...ctx.actor, personId, userId: newId() } }, id)
  return id
}

/** A person with an authenticator app. */
async function hireGuarded({ database, home, owner }: World): Promise<string> {
  const { personId, userId } = await database.as(owner, (ctx) => aTeacher(ctx, { name: '贺子谦', at: home.school }))
  const userName = `guarded.${newId().slice(-8)}`
  const accountId = await openAccount(database, { ...owner, personId }, userName)
  await saveTotp(database.cells, accountId, generateTotp(userName).secret, 0, new Date())
  return userId
}
