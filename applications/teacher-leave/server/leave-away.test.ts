import { expect, it } from 'vitest'
import { freeAmong, listBusy } from '#engines/duty/server/api.ts'
import { saveCalendar } from '#kernel/schooling/server/service/time/calendar.ts'
import { wholeDistrict } from '#packages/core'
import { at, createLeaveWorld } from './leave.fixture.ts'
import { moveLeaveByDate } from './leave-jobs.ts'
import { recountRequests } from './recount-leave.ts'
import { cancelLeave, changeLeave, enterLeave, recallLeave, returnFromLeave, voidLeave } from './requests.ts'

const { database, orgs, actor, hire, as, form, submit, decide } = createLeaveWorld()

/** The times in which somebody is away, as her colleagues see them: 10-12 00:00–10-13 00:00. */
const awayOf = (name: string) =>
  as('李丽', '2026-10-12', async (ctx) => {
    const { userId } = actor(name)
    const busy = await listBusy(ctx, [userId], at('2026-01-01'), at('2027-12-31'))
    const format = (moment: Date) =>
      new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(5, 16).replace('T', ' ')
    return busy.get(userId)!.away.map(({ startsAt, endsAt }) => `${format(startsAt)}–${format(endsAt)}`)
  })
const whyNotFree = (name: string, from: string, to: string) =>
  as('李丽', '2026-10-12', async (ctx) => {
    const spans = [{ startsAt: at(from), endsAt: at(to) }]
    return (await freeAmong(ctx, [actor(name).userId], spans)).get(actor(name).userId)
  })

it('somebody is away from the approval on, and colleagues hear nothing of the type', async () => {
  await hire('白露', { department: orgs.grade })
  const id = await submit('白露', '2026-10-08', form('病假', '2026-10-12', '2026-10-14'))
  expect(await awayOf('白露')).toEqual([])
  await decide('周组长', '2026-10-08', id)
  expect(await awayOf('白露')).toEqual(['10-12 00:00–10-15 00:00'])
  expect(await whyNotFree('白露', '2026-10-13T07:20', '2026-10-13T07:50')).toBe('当日请假')
  expect(await whyNotFree('白露', '2026-10-15T07:20', '2026-10-15T07:50')).toBe('')
  // Nothing that the engine stores or publishes says what kind of leave it is.
  const stored = await database.sql('select * from tenant.away where user_id = $1', [actor('白露').userId])
  const events = await database.sql(`select ids from tenant.event where name = 'away.changed' and ids->>'ref' = $1`, [
    id,
  ])
  expect(events).toHaveLength(1)
  expect(JSON.stringify([stored, events])).not.toMatch(/病假|sick/)
})

it('half-days end at noon, so that early reading and evening lessons are in them', async () => {
  await hire('秦岚', { department: orgs.grade })
  const id = await submit('秦岚', '2026-10-08', form('事假', '2026-10-12下午', '2026-10-13上午'))
  await decide('周组长', '2026-10-08', id)
  expect(await awayOf('秦岚')).toEqual(['10-12 12:00–10-13 12:00'])
  expect(await whyNotFree('秦岚', '2026-10-12T19:00', '2026-10-12T20:00')).toBe('该时段不在校')
})

it('leave by the hour has its own times', async () => {
  await hire('尹静', { department: orgs.grade })
  const hours = { ...form('哺乳假', '2026-10-12', '2026-10-12上午'), startTime: '09:00', endTime: '10:00' }
  const id = await submit('尹静', '2026-10-08', hours)
  await decide('周组长', '2026-10-08', id)
  await decide('赵校长', '2026-10-08', id)
  expect(await awayOf('尹静')).toEqual(['10-12 09:00–10-12 10:00'])
})

it('a leave that is cut from three days to one gives two days back; a longer one takes its place', async () => {
  await hire('苗苗', { department: orgs.grade })
  const id = await submit('苗苗', '2026-10-08', form('事假', '2026-10-12', '2026-10-14'))
  await decide('周组长', '2026-10-08', id)
  const change = (from: string, to: string, of: string) =>
    as('苗苗', '2026-10-08', (ctx) => changeLeave(ctx, { ...form('事假', from, to), id: of }))
  const shorter = await change('2026-10-12', '2026-10-12', id)
  expect(await awayOf('苗苗')).toEqual(['10-12 00:00–10-15 00:00'])
  await decide('周组长', '2026-10-08', shorter.id)
  expect(await awayOf('苗苗')).toEqual(['10-12 00:00–10-13 00:00'])
  const recalled = await change('2026-10-12', '2026-10-13', shorter.id)
  await as('苗苗', '2026-10-08', (ctx) => recallLeave(ctx, recalled))
  const longer = await change('2026-10-12', '2026-10-13', shorter.id)
  await decide('周组长', '2026-10-08', longer.id)
  expect(await awayOf('苗苗')).toEqual(['10-12 00:00–10-14 00:00'])
  await as('苗苗', '2026-10-09', (ctx) => cancelLeave(ctx, { id: longer.id, reason: '行程取消' }))
  expect(await awayOf('苗苗')).toEqual([])
})

it('whoever is back early is there again, and a void leave takes nobody away', async () => {
  await hire('乔安', { department: orgs.grade })
  const entry = { ...form('事假', '2026-10-12', '2026-10-14'), userId: actor('乔安').userId }
  const { id } = await as('陈考勤', '2026-10-12', (ctx) => enterLeave(ctx, entry))
  const back = { id, returnedOn: '2026-10-13', returnedHalf: 'pm' } as const
  await as('陈考勤', '2026-10-13T15:00', (ctx) => returnFromLeave(ctx, back))
  expect(await awayOf('乔安')).toEqual(['10-12 00:00–10-13 12:00'])
  await as('陈考勤', '2026-10-13T15:30', (ctx) => voidLeave(ctx, { id, reason: '录错人员' }))
  expect(await awayOf('乔安')).toEqual([])
})

it('a rejected request never took anybody away; a new calendar leaves the absence as it is', async () => {
  await hire('方舟', { department: orgs.grade })
  const rejected = await submit('方舟', '2026-10-08', form('事假', '2026-10-12', '2026-10-13'))
  await decide('周组长', '2026-10-08', rejected, 'reject')
  expect(await awayOf('方舟')).toEqual([])
  const id = await submit('方舟', '2026-10-08', form('事假', '2026-10-26', '2026-10-27'))
  await decide('周组长', '2026-10-08', id)
  const editor = { ...actor('陈考勤'), permissions: new Map([['term.edit', wholeDistrict]]) }
  await database.as(editor, async (ctx) => {
    const now = at('2026-10-20')
    const day = { from: '2026-10-27', to: '2026-10-27', kind: 'closed', asWeekday: null, name: '台风停课' } as const
    await saveCalendar({ ...ctx, now }, { orgId: orgs.school.id, ...day })
    await recountRequests({ ...ctx, now }, orgs.school.id)
  })
  expect(await awayOf('方舟')).toEqual(['10-26 00:00–10-28 00:00'])
})

it('every night absences are made as the leave says, also those of leave that is older than the engine', async () => {
  await hire('薛宁', { department: orgs.grade })
  const id = await submit('薛宁', '2026-10-08', form('事假', '2026-10-12', '2026-10-12上午'))
  await decide('周组长', '2026-10-08', id)
  await database.sql('delete from tenant.away where ref = $1', [id])
  await as('陈考勤', '2026-10-09T00:20', moveLeaveByDate)
  expect(await awayOf('薛宁')).toEqual(['10-12 00:00–10-12 12:00'])
})
