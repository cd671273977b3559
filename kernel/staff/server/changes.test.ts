import { beforeAll, expect, it } from 'vitest'
import type { Actor } from '#packages/core'
import { inDistrict } from '#packages/db'
import { createActor, useDatabase } from '#packages/testing'
import { orgTreeScope } from '#packages/core'
import { listWrongUserCounts } from './member-count-queries.ts'
import { findMembership } from './api.ts'
import { createJoinCode } from '#kernel/org/server/service/join-codes.ts'
import { requestStaffChange } from './service/changes/request-staff-change.ts'
import { decideStaffChange, listStaffChanges } from './service/changes/approve-staff-change.ts'
import { requestMembershipByCode } from './service/changes/request-membership.ts'
import { getOpenTasksOf, rejectTask, approveTask, transferTask } from '#kernel/approval/server/api.ts'
import { listMemberships } from './service/get-staff.ts'
import { inDays, manager, createManagedTree, declareStaffApprovals, type Tree } from './staff.fixture.ts'
import { aTeacher } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor

beforeAll(async () => {
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
  declareStaffApprovals(database, [chief, head, neighbour])
})

const teacher = async (name: string) => {
  const made = await as(chief, (ctx) => aTeacher(ctx, { name, at: tree.school, department: tree.academic }))
  await database.sql("update tenant.membership set valid = daterange('2026-01-01', null) where id = $1", [made.userId])
  return made
}
const transfer = (userId: string, effectiveOn = inDays(3)) => ({
  userId,
  type: 1,
  toOrgId: tree.other.id,
  toDepartmentId: tree.general.id,
  effectiveOn,
  reason: '工作调动',
})
const apply = (who: Actor, form: Parameters<typeof requestStaffChange>[1]) =>
  as(who, (ctx) => requestStaffChange(ctx, form))
const decide = (who: Actor, fId: string, status: number, opinion = '') =>
  as(who, (ctx) => decideStaffChange(ctx, { fId, status, opinion }))
const statusOf = async (id: string) =>
  (await database.sql<{ status: number }>('select status from tenant.staff_change where id = $1', [id]))[0]!.status
const placesOf = (id: string) =>
  as(chief, async (ctx) =>
    (await listMemberships(ctx, id)).map(({ orgName, departmentName, status, startsOn, endsOn, isMain }) => ({
      at: `${orgName} ${departmentName}`.trim(),
      status,
      startsOn,
      endsOn,
      isMain,
    })),
  )
const list = (who: Actor) =>
  as(
    who,
    async (ctx) => (await listStaffChanges(ctx, { pageNumber: 1, pageSize: 50, keyword: '', status: undefined })).items,
  )
const wrong = () => as(chief, (ctx) => listWrongUserCounts(ctx.db, inDays(0), 100))

it('a request of the releasing side only needs the receiving side, then the memberships exist', async () => {
  const { userId: id, personId } = await teacher('蒋南行')
  const { id: changeId } = await apply(head, transfer(id))
  expect(await statusOf(changeId)).toBe(4)
  // The releasing side has already approved.
  await expect(decide(head, changeId, 1)).rejects.toThrow('请等待接收单位确认')
  const waiting = (await list(neighbour)).find((one) => one.id === changeId)
  expect(waiting).toMatchObject({
    personName: '蒋南行',
    oldOrgName: '实验小学',
    newOrgName: '文澜中学',
    mayDecide: true,
    mayWithdraw: false,
    reason: '工作调动',
  })
  await decide(neighbour, changeId, 1, '欢迎')
  expect(await statusOf(changeId)).toBe(1)
  expect(await placesOf(id)).toEqual([
    { at: '文澜中学 总务处', status: 'planned', startsOn: inDays(3), endsOn: null, isMain: true },
    { at: '实验小学 教务处', status: 'active', startsOn: '2026-01-01', endsOn: inDays(2), isMain: true },
  ])
  // Access follows the dates: the old membership until the day, the new one from then on.
  const on = (days: number) =>
    inDistrict(database.cells, chief.districtId, (db) =>
      findMembership({ db, now: new Date(Date.now() + days * 24 * 3600_000) }, id),
    )
  expect(await on(2)).toBeDefined()
  expect(await on(3)).toBeUndefined()
  expect(await wrong()).toEqual([])
  const log = await database.sql<{ kind: string }>('select kind from tenant.identity_log where person_id = $1', [
    personId,
  ])
  expect(log.map(({ kind }) => kind)).toContain('transferred')
})

