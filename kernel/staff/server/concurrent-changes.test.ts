import { beforeAll, expect, it } from 'vitest'
import { openAccount } from '#kernel/identity/server/example.ts'
import type { OrgNode } from '#kernel/org/server/example.ts'
import { aSchool } from '#kernel/org/server/example.ts'
import type { Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { acceptInvitation, findAccount, invitePerson } from '#kernel/identity/server/api.ts'
import { mergeOrganisations } from '#kernel/org/server/service/merge-organisations.ts'
import { createJoinCode } from '#kernel/org/server/service/join-codes.ts'
import { orgTreeScope } from '#packages/core'
import { listWrongUserCounts } from './member-count-queries.ts'
import { requestStaffChange } from './service/changes/request-staff-change.ts'
import { decideStaffChange } from './service/changes/approve-staff-change.ts'
import { requestMembershipByCode } from './service/changes/request-membership.ts'
import { requestMerge, finishMerge, mergePeople, unmergePeople } from './service/merge-people.ts'
import { listMemberships } from './service/get-staff.ts'
import { staffContents } from './service/relocate-staff.ts'
import { inDays, registerHomeDistrict, createManagedTree, declareStaffApprovals, type Tree } from './staff.fixture.ts'
import { aMembership, aTeacher } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor
const reason = '两次登记，同一人'

beforeAll(async () => {
  await registerHomeDistrict(database)
  database.contribute('orgContents', staffContents)
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
  declareStaffApprovals(database, [chief, head, neighbour])
})

const teacher = async (name: string, org = tree.school, department?: OrgNode) => {
  const made = await as(chief, (ctx) => aTeacher(ctx, { name, at: org, department }))
  await database.sql("update tenant.membership set valid = daterange('2026-01-01', null) where id = $1", [made.userId])
  return made
}
const transfer = (userId: string) => ({
  userId,
  type: 1,
  toOrgId: tree.other.id,
  toDepartmentId: null,
  effectiveOn: inDays(0),
  reason: '工作调动',
})
const apply = (who: Actor, form: Parameters<typeof requestStaffChange>[1]) =>
  as(who, (ctx) => requestStaffChange(ctx, form))
const decide = (who: Actor, fId: string, status: number) =>
  as(who, (ctx) => decideStaffChange(ctx, { fId, status, opinion: '' }))
const openPlacesOf = (id: string) =>
  as(chief, async (ctx) =>
    (await listMemberships(ctx, id)).flatMap(({ orgName, status }) => (status === 'left' ? [] : orgName)),
  )
const peopleAt = (orgId: string) =>
  database.sql<{ name: string; isMerged: boolean }>(
    `select p.name, p.merged_into is not null as "isMerged" from tenant.membership m
     join tenant.person p on p.district_id = m.district_id and p.id = m.person_id
     where m.org_id = $1 and m.over_on is null order by p.name`,
    [orgId],
  )
const mergeInto = (keepId: string, otherId: string, who = chief) =>
  mergePeople(database.requestCtx(who), { keepId, otherId, reason })
const newSchool = (name: string) => as(chief, (ctx) => aSchool(ctx, tree.bureau, name))
const mergeSchools = (fromId: string, toId: string) =>
  as(
    createActor({ personId: chief.personId }, { 'org.merge': { ...orgTreeScope(tree.bureau), district: true } }),
    (ctx) => mergeOrganisations(ctx, { fromId, toId }),
  )

it('a person who was merged between request and approval moves as the merged person', async () => {
  const [keep, other] = [await teacher('阮星竹'), await teacher('阮星竹', tree.school, tree.academic)]
  const { id } = await apply(head, transfer(other.userId))
  await mergeInto(keep.userId, other.userId)
  await decide(neighbour, id, 1)
  const moved = (await peopleAt(tree.other.id)).filter(({ name }) => name === '阮星竹')
  expect(moved).toEqual([{ name: '阮星竹', isMerged: false }])
  expect((await openPlacesOf(keep.userId)).toSorted()).toEqual(['实验小学', '文澜中学'])
  expect(await as(chief, (ctx) => listWrongUserCounts(ctx.db, inDays(0), 100))).toEqual([])
})

it('a person who was merged after joining by code is admitted as the merged person', async () => {
  const [keep, other] = [await teacher('木婉清'), await teacher('木婉清', tree.bureau)]
  const giver = createActor({ personId: neighbour.personId }, { 'org.edit': orgTreeScope(tree.bureau) })
  const { code } = await database.as(giver, (ctx) => createJoinCode(ctx, tree.other.id))
  const actor = createActor({ personId: other.personId, userId: other.userId, orgId: tree.bureau.id })
  const { id } = await requestMembershipByCode(database.requestCtx(actor), { code, note: '' })
  await mergeInto(keep.userId, other.userId)
  await decide(neighbour, id, 1)
  expect(await openPlacesOf(keep.userId)).toContain('文澜中学')
})

it('a transfer to a school that was merged leads to the merged school', async () => {
  const gone = await newSchool('东街小学')
  const { userId: id } = await teacher('钟灵')
  const change = await apply(head, { ...transfer(id), toOrgId: gone.id })
  await mergeSchools(gone.id, tree.other.id)
  // The school that is gone had nobody who decides, so the district was asked.
  await decide(chief, change.id, 1)
  expect(await openPlacesOf(id)).toEqual(['文澜中学'])
})

it('refuses a transfer to a deleted organisation', async () => {
  const gone = await newSchool('西街小学')
  const { userId: id } = await teacher('甘宝宝')
  const change = await apply(head, { ...transfer(id), toOrgId: gone.id })
  await database.sql('update tenant.organisation set deleted_at = now() where id = $1', [gone.id])
  await expect(decide(chief, change.id, 1)).rejects.toThrow('接收单位或部门已撤销')
  expect(await openPlacesOf(id)).toEqual(['实验小学'])
  await decide(chief, change.id, 2)
})

it('of two concurrent merges in opposite directions one is refused', async () => {
  const [one, other] = [await teacher('秦红棉'), await teacher('秦红棉', tree.other)]
  await openAccount(database, one, 'qin.hongmian1')
  await openAccount(database, other, 'qin.hongmian2')
  const asking = [
    { keepId: one.userId, otherId: other.userId, reason },
    { keepId: other.userId, otherId: one.userId, reason },
  ].map((form) => as(chief, (ctx) => requestMerge(ctx, form)))
  const requested = (await Promise.allSettled(asking)).flatMap((result) =>
    result.status === 'fulfilled' ? result.value : [],
  )
  const outside = { app: database.app, cells: database.cells, districtId: chief.districtId, now: new Date() }
  for (const id of requested) await finishMerge.handleOutside!(outside, { id, undo: false })
  expect(requested).toHaveLength(1)
  // One account remains, and both login names lead to it.
  const found = await Promise.all(['qin.hongmian1', 'qin.hongmian2'].map((name) => findAccount(database.cells, name)))
  expect(found[0]?.id).toBeDefined()
  expect(found[1]?.id).toBe(found[0]!.id)
})

it('chained merges are undone in reverse order', async () => {
  const [a, b, c] = [await teacher('刀白凤'), await teacher('刀白凤', tree.other), await teacher('刀白凤', tree.bureau)]
  const first = await mergeInto(b.userId, a.userId)
  const second = await mergeInto(c.userId, b.userId)
  const undo = (id: string) => unmergePeople(database.requestCtx(chief), id)
  await expect(undo(first.id)).rejects.toThrow('请先撤销那一次合并')
  await undo(second.id)
  await undo(first.id)
  for (const [{ userId: id }, name] of [
    [a, '实验小学'],
    [b, '文澜中学'],
    [c, '云禾区教育局'],
  ] as const)
    expect(await openPlacesOf(id)).toEqual([name])
})

it('a merge invalidates invitations of both people', async () => {
  const [keep, other] = [await teacher('李清露'), await teacher('李清露', tree.bureau)]
  const links = await as(chief, async (ctx) => [
    await invitePerson(ctx, keep.personId),
    await invitePerson(ctx, other.personId),
  ])
  await mergeInto(keep.userId, other.userId)
  const outsideCtx = { app: database.app, cells: database.cells, now: new Date(), requestId: keep.userId }
  for (const [at, token] of links.entries()) {
    const acceptance = { token, userName: `li.qinglu${at}`, password: 'Lake-Bridge-2026' }
    await expect(acceptInvitation(outsideCtx, acceptance)).rejects.toThrow('邀请链接无效')
  }
})

it('merging within a school does not cover a person who also works at the bureau', async () => {
  const accomplice = await teacher('虚竹')
  const director = await teacher('陆区长', tree.bureau)
  const here = await as(chief, (ctx) => aMembership(ctx, director.personId, { at: tree.school, isMain: false }))
  const merger: Actor = {
    ...head,
    permissions: new Map([...head.permissions, ['user.merge', orgTreeScope(tree.school)]]),
  }
  await expect(mergeInto(accomplice.userId, here, merger)).rejects.toThrow('该人员在云禾区教育局也有任职')
  expect(await openPlacesOf(accomplice.userId)).toEqual(['实验小学'])
})

it('refuses a merge that would end the membership of an organisation’s last administrator', async () => {
  const [keep, other] = [await teacher('王语嫣'), await teacher('王语嫣')]
  database.contribute(
    'membershipGuards',
    async (_, ids) => new Map(ids.filter((id) => id === other.userId).map((id) => [id, '是最后一名管理员'])),
  )
  await expect(mergeInto(keep.userId, other.userId)).rejects.toThrow('是最后一名管理员')
  await mergeInto(other.userId, keep.userId)
  expect(await openPlacesOf(other.userId)).toEqual(['实验小学'])
})
