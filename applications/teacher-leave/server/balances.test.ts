import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { newId, Refusal, type Actor, type Ctx } from '#packages/core'
import { delegateApprovals, getOpenTasksOf, transferTask } from '#kernel/approval/server/api.ts'
import { aMembership, aTeacher } from '#kernel/staff/server/example.ts'
import { useDatabase } from '#packages/testing'
import type { GrantForm } from '../contract.ts'
import { balanceImport } from './balance-import.ts'
import { expireBalances, getBalancePage, getLedger, grantBalance, remindOfExpiry } from './balances.ts'
import { applyForOvertime, approve, createBooks, declareOvertime, on, type Books } from './books.fixture.ts'
import { getBalances, giveBack, takeFromBalance } from './ledger.ts'
import { lockLeaveOf, lockLeaveOfAll } from './ledger-queries.ts'
import { addMonths, overtimeApproval, overtimes } from './overtime.ts'
import { leaveTypes, listTypesAt } from './types.ts'

const database = useDatabase({ poolSize: 8 })
const { as } = database
let books: Books
beforeAll(async () => {
  books = await createBooks(database)
  declareOvertime(database, books.clerk)
})

const at = <T>(actor: Actor, day: string, work: (ctx: Ctx) => Promise<T>) => as(actor, (ctx) => work(on(ctx, day)))
const firstPage = { pageNumber: 1, pageSize: 50 }
const ledgerOf = async (actor: Actor, day: string) =>
  (await at(actor, day, (ctx) => getLedger(ctx, { userId: null, typeId: null, ...firstPage }))).items.map(
    ({ kind, days, balance, expiresOn }) => [kind, days, balance, expiresOn] as const,
  )
const balanceOf = async (actor: Actor, day: string) =>
  Object.fromEntries(
    (await at(actor, day, (ctx) => getBalances(ctx, actor.personId))).map(({ name, days }) => [name, days]),
  )
const grantForm: Omit<GrantForm, 'typeId' | 'amount'> = {
  userIds: [],
  orgId: null,
  within: 'own',
  kind: 'grant',
  expiresOn: null,
  note: '',
}

it('credits a Saturday of invigilation; the half day that is left expires on its own day', async () => {
  const { teacher, clerk, typeOf } = books
  const timeOff = typeOf('调休')
  const { id } = await at(teacher, '2026-09-12', (ctx) => applyForOvertime(ctx, '2026-09-12'))
  await expect(at(teacher, '2026-09-12', (ctx) => applyForOvertime(ctx, '2026-09-12'))).rejects.toMatchObject({
    message: '这一天的加班已申请',
  })
  await at(clerk, '2026-09-14', (ctx) => approve(ctx, id))
  await at(teacher, '2026-09-15', (ctx) =>
    takeFromBalance(ctx, { personId: teacher.personId, typeId: timeOff, amount: 50, requestId: newId() }),
  )
  expect(await ledgerOf(teacher, '2026-09-15')).toEqual([
    ['leave', -0.5, 0.5, null],
    ['overtime', 1, 1, '2027-03-12'],
  ])
  // A later credit has its own day, and the earlier one is spent first.
  const later = await at(teacher, '2026-10-31', (ctx) => applyForOvertime(ctx, '2026-10-31', 50))
  await at(clerk, '2026-11-02', (ctx) => approve(ctx, later.id))
  expect(await balanceOf(teacher, '2027-03-12')).toEqual({ 调休: 1 })
  expect(await balanceOf(teacher, '2027-03-13')).toEqual({ 调休: 0.5 })
  await at(clerk, '2027-03-13', expireBalances)
  await at(clerk, '2027-03-13', expireBalances)
  expect((await ledgerOf(teacher, '2027-03-13'))[0]).toEqual(['expiry', -0.5, 0.5, null])
  const tooMuch = { personId: teacher.personId, typeId: timeOff, amount: 100, requestId: newId() }
  await expect(at(teacher, '2027-03-14', (ctx) => takeFromBalance(ctx, tooMuch))).rejects.toMatchObject({
    message: '调休余额不足，剩余0.5天',
  })
  expect(addMonths('2026-08-31', 6)).toBe('2027-02-28')
})

