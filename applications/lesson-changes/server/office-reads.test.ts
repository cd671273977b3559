import { beforeAll, expect, it } from 'vitest'
import { newId, orgTreeScope, Ret, type Actor, type Ctx } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { aLeg } from '#engines/cover/server/leg.fixture.ts'
import { setAway } from '#engines/duty/server/api.ts'
import { changeLessons, toMoment } from '#engines/timetable/server/api.ts'
import {
  createSchoolWeek,
  findLesson,
  monday,
  sunday,
  type SchoolWeek,
} from '#engines/timetable/server/school-week.fixture.ts'
import type { Teacher } from '#kernel/staff/server/example.ts'
import { listImpact, requireLessons } from './lessons-in-scope.ts'
import { getDayBoard } from './today.ts'

const database = useDatabase()
let week: SchoolWeek
let office: Actor
let neighbour: Actor
let [wang, li, zhao, qian] = [] as unknown as [Teacher, Teacher, Teacher, Teacher]

beforeAll(async () => {
  week = await createSchoolWeek(database)
  const arranging = (actor: Actor, org: Parameters<typeof orgTreeScope>[0]): Actor => ({
    ...actor,
    permissions: new Map([['cover.arrange', orgTreeScope(org)]]),
  })
  ;[office, neighbour] = [arranging(week.office, week.school), arranging(week.neighbour, week.other)]
  const teacherOf = (subject: string) => week.grade.teachers.get(subject)!
  ;[wang, li, zhao, qian] = [teacherOf('语文'), teacherOf('数学'), teacherOf('英语'), teacherOf('体育与健康')]
})

const at = <T>(who: Actor, work: (ctx: Ctx) => Promise<T>) => week.as(who, sunday, work)
const board = (orgId: string | null = null, who = office) => at(who, (ctx) => getDayBoard(ctx, { orgId, date: monday }))
const beAway = (who: Teacher, from: string, to: string) =>
  at(office, (ctx) =>
    setAway(ctx, {
      source: 'teacher-leave',
      ref: newId(),
      userId: who.userId,
      spans: [{ startsAt: toMoment(monday, from), endsAt: toMoment(monday, to) }],
    }),
  )

it('the board of a day has who is away with the lessons of that time, and the other open ones', async () => {
  expect(await board()).toMatchObject({ day: monday, absent: [], others: [], open: 0, waiting: 0, arranged: 0 })
  const [chinese, maths] = [await findLesson(week, 0, monday, 1), await findLesson(week, 0, monday, 2)]
  const [english, ofOther] = [await findLesson(week, 1, monday, 2), await findLesson(week, 1, monday, 1)]
  await beAway(wang, '00:00', '23:59')
  // The maths lesson of the first period is over before he leaves; the sports teacher has no lesson on Mondays.
  await beAway(li, maths.begins, '18:00')
  await beAway(qian, '00:00', '23:59')
  const leg = { districtId: office.districtId, termId: week.grade.term.id }
  await at(office, (ctx) =>
    changeLessons(ctx, {
      orgId: week.school.id,
      by: 'cover',
      changes: [{ lessonId: chinese.id, seenAt: undefined, to: { teacherIds: [zhao.userId] }, remark: '由赵雪代课' }],
    }),
  )
  await aLeg(database, {
    ...leg,
    lesson: chinese,
    from: wang,
    to: zhao,
    status: 'effective',
    state: 'current',
    isInDoubt: true,
  })
  await aLeg(database, { ...leg, lesson: english, from: zhao, status: 'asking', state: 'pending' })

  const today = await board()
  expect(
    today.absent.map(({ name, lessons }) => [name, ...lessons.map(({ state, toNames }) => [state, ...toNames])]),
  ).toEqual([
    ['李明', ['free']],
    ['王芳', ['covered', '赵雪']],
  ])
  expect(today.absent[0]!.lessons.map(({ lessonId }) => lessonId)).toEqual([maths.id])
  expect(today.others.map(({ lessonId, state }) => [lessonId, state])).toEqual([[english.id, 'asked']])
  expect(today).toMatchObject({ open: 1, waiting: 1, arranged: 1 })
  expect(today.inDoubt).toMatchObject([{ day: monday, fromName: '王芳', toName: '赵雪' }])
  expect(today.periods.map(({ id }) => id)).toEqual(expect.arrayContaining(week.periods.map(({ slotId }) => slotId)))
  expect(JSON.stringify(today)).not.toContain(ofOther.id)
  // In the afternoon the open lesson can no longer be arranged, and the cover still counts.
  const later = await week.as(office, toMoment(monday, '18:00'), (ctx) =>
    getDayBoard(ctx, { orgId: null, date: monday }),
  )
  expect(later).toMatchObject({ open: 0, waiting: 0, arranged: 1 })
  // Who is away, and never why.
  expect(JSON.stringify(today)).not.toMatch(/sick|病假|source|reason/)
})

it('a lesson whose substitute is away too is open', async () => {
  await beAway(zhao, '00:00', '10:00')
  const today = await board()
  const chinese = await findLesson(week, 0, monday, 1)
  const states = today.absent.flatMap(({ name, lessons }) =>
    lessons.filter(({ lessonId }) => lessonId === chinese.id).map(({ state }) => [name, state]),
  )
  expect(new Map(states as [string, string][])).toEqual(
    new Map([
      ['王芳', 'covered'],
      ['赵雪', 'free'],
    ]),
  )
  expect(today).toMatchObject({ open: 2, waiting: 1, arranged: 0 })
  await database.sql(`update tenant.cover_request set status = 'open' where status = 'asking'`)
  // The office itself is asked.
  expect(await board()).toMatchObject({ open: 3, waiting: 0, arranged: 0 })
})

it('another school is not there, nor are its people and lessons', async () => {
  const lesson = await findLesson(week, 0, monday, 1)
  const notFound = { ret: Ret.notFound }
  await expect(board(week.school.id, neighbour)).rejects.toMatchObject(notFound)
  expect((await board(null, neighbour)).absent).toEqual([])
  const span = { from: monday, to: monday }
  const impact = (who: Actor) => at(who, (ctx) => listImpact(ctx, { userId: li.userId as never, ...span }))
  expect((await impact(office)).map(({ subjectName }) => subjectName)).toEqual(['数学', '数学'])
  await expect(impact(neighbour)).rejects.toMatchObject(notFound)
  const require = (who: Actor, ids: string[]) => at(who, (ctx) => requireLessons(ctx, ids))
  expect(await require(office, [lesson.id])).toBe(week.school.id)
  await expect(require(neighbour, [lesson.id])).rejects.toMatchObject(notFound)
  // One that is not there spoils the question.
  await expect(require(office, [lesson.id, newId()])).rejects.toMatchObject(notFound)
})
