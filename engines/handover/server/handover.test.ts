import { beforeAll, expect, it } from 'vitest'
import { addDays, dayOf, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { Responsibility } from '#kernel/org/server/api.ts'
import { classTeacherRoles } from '#kernel/schooling/contract-classes.ts'
import { getSchoolYear } from '#kernel/schooling/contract-school-year.ts'
import { setClassTeachers } from '#kernel/schooling/server/service/classes/class-teachers.ts'
import { aGrade } from '#kernel/schooling/server/example.ts'
import { schoolingResponsibilities } from '#kernel/schooling/server/responsibilities.ts'
import { decideStaffChange } from '#kernel/staff/server/service/changes/approve-staff-change.ts'
import { requestStaffChange } from '#kernel/staff/server/service/changes/request-staff-change.ts'
import { suspendMemberships } from '#kernel/staff/server/service/disable-staff-accounts.ts'
import { saveMembership } from '#kernel/staff/server/service/memberships.ts'
import { createManagedTree, declareStaffApprovals, type Tree } from '#kernel/staff/server/staff.fixture.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { departures, guardOpenWork } from './departures.ts'
import { assignItems, finishHandover, forceHandover, getHandover, listCases, openHandover } from './handover.ts'

const database = useDatabase()
const { as, sql } = database
let tree: Tree
let clerk: Actor
let neighbour: Actor
/** Of the school, but may not give classes. */
let personnel: Actor
let grade: { gradeId: string; classIds: string[] }

const today = () => dayOf(new Date())
const hiredOn = () => addDays(today(), -60)
const withRights = (actor: Actor, node: { path: string; id: string }, codes: readonly string[]): Actor => ({
  ...actor,
  orgId: node.id,
  permissions: new Map([...actor.permissions, ...codes.map((code) => [code, orgTreeScope(node)] as const)]),
})

beforeAll(async () => {
  const { tree: made, head, neighbour: other } = await as(createActor(), createManagedTree)
  tree = made
  personnel = withRights(head, tree.school, ['handover.manage'])
  clerk = withRights(head, tree.school, ['handover.manage', 'class.edit'])
  neighbour = withRights(other, tree.other, ['handover.manage', 'class.edit'])
  declareStaffApprovals(database, [clerk, neighbour])
  database.contribute('responsibilities', ...schoolingResponsibilities)
  database.contribute('membershipGuards', guardOpenWork)
  database.contribute('departures', departures)
  await as(createActor(), async (ctx) => {
    grade = await aGrade(ctx, tree.school, { startYear: getSchoolYear(today()), classes: 7 })
  })
})

const hire = (name: string, post = '') =>
  as(createActor(), (ctx) =>
    aTeacher(ctx, { name, post, at: tree.school, department: tree.academic, since: hiredOn() }),
  )
const lead = (userId: string, at: number, from = today()) =>
  as(clerk, (ctx) => setClassTeachers(ctx, { items: [{ classId: grade.classIds[at]!, userId }], role: 'head', from }))
const begin = (userId: string, dueOn = today()) =>
  as(clerk, (ctx) => openHandover(ctx, { userId, reason: 'leave', dueOn }))
const end = (ctx: Ctx, userId: string) =>
  saveMembership(ctx, {
    id: userId,
    userId,
    orgId: tree.school.id,
    departmentId: tree.academic.id,
    userType: 'teacher',
    post: '',
    isMain: true,
    startsOn: hiredOn(),
    endsOn: today(),
  })
const itemsOf = async (id: string) =>
  (await as(clerk, (ctx) => getHandover(ctx, { id }))).groups.flatMap((one) => one.items)
const headsOf = (at: number) =>
  sql<{ userId: string; beginsOn: string; overOn: string | null }>(
    `select user_id as "userId", begins_on::text as "beginsOn", over_on::text as "overOn" from tenant.class_teacher
     where class_id = $1 order by begins_on`,
    [grade.classIds[at]],
  )

it('a class passes to the successor after the last day, and then the membership ends', async () => {
  const [leaver, heir] = [await hire('陆一鸣'), await hire('接手人')]
  await lead(leaver.userId, 0)
  await expect(as(clerk, (ctx) => end(ctx, leaver.userId))).rejects.toMatchObject({
    message: '还有1项工作未交接',
    data: { link: { label: '去交接', url: `/baseData/Handover?userId=${leaver.userId}` } },
  })
  const lastDay = addDays(today(), 10)
  const { id } = await begin(leaver.userId, lastDay)
  expect(await begin(leaver.userId, lastDay)).toEqual({ id })
  const items = await itemsOf(id)
  expect(items).toMatchObject([{ title: expect.stringContaining('班') as string, note: classTeacherRoles.head }])
  await expect(as(clerk, (ctx) => assignItems(ctx, { id, items, to: leaver.userId }))).rejects.toThrow('不能交给本人')
  // Whoever may not give a class gives none.
  expect(await as(personnel, (ctx) => assignItems(ctx, { id, items, to: heir.userId }))).toMatchObject({
    handed: 0,
    refused: [{ reason: '没有权限执行此操作' }],
  })
  expect(await as(clerk, (ctx) => assignItems(ctx, { id, items, to: heir.userId }))).toEqual({ handed: 1, refused: [] })
  const nextDay = addDays(lastDay, 1)
  expect(await headsOf(0)).toEqual([
    { userId: leaver.userId, beginsOn: today(), overOn: nextDay },
    { userId: heir.userId, beginsOn: nextDay, overOn: null },
  ])
  expect(await itemsOf(id)).toMatchObject([{ status: 'handed', toName: '接手人', doneAt: expect.any(String) }])
  await as(clerk, (ctx) => finishHandover(ctx, { id }))
  await expect(as(clerk, (ctx) => finishHandover(ctx, { id }))).rejects.toThrow('该交接已完成')
  await as(clerk, (ctx) => end(ctx, leaver.userId))
})

it('forcing needs another administrator, ends only the own post, and is recorded with its reason', async () => {
  const leaver = await hire('失联')
  await lead(leaver.userId, 1)
  const { id } = await begin(leaver.userId)
  const herself = { ...clerk, personId: leaver.personId }
  const reason = '本人失联，无法交接'
  await expect(as(herself, (ctx) => forceHandover(ctx, { id, reason }))).rejects.toThrow('不能强制完成本人的交接')
  await as(clerk, (ctx) => forceHandover(ctx, { id, reason }))
  expect(await as(clerk, (ctx) => getHandover(ctx, { id }))).toMatchObject({
    current: { status: 'forced', itemCount: 1, doneCount: 1 },
    closedBy: '管理员',
    forcedReason: reason,
  })
  expect(await headsOf(1)).toMatchObject([{ userId: leaver.userId, overOn: addDays(today(), 1) }])
  await as(clerk, (ctx) => end(ctx, leaver.userId))
})

it('a successor planned for later stays, and a later last day leaves nothing to hand over', async () => {
  const [leaver, planned, other] = [await hire('借调者'), await hire('后任'), await hire('他人')]
  const nextDay = addDays(today(), 20)
  await lead(leaver.userId, 4)
  await lead(planned.userId, 4, nextDay)
  const heads = await headsOf(4)
  expect(heads).toMatchObject([{ overOn: nextDay }, { userId: planned.userId, beginsOn: nextDay }])
  const { id } = await begin(leaver.userId)
  const items = await itemsOf(id)
  expect(await as(clerk, (ctx) => assignItems(ctx, { id, items, to: other.userId }))).toMatchObject({
    handed: 0,
    refused: [{ reason: '该职务已安排后续人员，请在班级中调整' }],
  })
  expect(await headsOf(4)).toEqual(heads)
  // A transfer is asked for meanwhile: the open case gets its terms.
  const departure = { membershipId: leaver.userId, lastDay: addDays(nextDay, -1), isTransfer: true }
  await as(clerk, (ctx) => departures.requested(ctx, departure))
  expect(await as(clerk, (ctx) => getHandover(ctx, { id }))).toMatchObject({
    current: { reason: 'transfer', dueOn: departure.lastDay },
    groups: [{ items: [{ status: 'settled' }] }],
  })
  await as(clerk, (ctx) => finishHandover(ctx, { id }))
})

it('a transfer begins the hand-over by itself and is approved after it', async () => {
  const [leaver, head] = [await hire('调动者'), await hire('教务主任', '教务处主任')]
  await lead(leaver.userId, 2)
  const form = { userId: leaver.userId, type: 1, toOrgId: tree.other.id, toDepartmentId: null, reason: '交流' }
  const change = await as(clerk, (ctx) => requestStaffChange(ctx, { ...form, effectiveOn: addDays(today(), 5) }))
  const agree = { fId: change.id, status: 1, opinion: '' }
  // The receiving school learns the reason, but not the way to a page that it may not see.
  await expect(as(neighbour, (ctx) => decideStaffChange(ctx, agree))).rejects.toMatchObject({
    message: '还有1项工作未交接',
    data: null,
  })
  const { current, head: found } = await as(clerk, (ctx) => getHandover(ctx, { changeId: change.id }))
  expect(current).toMatchObject({ reason: 'transfer', dueOn: addDays(today(), 4), status: 'waiting', openedBy: '' })
  expect(found).toEqual({ userId: head.userId, name: '教务主任' })
  const { id } = current!
  await expect(as(neighbour, (ctx) => getHandover(ctx, { id }))).rejects.toMatchObject({ ret: -5 })
  await expect(as(neighbour, (ctx) => getHandover(ctx, { changeId: change.id }))).rejects.toMatchObject({ ret: -5 })
  expect((await as(neighbour, (ctx) => listCases(ctx, { keyword: '', pageNumber: 1, pageSize: 20 }))).items).toEqual([])
  await as(clerk, async (ctx) => assignItems(ctx, { id, items: await itemsOf(id), to: head.userId }))
  await as(neighbour, (ctx) => decideStaffChange(ctx, agree))
})

it('a transfer that is refused or withdrawn cancels the hand-over that it began, and no other', async () => {
  const [leaver, heir] = [await hire('留任者'), await hire('另一人')]
  await lead(leaver.userId, 5)
  const form = { userId: leaver.userId, type: 1, toOrgId: tree.other.id, toDepartmentId: null, reason: '交流' }
  const ask = () => as(clerk, (ctx) => requestStaffChange(ctx, { ...form, effectiveOn: addDays(today(), 5) }))
  const caseOf = (changeId: string) => as(clerk, async (ctx) => (await getHandover(ctx, { changeId })).current!.id)
  const statusOf = async (id: string) => (await as(clerk, (ctx) => getHandover(ctx, { id }))).current!.status
  const first = await ask()
  const refused = await caseOf(first.id)
  await as(neighbour, (ctx) => decideStaffChange(ctx, { fId: first.id, status: 2, opinion: '名额已满' }))
  expect(await statusOf(refused)).toBe('cancelled')
  expect(await as(clerk, (ctx) => getHandover(ctx, { userId: leaver.userId }))).toMatchObject({ current: null })
  await expect(as(clerk, async (ctx) => assignItems(ctx, { id: refused, items: [], to: heir.userId }))).rejects.toThrow(
    '该交接已完成',
  )

  const second = await ask()
  const withdrawn = await caseOf(second.id)
  expect(withdrawn).not.toBe(refused)
  await as(clerk, async (ctx) => assignItems(ctx, { id: withdrawn, items: await itemsOf(withdrawn), to: heir.userId }))
  await as(clerk, (ctx) => decideStaffChange(ctx, { fId: second.id, status: 3, opinion: '' }))
  expect(await statusOf(withdrawn)).toBe('cancelled')
  // What was handed over meanwhile is not given back by itself.
  expect((await headsOf(5)).at(-1)).toMatchObject({ userId: heir.userId })

  const { id: own } = await begin(leaver.userId)
  const third = await ask()
  expect(await caseOf(third.id)).toBe(own)
  await as(clerk, (ctx) => decideStaffChange(ctx, { fId: third.id, status: 3, opinion: '' }))
  expect(await statusOf(own)).toBe('waiting')
})

it('something without days passes at once, and somebody who gets it back hands it over again', async () => {
  const keys = new Map<string, string>()
  const keyring: Responsibility = {
    key: 'test.keys',
    title: '钥匙',
    list: async (_, memberIds) =>
      [...keys].flatMap(([ref, memberId]) => (memberIds.includes(memberId) ? { memberId, ref, title: ref } : [])),
    hand: async (_, { ref }, to) => void keys.set(ref, to.memberId),
    force: async (_, { ref }) => void keys.delete(ref),
  }
  database.contribute('responsibilities', ...schoolingResponsibilities, keyring)
  const [leaver, heir] = [await hire('钥匙保管'), await hire('新保管')]
  keys.set('档案室', leaver.userId)
  await lead(leaver.userId, 6)
  const { id } = await begin(leaver.userId, addDays(today(), 10))
  await as(clerk, async (ctx) => assignItems(ctx, { id, items: await itemsOf(id), to: heir.userId }))
  expect(keys.get('档案室')).toBe(heir.userId)
  await as(clerk, (ctx) => finishHandover(ctx, { id }))
  // The class ends on a later day and does not count; the key that she got back does.
  keys.set('档案室', leaver.userId)
  await expect(as(clerk, (ctx) => end(ctx, leaver.userId))).rejects.toThrow('还有1项工作未交接')
  const again = await begin(leaver.userId)
  expect(await itemsOf(again.id)).toMatchObject([{ title: '档案室', status: 'open' }])
  await as(clerk, (ctx) => forceHandover(ctx, { id: again.id, reason: '交给总务处' }))
  expect(keys.size).toBe(0)
  await as(clerk, (ctx) => end(ctx, leaver.userId))
})

it('an account is suspended at once, whatever its owner has to do', async () => {
  const teacher = await hire('账号被盗')
  await lead(teacher.userId, 3)
  const targets = { ids: [teacher.userId] }
  expect(await as(clerk, (ctx) => suspendMemberships(ctx, { targets, isSuspended: true }))).toMatchObject({ count: 1 })
})