it('reminds of 调休 30 and 7 days before it ends', async () => {
  const { colleague, clerk } = books
  const { id } = await at(colleague, '2026-09-05', (ctx) => applyForOvertime(ctx, '2026-09-05', 150))
  await at(clerk, '2026-09-06', (ctx) => approve(ctx, id))
  for (const day of ['2027-02-02', '2027-02-03', '2027-02-04', '2027-02-26', '2027-02-27'])
    await at(clerk, day, remindOfExpiry)
  // For this lot the job was down on both days.
  const later = await at(colleague, '2026-09-19', (ctx) => applyForOvertime(ctx, '2026-09-19', 50))
  await at(clerk, '2026-09-20', (ctx) => approve(ctx, later.id))
  for (const day of ['2027-02-16', '2027-02-20', '2027-02-21', '2027-03-14', '2027-03-15'])
    await at(clerk, day, remindOfExpiry)
  const sent = await database.sql<{ title: string }>(
    `select title from tenant.message_batch where title like '%到期' order by at`,
  )
  expect(sent.map(({ title }) => title)).toEqual([
    '1.5天调休将于2027-03-05到期',
    '0.5天调休将于2027-03-19到期',
    '1.5天调休将于2027-03-05到期',
    '0.5天调休将于2027-03-19到期',
  ])
})

it('does not let two requests spend the same day, and gives back once', async () => {
  const { colleague: person, clerk, typeOf } = books
  const typeId = typeOf('年休假')
  await at(clerk, '2026-09-01', (ctx) =>
    grantBalance(ctx, { ...grantForm, userIds: [person.userId], typeId, amount: 500 }),
  )
  const requests = [newId(), newId(), newId()]
  const taken = await Promise.allSettled(
    requests.map((requestId) =>
      at(person, '2026-09-02', (ctx) =>
        takeFromBalance(ctx, { personId: person.personId, typeId, amount: 250, requestId }),
      ),
    ),
  )
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(taken.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: '年休假余额不足，剩余0天' },
  })
  const requestId = requests[taken.findIndex(({ status }) => status === 'fulfilled')]!
  const giveTwo = () => at(person, '2026-09-03', (ctx) => giveBack(ctx, { requestId, amount: 200 }))
  await Promise.all([giveTwo(), giveTwo()])
  expect(await balanceOf(person, '2026-09-03')).toMatchObject({ 年休假: 2.5 })
})

it('locks some people singly, and for many the district once', async () => {
  const listLocks = (lock: (ctx: Ctx) => Promise<unknown>) =>
    as(books.clerk, async (ctx) => {
      await lock(ctx)
      const { rows } = await sql<{ mode: string }>`
        select mode from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() order by mode
      `.execute(ctx.db)
      return rows.map(({ mode }) => mode)
    })
  const people = Array.from({ length: 201 }, newId)
  expect(await listLocks(({ db }) => lockLeaveOf(db, people[0]!))).toEqual(['ExclusiveLock', 'ShareLock'])
  expect(await listLocks(({ db }) => lockLeaveOfAll(db, people.slice(0, 2)))).toEqual([
    'ExclusiveLock',
    'ExclusiveLock',
    'ShareLock',
  ])
  expect(await listLocks(({ db }) => lockLeaveOfAll(db, people))).toEqual(['ExclusiveLock'])
})

