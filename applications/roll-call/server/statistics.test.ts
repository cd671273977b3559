import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { emptyScope, newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { attendanceSetting, sumDailyFigures, sumDailyFiguresOfSchools } from '#engines/attendance/server/api.ts'
import { lessonDutyKind } from '#engines/timetable/server/contributions.ts'
import { aBureau, aSchool, type OrgNode } from '#kernel/org/server/example.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { aRolledSchool, aRoll, lessonsOf } from './rolls.fixture.ts'
import { attendanceStatistics } from './statistics.ts'

const database = useDatabase()
const monday = '2026-11-16'
const week = { from: monday, to: '2026-11-20' }
const weekBefore = { from: '2026-11-09', to: '2026-11-13' }
const published = new Date('2026-11-16T06:00:00+08:00')
const now = new Date('2026-11-18T07:00:00+08:00')
const schools: OrgNode[] = []
let office: Actor

const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>, at = now) =>
  database.as(actor, (ctx) => work({ ...ctx, now: at, requestId: newId() }))
const ofSchools = (count: number): Actor => ({
  ...office,
  permissions: new Map([['roll.stat', { ...emptyScope, orgIds: schools.slice(0, count).map(({ id }) => id) }]]),
})

/** Each school has a roll on Monday, in which another number of pupils is late. */
async function callRoll(school: OrgNode, at: number) {
  const rights = ['timetable.read', 'timetable.edit', 'timetable.publish', 'class.edit', 'student.edit']
  const hired = await database.as(createActor(), (ctx) => aTeacher(ctx, { at: school, since: '2020-08-01' }))
  const clerk = { ...hired, permissions: new Map(rights.map((right) => [right, orgTreeScope(school)])) }
  const taught = await as(clerk, (ctx) => aRolledSchool(ctx, school, { from: monday }), published)
  const [classId = ''] = taught.classIds
  const [lessonId = ''] = await as(clerk, (ctx) => lessonsOf(ctx, taught, classId, monday))
  const late = taught.pupilIds.get(classId)!.slice(0, at % 3)
  const marks = late.map((studentId) => ({ studentId, status: 'late' as const, minutes: 15 }))
  await as(clerk, (ctx) => aRoll(ctx, taught, { lessonId, marks }))
  return clerk
}

beforeAll(async () => {
  database.contribute('dutyKinds', lessonDutyKind)
  database.contribute('settings', attendanceSetting)
  const bureau = await database.as(createActor(), (ctx) => aBureau(ctx))
  for (const name of ['第一小学', '第二小学', '第三小学', '第四小学', '第五小学', '第六小学'])
    schools.push(await database.as(createActor(), (ctx) => aSchool(ctx, bureau, name)))
  const clerks: Actor[] = []
  for (const [at, school] of schools.entries()) clerks.push(await callRoll(school, at))
  office = clerks[0]!
  await as(office, (ctx) => writeSetting(ctx, schools[1]!.id, 'attendance', { lessons: 'half', halfLessonMinutes: 10 }))
})

it('counts many schools together, each by its own rules', async () => {
  const together = await as(office, (ctx) => sumDailyFiguresOfSchools(ctx, schools, week))
  expect(together).toHaveLength(schools.length)
  for (const [at, { id }] of schools.entries()) {
    const alone = await as(office, (ctx) => sumDailyFigures(ctx, { orgId: id, ...week }))
    expect(alone).toMatchObject([{ day: monday, rolled: 1, late: at % 3 }])
    expect(together.filter(({ orgId }) => orgId === id)).toEqual(alone.map((day) => ({ orgId: id, ...day })))
  }
  const [, own, , , usual] = schools.map(({ id }) => together.find(({ orgId }) => orgId === id)!)
  expect(own!.lessons).toBeLessThan(usual!.lessons)
  expect([own!.halfMissed, usual!.halfMissed]).toEqual([1, 0])
  expect(await as(office, (ctx) => sumDailyFiguresOfSchools(ctx, schools, weekBefore))).toEqual([])
  expect(await as(office, (ctx) => sumDailyFiguresOfSchools(ctx, [], week))).toEqual([])
})

it('takes as many statements for six schools as for two', async () => {
  const count = async (of: number) => {
    let statements = 0
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const period = { name: '本周', ...week, before: weekBefore, steps: [{ label: '周一', from: monday, to: monday }] }
    const found = await as(ofSchools(of), (ctx) =>
      attendanceStatistics.count({ ...ctx, db: ctx.db.withPlugin(counter) as Ctx['db'] }, period as never),
    )
    return { statements, figures: found?.figures.map(({ value }) => value) }
  }
  const [two, six] = [await count(2), await count(6)]
  expect(six.statements).toBe(two.statements)
  expect(six.statements).toBeLessThan(20)
  // One of six pupils is late, and six of eighteen.
  expect([two.figures?.slice(0, 2), six.figures?.slice(0, 2)]).toEqual([
    [100, 16.7],
    [100, 33.3],
  ])
})
