import { beforeAll, expect, it } from 'vitest'
import { wholeDistrict, type Actor } from '#packages/core'
import { mergePeople, unmergePeople } from '#kernel/staff/server/service/merge-people.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { registerHomeDistrict } from '#kernel/staff/server/staff.fixture.ts'
import { createActor } from '#packages/testing'
import { applyForOvertime, approve } from './books.fixture.ts'
import { createLeaveWorld } from './leave.fixture.ts'
import { getBalances } from './ledger.ts'
import leaveModule from './module.ts'
import { recallLeave, voidLeave } from './requests.ts'

const world = createLeaveWorld()
const { database, orgs, actor, hire, as, form, submit, decide, grant, find, statusOf } = world
const reason = '两次登记，同一人'

beforeAll(async () => {
  database.contribute('personContents', ...leaveModule.personContents!)
  await registerHomeDistrict(database)
})

/** A woman who was registered twice in the same grade group. Only the first has an account that signs in. */
async function registeredTwice(name: string) {
  const [keep, other] = [`${name}甲`, `${name}乙`]
  for (const one of [keep, other]) await hire(one, { department: orgs.grade })
  await database.sql('update tenant.person set account_id = null where id = $1', [actor(other).personId])
  const chief = await database.as(createActor({ districtId: database.home }), (ctx) =>
    aTeacher(ctx, {
      at: orgs.bureau,
      name: '区管理员',
      can: { 'user.merge': wholeDistrict, 'user.edit': wholeDistrict },
    }),
  )
  const merge = () =>
    mergePeople(database.requestCtx(chief), { keepId: actor(keep).userId, otherId: actor(other).userId, reason })
  const undo = (id: string) => unmergePeople(database.requestCtx(chief), id)
  return { keep, other, merge, undo }
}

const balanceOf = (name: string, moment: string) =>
  database.as(actor(name), async (ctx) =>
    Object.fromEntries(
      (await getBalances({ ...ctx, now: new Date(`${moment}T10:00:00+08:00`) }, actor(name).personId)).map((one) => [
        one.name,
        one.days,
      ]),
    ),
  )
/** Every row about the leave of two people. */
const rowsOf = (...people: Actor[]) =>
  database.sql(
    `select 'request' as kind, id::text || person_id || member_id || status as row from tenant.leave_request where person_id = any($1)
     union all select 'day', request_id::text || day || half || person_id || status from tenant.leave_day where person_id = any($1)
     union all select 'ledger', id::text || person_id || amount from tenant.leave_ledger where person_id = any($1)
     union all select 'overtime', id::text || person_id || status from tenant.leave_overtime where person_id = any($1)
     order by 1, 2`,
    [people.map(({ personId }) => personId)],
  )

it('leave, balances and overtime follow somebody who was registered twice, and come back with the undo', async () => {
  const { keep, other, merge, undo } = await registeredTwice('苏婉')
  await grant(keep, '年休假', 5)
  await grant(other, '年休假', 3)
  const first = await submit(keep, '2026-09-01', form('事假', '2026-09-07', '2026-09-08'))
  const taken = await submit(other, '2026-09-01', form('年休假', '2026-09-09', '2026-09-10'))
  await decide('周组长', '2026-09-02', taken)
  const credited = await as(other, '2026-09-12', (ctx) => applyForOvertime(ctx, '2026-09-12'))
  await as('陈考勤', '2026-09-14', (ctx) => approve(ctx, credited.id))
  const waiting = await submit(other, '2026-09-15', form('事假', '2026-09-17', '2026-09-17'))
  const people = [actor(keep), actor(other)] as const
  const before = await rowsOf(...people)

  const { id } = await merge()
  expect(await balanceOf(keep, '2026-09-16')).toEqual({ 年休假: 6, 调休: 1 })
  expect(await balanceOf(other, '2026-09-16')).toEqual({})
  for (const one of [first, taken, waiting])
    expect(await find(one)).toMatchObject({ personId: actor(keep).personId, memberId: actor(keep).userId })
  // She may not be on leave twice now, and what she takes back is her own.
  await expect(submit(keep, '2026-09-15', form('事假', '2026-09-10', '2026-09-11'))).rejects.toThrow(
    '与2026-09-09至2026-09-10的年休假重叠',
  )
  await undo(id)
  expect(await rowsOf(...people)).toEqual(before)
  expect(await balanceOf(other, '2026-09-16')).toEqual({ 年休假: 1, 调休: 1 })
  await as(other, '2026-09-16', (ctx) => recallLeave(ctx, { id: waiting }))
  expect(await statusOf(waiting)).toBe('recalled')
})

it('what she does between the merge and its undo stays with the lot and the membership that it came from', async () => {
  const { keep, other, merge, undo } = await registeredTwice('何雨')
  await grant(keep, '年休假', 1)
  await grant(other, '年休假', 2)
  const taken = await submit(other, '2026-10-12', form('年休假', '2026-10-14', '2026-10-14'))
  await decide('周组长', '2026-10-12', taken)
  const { id } = await merge()
  // Two days from both lots, and the leave of before is given back to the lot that it came from.
  const both = await submit(keep, '2026-10-13', form('年休假', '2026-10-20', '2026-10-21'))
  expect(await balanceOf(keep, '2026-10-13')).toEqual({})
  await as('陈考勤', '2026-10-13', (ctx) => voidLeave(ctx, { id: taken, reason: '没有休' }))
  expect(await balanceOf(keep, '2026-10-13')).toEqual({ 年休假: 1 })
  await undo(id)
  const sums = await database.sql<{ lots: number; people: number }>(
    `select count(distinct lot_id)::int as lots, count(distinct (lot_id, person_id))::int as people
     from tenant.leave_ledger where person_id = any($1)`,
    [[actor(keep).personId, actor(other).personId]],
  )
  expect(sums).toEqual([{ lots: 2, people: 2 }])
  expect(await balanceOf(keep, '2026-10-13')).toEqual({})
  expect(await balanceOf(other, '2026-10-13')).toEqual({ 年休假: 1 })
  expect(await find(both)).toMatchObject({ personId: actor(keep).personId })
})

it('two leaves on the same day are settled before the merge; overtime of one day is credited once', async () => {
  const { keep, other, merge, undo } = await registeredTwice('冯晓')
  const one = await submit(keep, '2026-11-02', form('事假', '2026-11-05', '2026-11-06'))
  const two = await submit(other, '2026-11-02', form('病假', '2026-11-06', '2026-11-09'))
  await expect(merge()).rejects.toThrow('两人在2026-11-06都有请假，请先撤回或作废其中一方的请假')
  await as(other, '2026-11-03', (ctx) => recallLeave(ctx, { id: two }))
  const overtime = [keep, other].map(
    (name) => () => as(name, '2026-11-08', (ctx) => applyForOvertime(ctx, '2026-11-07')),
  )
  const mine = await overtime[0]!()
  const same = await overtime[1]!()
  await expect(merge()).rejects.toThrow('两人在2026-11-07都有加班转调休')
  for (const { id } of [mine, same]) await as('陈考勤', '2026-11-09', (ctx) => approve(ctx, id))
  const before = await rowsOf(actor(keep), actor(other))
  const { id } = await merge()
  expect(await balanceOf(keep, '2026-11-09')).toEqual({ 调休: 1 })
  expect((await find(one)).personId).toBe(actor(keep).personId)
  await undo(id)
  expect(await rowsOf(actor(keep), actor(other))).toEqual(before)
  expect(await balanceOf(other, '2026-11-09')).toEqual({ 调休: 1 })
})