it('grants to all staff of a school or of the district, corrects downwards, and stays in scope', async () => {
  const { chief, clerk, otherClerk, teacher, other, typeOf } = books
  const day = '2026-11-02'
  const typeId = typeOf('年休假')
  const grant = (actor: Actor, more: object) =>
    at(actor, day, (ctx) => grantBalance(ctx, { ...grantForm, typeId, amount: 300, ...more }))
  expect(await grant(clerk, { expiresOn: '2026-12-31', note: '2026年度' })).toEqual({ people: 3 })
  expect(await grant(chief, { within: 'below' })).toEqual({ people: 5 })
  await expect(grant(clerk, { orgId: other.id })).rejects.toMatchObject({ message: '单位不存在' })
  await expect(grant(otherClerk, { userIds: [teacher.userId] })).rejects.toMatchObject({
    message: '所选人员中有人已离开或不在管理范围内，请刷新后重试',
  })
  await expect(grant(clerk, { typeId: typeOf('事假') })).rejects.toMatchObject({
    message: '事假不使用余额，或已停用',
  })
  await grant(clerk, { userIds: [teacher.userId], kind: 'manual', amount: -400 })
  const correct = grant(clerk, { userIds: [teacher.userId], kind: 'manual', amount: -400 })
  await expect(correct).rejects.toMatchObject({ message: '王芳的年休假余额不足，剩余2天' })
  const { types, rows } = await at(clerk, day, (ctx) =>
    getBalancePage(ctx, { orgId: null, within: 'own', keyword: '王芳', userId: null, ...firstPage }),
  )
  expect(types.map(({ name }) => name)).toEqual(['年休假', '调休'])
  expect(rows.items).toMatchObject([
    { name: '王芳', orgName: '实验小学', balances: [{ days: 2, expiresOn: null }, { days: 0.5 }] },
  ])
})

it('a school replaces a type of the district, and switches one off', async () => {
  const { clerk, school, other, typeOf } = books
  const form = {
    orgId: school.id,
    kind: 'personal',
    unit: 'half-day',
    minUnit: null,
    includesHolidays: false,
    isPaid: false,
    proofAfterDays: null,
    maxDaysPerYear: 1000,
    maxConsecutive: null,
    sexLimit: null,
    needsBalance: false,
    backdateDays: null,
    countsInAttendance: true,
    isDisabled: false,
  } as const
  await as(clerk, async (ctx) => {
    await leaveTypes.create(ctx, { ...form, name: '事假' })
    await leaveTypes.create(ctx, { ...form, name: '其他', kind: 'other', isDisabled: true })
  })
  const [here, there] = await as(clerk, async (ctx) => [
    await listTypesAt(ctx, school.id),
    await listTypesAt(ctx, other.id),
  ])
  expect(there).toHaveLength(14)
  expect(here).toHaveLength(13)
  expect(here.filter(({ name }) => name === '事假')).toMatchObject([{ orgId: school.id, maxDaysPerYear: 1000 }])
  expect(there.find(({ name }) => name === '事假')!.id).toBe(typeOf('事假'))
})

it('imports balances by name and number; an undo takes back what nobody has used', async () => {
  const { clerk, teacher, colleague, school, typeOf } = books
  const type = typeOf('年休假')
  const rows = [
    { row: 2, values: { name: '王芳', type, days: '2.5', expiresOn: '2027-12-31' }, accepted: [] },
    { row: 3, values: { name: '李强', type, days: '1' }, accepted: [] },
    { row: 4, values: { name: '没有此人', type, days: '1' }, accepted: [] },
    { row: 5, values: { name: '李强', type, days: '1', expiresOn: '2020-01-01' }, accepted: [] },
  ]
  const day = '2026-11-03'
  const before = [await balanceOf(teacher, day), await balanceOf(colleague, day)]
  const verdicts = await at(clerk, day, (ctx) => balanceImport.examine(ctx, school.id, rows))
  expect(verdicts.map(({ issues }) => issues.map(({ message }) => message))).toEqual([
    [],
    [],
    ['本单位在岗人员中没有“没有此人”'],
    ['有效期不能早于今天'],
  ])
  const checked = rows.slice(0, 2).map((row, index) => ({ ...row, verdict: verdicts[index]! }))
  const effects = await at(clerk, day, (ctx) => balanceImport.apply(ctx, school.id, checked))
  expect(await balanceOf(teacher, day)).toMatchObject({ 年休假: before[0]!['年休假']! + 2.5 })
  await at(colleague, day, (ctx) =>
    takeFromBalance(ctx, {
      personId: colleague.personId,
      typeId: type,
      amount: (before[1]!['年休假']! + 1) * 100,
      requestId: newId(),
    }),
  )
  const undone = await at(clerk, day, (ctx) => balanceImport.undo(ctx, school.id, effects))
  expect(undone).toEqual([
    { row: 2, keptReason: '' },
    { row: 3, keptReason: '已经使用或过期' },
  ])
  expect(await balanceOf(teacher, day)).toEqual(before[0])
})

