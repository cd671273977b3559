import { expect, it } from 'vitest'
import { newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { lessonDutyKind } from '#engines/timetable/server/contributions.ts'
import { demoTimetables } from '#engines/timetable/server/demo-rows.ts'
import { aTaughtGrade } from '#engines/timetable/server/example.ts'
import { coverSetting } from '#engines/cover/server/api.ts'
import { ensureDefaultPeriods } from '#kernel/schooling/server/api.ts'
import { twoSchools } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { demoCovers } from './demo-rows.ts'
import { getDayBoard } from './today.ts'

const database = useDatabase()
const now = new Date('2026-11-18T10:00:00+08:00')
const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) =>
  database.as(actor, (ctx) => work({ ...ctx, now, requestId: newId() }))

it('a demo school is in the middle of its covers, and its lessons, duties and credits agree with them', async () => {
  database.contribute('dutyKinds', lessonDutyKind)
  database.contribute('settings', coverSetting)
  const { school } = await as(createActor(), twoSchools)
  const hire = (name: string) => as(createActor(), (ctx) => aTeacher(ctx, { at: school, since: '2020-08-01', name }))
  const office = await hire('教务')
  const grades = []
  for (const startYear of [2024, 2025, 2026])
    grades.push(await as(office, (ctx) => aTaughtGrade(ctx, school, { classes: 2, startYear })))
  const teacher = grades[0]!.teachers.get('语文')!
  await as(office, (ctx) => ensureDefaultPeriods(ctx, school.id))
  const login = (title: string, { userId, personId, orgId }: Actor) => ({
    userName: title,
    title,
    membership: { userId, personId, orgId },
  })
  const world = { bureauId: '', schools: [], logins: [login('学校管理员', office), login('语文教师', teacher)] }
  await as(createActor(), (ctx) => demoTimetables.create(ctx, world))
  const count = await as(createActor(), (ctx) => demoCovers.create(ctx, world))
  expect(count).toBeGreaterThan(60)

  const statuses = await database.sql<{ status: string }>(
    `select distinct r.status from tenant.cover_request r where org_id = $1 order by 1`,
    [school.id],
  )
  expect(statuses.map(({ status }) => status)).toEqual([
    'asking',
    'auditing',
    'cancelled',
    'declined',
    'done',
    'effective',
    'lapsed',
    'open',
    'superseded',
  ])
  // The office has something to do on the board of today.
  const arranging = { ...office, permissions: new Map([['cover.arrange', orgTreeScope(school)]]) }
  const board = await as(arranging, (ctx) => getDayBoard(ctx, { orgId: school.id, date: '2026-11-18' }))
  expect(board.open).toBeGreaterThanOrEqual(2)
  expect(board.open).toBeLessThanOrEqual(4)
  // Whoever gives a lesson stands in the timetable and has the duty, at the time of the lesson.
  const wrong = await database.sql(
    `select l.id from tenant.cover_leg l join tenant.cover_request r on r.id = l.request_id
     join tenant.lesson s on s.id = l.lesson_id left join tenant.duty d on d.ref = s.id
     -- Lessons that change places keep their teachers.
     cross join lateral (select case when r.kind = 'swap' then l.from_id else l.to_id end as id) as g
     where l.org_id = $1 and l.state = 'current' and case when r.kind = 'cancel' then s.status <> 'cancelled' or d.id is not null
       else s.status <> 'changed' or s.teacher_ids <> array[g.id] or d.user_id is distinct from g.id
         or d.starts_at <> (s.day_on + s.begins) at time zone 'Asia/Shanghai' end`,
    [school.id],
  )
  expect(wrong).toEqual([])
  const [facts] = await database.sql<Record<string, number>>(
    `select (select count(*)::int from tenant.cover_leg where org_id = $1 and chain_no = 2) as chains,
       (select count(*)::int from tenant.cover_request where org_id = $1 and is_backfilled) as backfilled,
       (select count(*)::int from tenant.cover_month where org_id = $1 and month_on = '2026-10-01') as settled,
       (select count(*)::int from tenant.duty_credit where org_id = $1 and reverses_id is not null and month_on = '2026-11-01') as reversed,
       (select count(*)::int from tenant.cover_ask where member_id = $2 and answer = 'waiting') as asked,
       (select count(*)::int from tenant.cover_leg l join tenant.cover_request r on r.id = l.request_id
        where l.org_id = $1 and r.kind = 'swap') as swapped`,
    [school.id, teacher.userId],
  )
  expect(facts).toMatchObject({ settled: 1, reversed: 1, asked: 1, swapped: 2 })
  expect(facts!['chains']).toBeGreaterThan(0)
  expect(facts!['backfilled']).toBeGreaterThan(0)
  const [uncredited] = await database.sql<{ count: number }>(
    `select count(*)::int as count from tenant.cover_leg l join tenant.cover_request r on r.id = l.request_id
     where l.org_id = $1 and r.status = 'done' and l.credit > 0
       and not exists (select from tenant.duty_credit c where c.leg_id = l.id)`,
    [school.id],
  )
  expect(uncredited!.count).toBe(0)
})