it('a request by the receiving side needs only the releasing side’s decision', async () => {
  const { userId: id } = await teacher('段誉之')
  const { id: changeId } = await apply(neighbour, transfer(id))
  expect(await statusOf(changeId)).toBe(0)
  await expect(decide(neighbour, changeId, 1)).rejects.toThrow('请等待调出单位审核')
  await decide(head, changeId, 1)
  expect(await statusOf(changeId)).toBe(1)
})

it('a request by the district applies at once; a caller for neither side gets "not found"', async () => {
  const { userId: id } = await teacher('纪晓芙')
  const outsider = await as(chief, (ctx) => manager(ctx, tree.office))
  await expect(apply(outsider, transfer(id))).rejects.toMatchObject({ ret: -5 })
  const { id: changeId } = await apply(chief, transfer(id))
  expect(await statusOf(changeId)).toBe(1)
  expect((await list(outsider)).map((change) => change.id)).not.toContain(changeId)
  await expect(decide(outsider, changeId, 1)).rejects.toMatchObject({ ret: -5 })
})

it('can be refused with an opinion or withdrawn by the applicant only, and then nothing changes', async () => {
  const { userId: id } = await teacher('萧远山')
  const first = await apply(head, transfer(id))
  await expect(apply(head, transfer(id))).rejects.toThrow('已有待处理的变动申请')
  await decide(neighbour, first.id, 2, '暂无编制')
  expect(await list(head)).toContainEqual(
    expect.objectContaining({ id: first.id, status: 2, opinion: '暂无编制', decidedBy: '管理员' }),
  )
  const second = await apply(head, transfer(id))
  await expect(decide(neighbour, second.id, 3)).rejects.toMatchObject({ ret: -6 })
  await decide(head, second.id, 3)
  expect(await statusOf(second.id)).toBe(3)
  await expect(decide(neighbour, second.id, 1)).rejects.toMatchObject({ ret: -9 })
  expect(await placesOf(id)).toHaveLength(1)
})

it('of several concurrent decisions one succeeds', async () => {
  for (let round = 0; round < 4; round++) {
    const { userId: id } = await teacher(`众决${round}`)
    const { id: changeId } = await apply(head, transfer(id))
    const all = await Promise.allSettled([
      decide(neighbour, changeId, 1),
      decide(chief, changeId, 2),
      decide(neighbour, changeId, 2),
      decide(chief, changeId, 1),
    ])
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await placesOf(id)).toHaveLength((await statusOf(changeId)) === 1 ? 2 : 1)
  }
  expect(await wrong()).toEqual([])
})