it('whoever has the task approves overtime: a deputy, or a colleague to whom it was transferred', async () => {
  const { clerk, teacher, colleague, school } = books
  const assistant = await as(clerk, (ctx) => aTeacher(ctx, { at: school, since: '2025-09-01', name: '助理' }))
  const day = '2026-12-05'
  const balance = async () => (await balanceOf(teacher, day))['调休'] ?? 0
  const before = await balance()
  const asked = await at(teacher, day, (ctx) => applyForOvertime(ctx, day))
  await expect(at(assistant, day, (ctx) => approve(ctx, asked.id))).rejects.toBeInstanceOf(Refusal)
  await at(clerk, day, async (ctx) => {
    const taskId = (await getOpenTasksOf(ctx, overtimeApproval.key)).get(asked.id)!
    await transferTask(ctx, { taskId, to: assistant.userId, opinion: '' })
  })
  await at(assistant, day, (ctx) => approve(ctx, asked.id))
  const other = await at(teacher, day, (ctx) => applyForOvertime(ctx, '2026-12-04'))
  await at(clerk, day, (ctx) =>
    delegateApprovals(ctx, {
      fromPersonId: clerk.personId,
      toPersonId: colleague.personId,
      from: day,
      to: day,
      subjects: [],
      source: newId(),
    }),
  )
  await at(colleague, day, (ctx) => approve(ctx, other.id))
  expect(await balance()).toBe(before + 2)
})

it('nobody approves the own overtime; a recalled day can be asked for again', async () => {
  const { clerk, teacher, colleague } = books
  const day = '2026-11-07'
  // The only approver would be herself.
  await expect(at(clerk, day, (ctx) => applyForOvertime(ctx, day))).rejects.toMatchObject({
    message: '节点“考勤管理员审核”没有审批人，请联系管理员配置',
  })
  const own = await at(teacher, day, (ctx) => applyForOvertime(ctx, day))
  const recall = (actor: Actor) => at(actor, day, (ctx) => overtimes.recallOvertime(ctx, own))
  await expect(recall(colleague)).rejects.toMatchObject({ message: '加班不存在' })
  await recall(teacher)
  await at(teacher, day, (ctx) => applyForOvertime(ctx, day))
  await expect(at(teacher, day, (ctx) => applyForOvertime(ctx, '2026-11-08'))).rejects.toMatchObject({
    message: '加班日期不能晚于今天',
  })
})

it('shows whoever kept the balances of somebody her ledger up to the day she left', async () => {
  const { clerk, chief, school, other, typeOf } = books
  const person = await as(clerk, (ctx) => aTeacher(ctx, { at: school, name: '凌云', since: '2025-09-01' }))
  const grant = (by: Actor, day: string, userId: string, note: string) =>
    at(by, day, (ctx) =>
      grantBalance(ctx, { ...grantForm, userIds: [userId], typeId: typeOf('年休假'), amount: 100, note }),
    )
  await grant(clerk, '2026-09-01', person.userId, '年度发放')
  await database.sql(`update tenant.membership set valid = daterange('2025-09-01', '2026-09-16') where id = $1`, [
    person.userId,
  ])
  const memberId = await as(clerk, (ctx) => aMembership(ctx, person.personId, { at: other, since: '2026-09-16' }))
  await grant(books.otherClerk, '2026-09-17', memberId, '新单位的说明')
  const notesFor = async (reader: Actor, userId: string) =>
    (await at(reader, '2026-09-20', (ctx) => getLedger(ctx, { userId, typeId: null, ...firstPage }))).items.map(
      ({ note, balance }) => [note, balance],
    )
  const both = [
    ['新单位的说明', 2],
    ['年度发放', 1],
  ]
  expect(await notesFor(clerk, person.userId)).toEqual(both.slice(1))
  await expect(notesFor(clerk, memberId)).rejects.toMatchObject({ message: '人员不存在' })
  // The balance moved along, so the new school can explain it.
  expect(await notesFor(books.otherClerk, memberId)).toEqual(both)
  expect(await notesFor(chief, person.userId)).toEqual(both)
})
