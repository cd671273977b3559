import { beforeAll, expect, it } from 'vitest'
import { newId } from '#packages/core'
import { absenceAlert } from '../cases/absence-alert.ts'
import { recordPasses } from '../sessions/record-passes.ts'
import { minutesAfter, rollOf, type TapOf } from '../sessions/rolls.fixture.ts'
import { saveRoll } from '../sessions/save-roll.ts'
import { attendanceSetting } from '../settings.ts'
import { getChildToday } from './family-today.ts'
import { atHour, createLeaveWorld, days } from './leave.fixture.ts'

const { database, world, as, leave, lessonsOn } = createLeaveWorld()

beforeAll(() => {
  database.contribute('settings', attendanceSetting)
  database.contribute('alerts', absenceAlert)
})

const today = (day: string, clock: string) =>
  as(world.mother, atHour(day, clock), (ctx) => getChildToday(ctx, world.ming))

async function callFirstRoll(day: string, marks: TapOf[]) {
  const [lesson] = await lessonsOn(day)
  const [row] = await database.sql<{ userId: string }>(
    'select teacher_ids[1] as "userId" from tenant.lesson where id = $1',
    [lesson!.id],
  )
  const teacher = [...world.grade.teachers.values()].find(({ userId }) => userId === row!.userId)!
  const now = minutesAfter(atHour(day, lesson!.begins), 5)
  await as(teacher, now, (ctx) => saveRoll(ctx, rollOf(lesson!, now, { marks, submit: true })))
  return lesson!
}

const unknown = { state: 'unknown', text: '以班主任登记为准' }

it('never calls a child absent because no device saw it', async () => {
  expect(await today(days[0], '07:40')).toEqual(unknown)
  expect(await today(days[0], '12:00')).toEqual(unknown)
})

it('says when a device saw the child come in, on that day only', async () => {
  const pass = (day: string, clock: string) => ({
    id: newId(),
    at: atHour(day, clock),
    studentId: world.ming,
    direction: 'in' as const,
    device: 'gate',
    place: '东门',
  })
  await as(world.clerk, atHour(days[1], '14:00'), (ctx) =>
    recordPasses(ctx, [pass(days[1], '13:05'), pass(days[1], '07:31')]),
  )
  expect(await today(days[1], '14:00')).toEqual({ state: 'arrived', text: '已到校 07:31' })
  expect(await today(days[2], '07:40')).toEqual(unknown)
})

it('says that a roll found the child, and nothing when the roll did not', async () => {
  const lesson = await callFirstRoll(days[2], [])
  expect(await today(days[2], '12:00')).toEqual({ state: 'arrived', text: `已到校（${lesson.begins} 点名）` })
  await callFirstRoll(days[3], [{ studentId: world.ming, status: 'missing' }])
  expect(await today(days[3], '12:00')).toEqual(unknown)
})

it('says that the child has leave', async () => {
  await leave({ startsOn: days[4] })
  expect(await today(days[4], '07:40')).toEqual({ state: 'leave', text: '病假（全天）' })
  let statements = 0
  await as(world.mother, atHour(days[4], '07:40'), (ctx) => {
    const db = ctx.db.withPlugin({
      transformQuery: ({ node }) => (statements++, node),
      transformResult: async ({ result }) => result,
    })
    return getChildToday({ ...ctx, db }, world.ming)
  })
  expect(statements).toBe(1)
})
