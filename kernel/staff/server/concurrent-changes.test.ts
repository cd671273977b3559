import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { acceptInvitation, findAccount, invitePerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { mergeOrganisations } from '#kernel/org/server/service/merge-organisations.ts'
import { createJoinCode } from '#kernel/org/server/service/join-codes.ts'
import { listWrongUserCounts } from './member-count-queries.ts'
import { requestStaffChange } from './service/changes/request-staff-change.ts'
import { decideStaffChange } from './service/changes/approve-staff-change.ts'
import { requestMembershipByCode } from './service/changes/request-membership.ts'
import { requestMerge, finishMerge, mergePeople, unmergePeople } from './service/merge-people.ts'
import { listMemberships } from './service/get-staff.ts'
import { staffContents } from './service/relocate-staff.ts'
import {
  closeStores,
  createStaffMember,
  inDays,
  registerHomeDistrict,
  openAccount,
  createOwnCtx,
  addMembershipAt,
  createManagedTree,
  treeOf,
  type Node,
  type Tree,
} from './staff.fixture.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor
const reason = '两次登记，同一人'

beforeAll(async () => {
  await registerHomeDistrict(database)
  database.contribute('orgContents', staffContents)
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
})
afterAll(closeStores)

const teacher = async (name: string, org = tree.school, department?: Node) => {
  const made = await as(chief, (ctx) => createStaffMember(ctx, { name }, { org, ...(department && { department }) }))
  await database.sql("update tenant.membership set valid = daterange('2026-01-01', null) where id = $1", [made.id])
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
  mergePeople(createOwnCtx(database, who), { keepId, otherId, reason })
const newSchool = (name: string) =>
  as(chief, (ctx) => createOrganisation(ctx, { parent: tree.bureau, name, type: 'school' }))
const mergeSchools = (fromId: string, toId: string) =>
  as(createActor({ personId: chief.personId }, { 'org.merge': { ...treeOf(tree.bureau), district: true } }), (ctx) =>
    mergeOrganisations(ctx, { fromId, toId }),
  )

it('a person who was merged between request and approval moves as the merged person', async () => {
  const [keep, other] = [await teacher('阮星竹'), await teacher('阮星竹', tree.school, tree.academic)]
  const { id } = await apply(head, transfer(other.id))
  await mergeInto(keep.id, other.id)
  await decide(neighbour, id, 1)
  const moved = (await peopleAt(tree.other.id)).filter(({ name }) => name === '阮星竹')
  expect(moved).toEqual([{ name: '阮星竹', isMerged: false }])
  expect((await openPlacesOf(keep.id)).toSorted()).toEqual(['实验小学', '文澜中学'])
  expect(await as(chief, (ctx) => listWrongUserCounts(ctx.db, inDays(0), 100))).toEqual([])
})

it('a person who was merged after joining by code is admitted as the merged person', async () => {
  const [keep, other] = [await teacher('木婉清'), await teacher('木婉清', tree.bureau)]
  const giver = createActor({ personId: neighbour.personId }, { 'org.edit': treeOf(tree.bureau) })
  const { code } = await database.as(giver, (ctx) => createJoinCode(ctx, tree.other.id))
  const actor = createActor({ personId: other.personId, userId: other.id, orgId: tree.bureau.id })
  const { id } = await requestMembershipByCode(createOwnCtx(database, actor), { code, note: '' })
  await mergeInto(keep.id, other.id)
  await decide(neighbour, id, 1)
  expect(await openPlacesOf(keep.id)).toContain('文澜中学')
})

it('a transfer to a school that was merged leads to the merged school', async () => {
  const gone = await newSchool('东街小学')
  const { id } = await teacher('钟灵')
  const change = await apply(head, { ...transfer(id), toOrgId: gone.id })
  await mergeSchools(gone.id, tree.other.id)
  await decide(neighbour, change.id, 1)
  expect(await openPlacesOf(id)).toEqual(['文澜中学'])
})

it('refuses a transfer to a deleted organisation', async () => {
  const gone = await newSchool('西街小学')
  const { id } = await teacher('甘宝宝')
  const change = await apply(head, { ...transfer(id), toOrgId: gone.id })
  await database.sql('update tenant.organisation set deleted_at = now() where id = $1', [gone.id])
  await expect(decide(chief, change.id, 1)).rejects.toThrow('接收单位或部门已撤销')
  expect(await openPlacesOf(id)).toEqual(['实验小学'])
  await decide(chief, change.id, 2)
})

it('of two concurrent merges in opposite directions one is refused', async () => {
  const [one, other] = [await teacher('秦红棉'), await teacher('秦红棉', tree.other)]
  await openAccount(database, chief, one.personId, 'qin.hongmian1')
  await openAccount(database, chief, other.personId, 'qin.hongmian2')
  const asking = [
    { keepId: one.id, otherId: other.id, reason },
    { keepId: other.id, otherId: one.id, reason },
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
  const first = await mergeInto(b.id, a.id)
  const second = await mergeInto(c.id, b.id)
  const undo = (id: string) => unmergePeople(createOwnCtx(database, chief), id)
  await expect(undo(first.id)).rejects.toThrow('请先撤销那一次合并')
  await undo(second.id)
  await undo(first.id)
  for (const [{ id }, name] of [
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
  await mergeInto(keep.id, other.id)
  const outsideCtx = { app: database.app, cells: database.cells, now: new Date(), requestId: keep.id }
  for (const [at, token] of links.entries()) {
    const acceptance = { token, userName: `li.qinglu${at}`, password: 'Lake-Bridge-2026' }
    await expect(acceptInvitation(outsideCtx, acceptance)).rejects.toThrow('邀请链接无效')
  }
})

it('merging within a school does not cover a person who also works at the bureau', async () => {
  const accomplice = await teacher('虚竹')
  const director = await teacher('陆区长', tree.bureau)
  const here = await as(chief, (ctx) => addMembershipAt(ctx, director.personId, { org: tree.school }, false))
  const merger: Actor = { ...head, permissions: new Map([...head.permissions, ['user.merge', treeOf(tree.school)]]) }
  await expect(mergeInto(accomplice.id, here, merger)).rejects.toThrow('该人员在云禾区教育局也有任职')
  expect(await openPlacesOf(accomplice.id)).toEqual(['实验小学'])
})

it('refuses a merge that would end the membership of an organisation’s last administrator', async () => {
  const [keep, other] = [await teacher('王语嫣'), await teacher('王语嫣')]
  database.contribute(
    'membershipGuards',
    async (_, ids) => new Map(ids.filter((id) => id === other.id).map((id) => [id, '是最后一名管理员'])),
  )
  await expect(mergeInto(keep.id, other.id)).rejects.toThrow('是最后一名管理员')
  await mergeInto(other.id, keep.id)
  expect(await openPlacesOf(other.id)).toEqual(['实验小学'])
})
