import { beforeAll, beforeEach, expect, it } from 'vitest'
import { anIdCard, openAccount } from '#kernel/identity/server/example.ts'
import { type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { claimIdCard, updateAvatar, updateWorkplaceBinding, updateSex, getPerson } from '#kernel/identity/server/api.ts'
import { inviteStaff } from './service/invite-staff.ts'
import { recordDeparture, moveToDepartment, suspendMemberships } from './service/disable-staff-accounts.ts'
import { requestStaffChange } from './service/changes/request-staff-change.ts'
import { editUser } from './service/edit-staff.ts'
import { mergePeople, unmergePeople } from './service/merge-people.ts'
import { saveMembership } from './service/memberships.ts'
import { listChangedStaff, getUser } from './service/get-staff.ts'
import { inDays, registerHomeDistrict, manager, createTree, type Tree } from './staff.fixture.ts'
import { aTeacher, editForm } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor
let somebodyElse: Actor

beforeAll(async () => {
  await registerHomeDistrict(database)
  await as(createActor(), async (ctx) => {
    tree = await createTree(ctx)
    chief = await manager(ctx, 'district')
  })
})
beforeEach(async () => {
  somebodyElse = await as(chief, (ctx) => aTeacher(ctx, { name: '旁人', at: tree.school }))
})

const inside = (work: (ctx: Ctx, one: Actor) => Promise<unknown>) => (one: Actor) => as(chief, (ctx) => work(ctx, one))
const edit =
  (more: Parameters<typeof editForm>[3]) =>
  async ({ userId: id }: Actor) => {
    const { version } = await as(chief, (ctx) => getUser(ctx, id))
    await editUser(database.requestCtx(chief), editForm(id, '常有变', version, more))
  }
const createMembershipForm = ({ userId }: Actor) => ({
  userId,
  departmentId: null,
  userType: 'teacher' as const,
  post: '',
  startsOn: '2026-01-02',
  endsOn: null,
})

const merge = (keepId: string) =>
  mergePeople(database.requestCtx(chief), { keepId, otherId: somebodyElse.userId, reason: '同一人' })

/** Every action that changes what the change feed returns about a person. */
const changes: Record<string, (one: Actor) => Promise<unknown>> = {
  'a field of the person': edit({ mobile: '13500001111' }),
  'a field of the file': edit({ email: 'chang@example.cn' }),
  'a field of the place': edit({ remark: '备注' }),
  'the sex, by herself': inside((ctx, { personId }) => updateSex(ctx, personId, '女')),
  'the ID number, by herself': inside(async (ctx, { personId }) =>
    claimIdCard(ctx, (await getPerson({ db: ctx.db, districtId: chief.districtId }, personId))!, anIdCard()),
  ),
  'a binding': inside((ctx, { personId }) =>
    updateWorkplaceBinding(ctx, personId, { corpId: 'corp', unionId: 'union' }),
  ),
  'an invitation': inside((ctx, { userId: id }) => inviteStaff(ctx, [id])),
  'an account': ({ personId }) => openAccount(database, { ...chief, personId }, 'chang.youbian'),
  'being sent away': inside((ctx, { userId: id }) =>
    suspendMemberships(ctx, { targets: { ids: [id] }, isSuspended: true }),
  ),
  'another department': inside((ctx, { userId: id }) =>
    moveToDepartment(ctx, { targets: { ids: [id] }, departmentId: tree.academic.id }),
  ),
  'a leave': inside((ctx, { userId: id }) =>
    recordDeparture(ctx, { targets: { ids: [id] }, on: inDays(3), reason: '' }),
  ),
  'a place that is not the main one any more': inside((ctx, one) =>
    saveMembership(ctx, { ...createMembershipForm(one), id: null, orgId: tree.other.id, isMain: true }),
  ),
  'other dates': inside((ctx, one) =>
    saveMembership(ctx, { ...createMembershipForm(one), id: one.userId, orgId: tree.school.id, isMain: true }),
  ),
  'a transfer': inside((ctx, { userId: id }) =>
    requestStaffChange(ctx, {
      userId: id,
      type: 1,
      toOrgId: tree.other.id,
      toDepartmentId: null,
      effectiveOn: inDays(2),
      reason: '调动',
    }),
  ),
  'a merge': ({ userId: id }) => merge(id),
}

const changedSince = async (updateTime: string) =>
  as(chief, async (ctx) => {
    const { items } = await listChangedStaff(ctx, { orgId: null, updateTime, pageNumber: 1, pageSize: 200 })
    return items.map(({ id }) => id)
  })
const asOf = () =>
  as(
    chief,
    async (ctx) =>
      (await listChangedStaff(ctx, { orgId: null, updateTime: undefined, pageNumber: 1, pageSize: 1 })).asOf,
  )

it.each(Object.keys(changes))('%s appears in the change feed', async (name) => {
  const one = await as(chief, (ctx) => aTeacher(ctx, { name: '常有变', at: tree.school }))
  await database.sql("update tenant.membership set valid = daterange('2026-01-01', null) where id = $1", [one.userId])
  const since = await asOf()
  expect(await changedSince(since)).toEqual([])
  await changes[name]!(one)
  expect(await changedSince(since)).toContain(one.userId)
})

it('an undone merge appears in the change feed', async () => {
  const one = await as(chief, (ctx) => aTeacher(ctx, { name: '常有变', at: tree.school }))
  const { id } = await merge(one.userId)
  const since = await asOf()
  await unmergePeople(database.requestCtx(chief), id)
  expect(await changedSince(since)).toContain(somebodyElse.userId)
})

it('a new picture is not part of the record and does not appear', async () => {
  const since = await asOf()
  await as(chief, (ctx) => updateAvatar(ctx, somebodyElse.personId, 'avatar/1/2/3.jpg'))
  expect(await changedSince(since)).toEqual([])
})