it('neither a teacher who got the task nor the person who is moved decides', async () => {
  const mover = await teacher('殷离')
  const plain = await as(chief, (ctx) => aTeacher(ctx, { at: tree.other }))
  const { id } = await apply(head, transfer(mover.userId))
  // The person who is moved, with the permissions of the school that decides.
  const promoted = { ...mover, permissions: neighbour.permissions }
  expect((await list(promoted)).find((one) => one.id === id)).toMatchObject({ mayDecide: false })
  await expect(decide(promoted, id, 1)).rejects.toThrow('不能处理本人的变动')
  const receiver = { ...neighbour, orgId: tree.other.id }
  const taskOf = async (who: Actor) => (await as(who, (ctx) => getOpenTasksOf(ctx, 'staff-change'))).get(id)!
  const pass = async (from: Actor, to: Actor) => {
    const taskId = await taskOf(from)
    await as(from, (ctx) => transferTask(ctx, { taskId, to: to.userId }))
    return taskOf(to)
  }
  const taskId = await pass(receiver, plain)
  const no = '没有权限处理该变动'
  await expect(as(plain, (ctx) => approveTask(ctx, { taskId }))).rejects.toThrow(no)
  await expect(as(plain, (ctx) => rejectTask(ctx, { taskId, opinion: '不同意' }))).rejects.toThrow(no)
  expect(await statusOf(id)).toBe(4)
  await database.sql('update tenant.flow_task set person_id = $1, member_id = $2 where id = $3', [
    mover.personId,
    mover.userId,
    taskId,
  ])
  await expect(as(promoted, (ctx) => approveTask(ctx, { taskId }))).rejects.toThrow(no)
  expect(await statusOf(id)).toBe(4)
  await decide(chief, id, 1)
  expect(await statusOf(id)).toBe(1)
})

it('a further membership needs both sides; leaving and a new department need only the own side', async () => {
  const { userId: id } = await teacher('任盈袖')
  const further = await apply(head, { ...transfer(id, inDays(0)), type: 2, toDepartmentId: null })
  await decide(neighbour, further.id, 1)
  expect((await placesOf(id)).map(({ at, isMain }) => [at, isMain])).toEqual([
    ['实验小学 教务处', true],
    ['文澜中学', false],
  ])
  const stays = { userId: id, toOrgId: null, reason: '工作需要' }
  await apply(head, { ...stays, type: 4, toDepartmentId: tree.group.id, effectiveOn: inDays(0) })
  expect((await placesOf(id))[0]!.at).toBe('实验小学 语文组')
  await apply(head, { ...stays, type: 3, toDepartmentId: null, effectiveOn: inDays(0) })
  expect((await placesOf(id)).map(({ at, status, isMain }) => [at, status, isMain])).toEqual([
    ['文澜中学', 'active', true],
    ['实验小学 语文组', 'left', true],
  ])
  expect(await wrong()).toEqual([])
})

it('a person with the code of an organisation can request to join; guessing codes is rate limited', async () => {
  const { userId: id, personId } = await teacher('投石人')
  const actor = createActor({ personId, userId: id, orgId: tree.school.id })
  const giver = createActor({ personId: neighbour.personId }, { 'org.edit': orgTreeScope(tree.bureau) })
  const { code } = await database.as(giver, (ctx) => createJoinCode(ctx, tree.other.id))
  const { id: changeId, orgName } = await requestMembershipByCode(database.requestCtx(actor), {
    code: code.toLowerCase(),
    note: '愿来任教',
  })
  expect([orgName, await statusOf(changeId)]).toEqual(['文澜中学', 4])
  await expect(requestMembershipByCode(database.requestCtx(actor), { code, note: '' })).rejects.toThrow('已提交过申请')
  // The current school has no vote but can read the change.
  await expect(decide(head, changeId, 1)).rejects.toThrow('请等待接收单位确认')
  await decide(neighbour, changeId, 1)
  expect((await placesOf(id)).map(({ at, isMain }) => [at, isMain])).toEqual([
    ['实验小学 教务处', true],
    ['文澜中学', false],
  ])
  await expect(requestMembershipByCode(database.requestCtx(actor), { code, note: '' })).rejects.toThrow(
    '您已在文澜中学任职',
  )
  for (let at = 0; at < 7; at++)
    await expect(requestMembershipByCode(database.requestCtx(actor), { code: 'ABCD2345', note: '' })).rejects.toThrow(
      '加入码无效',
    )
  await expect(requestMembershipByCode(database.requestCtx(actor), { code, note: '' })).rejects.toMatchObject({
    ret: -4,
  })
})
