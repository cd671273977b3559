import { expect, it } from 'vitest'
import { addDays, dayOf, listContributions, newId, startOfDay, wholeDistrict, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { getAbsenceBoard } from '#engines/attendance/server/api.ts'
import { aLessonNow, aRoll } from '#engines/attendance/server/example.ts'
import { setAway } from '#engines/duty/server/api.ts'
import { recordLogin } from '#kernel/audit/server/api.ts'
import { drillDown, readMetric } from '#kernel/metric/server/api.ts'
import { runMinute } from '#kernel/metric/server/example.ts'
import { twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { aClass } from '#kernel/schooling/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { aParent, aPupil } from '#kernel/student/server/example.ts'
import { loadModules } from '../modules.ts'
import { useWholeApp } from './whole-app.ts'

const database = useDatabase({ eachTest: true })
const { as, sql } = database
const { app, manifests, subscriptions } = await loadModules()
const declared = manifests.flatMap(({ metrics = {} }) => Object.keys(metrics)).toSorted()

/** Metrics that no source follows, and those that belong to several. */
function findMistakes(sources: readonly { codes: readonly string[] }[]) {
  const followed = sources.flatMap(({ codes }) => codes)
  return {
    unfollowed: declared.filter((code) => !followed.includes(code)),
    twice: followed.filter((code, at) => followed.indexOf(code) !== at),
    unknown: followed.filter((code) => !declared.includes(code)),
  }
}

it('every metric belongs to one source of changes', () => {
  const sources = listContributions({ app }, 'metricChanges')
  expect(findMistakes(sources)).toEqual({ unfollowed: [], twice: [], unknown: [] })
  for (const gone of sources) {
    const rest = sources.filter((one) => one !== gone)
    expect(findMistakes(rest).unfollowed.toSorted()).toEqual([...gone.codes].toSorted())
  }
})

interface Story {
  school: OrgNode
  teacher: Actor
  reader: Actor
  minute: () => Promise<void>
  read: (code: string) => Promise<number | null>
}

/** A school on a working day, whose figures are read by the bureau. */
async function begin(): Promise<Story> {
  useWholeApp(database)
  database.contribute(
    'workDays',
    async (_, orgIds, from) => new Map(orgIds.map((id) => [id, [{ day: from, isWorking: true }]])),
  )
  const { school } = await as(createActor(), twoSchools)
  const hired = await as(createActor(), (ctx) => aTeacher(ctx, { at: school, since: '2020-08-01' }))
  const rights = ['timetable.read', 'timetable.edit', 'timetable.publish', 'roll.call']
  const teacher = { ...hired, permissions: new Map(rights.map((right) => [right, wholeDistrict])) }
  const permissions = manifests.flatMap((manifest) => Object.keys(manifest.permissions))
  // 教务 figures belong to the staff of their school.
  const reader = createActor({ orgId: school.id }, Object.fromEntries(permissions.map((one) => [one, wholeDistrict])))
  return {
    school,
    teacher,
    reader,
    minute: () =>
      runMinute(
        database,
        subscriptions.filter(({ name }) => name.includes('.recount-')),
      ),
    read: async (code) => {
      const day = dayOf(new Date())
      const [found] = await as(reader, (ctx) =>
        readMetric(ctx, { codes: [code], orgId: school.id, from: day, to: day }),
      )
      return found!.values[0]!.value
    },
  }
}

const aLogin = (actor: Actor) =>
  as(actor, (ctx) =>
    recordLogin(ctx, {
      account_id: actor.accountId,
      user_id: actor.userId,
      org_id: actor.orgId,
      sign_in_method: 'password',
      outcome: 'entered',
      address: '10.0.0.1',
      agent: '',
    }),
  )

it('sign-ins follow within the minute', async () => {
  const { teacher, minute, read } = await begin()
  await aLogin(teacher)
  await minute()
  expect(await read('login.entered')).toBe(1)
  await aLogin(teacher)
  await minute()
  expect(await read('login.entered')).toBe(2)
  expect(await read('login.users')).toBe(1)
})

it('pupils, families, classes and class teachers follow', async () => {
  const { school, teacher, minute, read } = await begin()
  const enrolment = await as(teacher, (ctx) => aClass(ctx, school))
  await minute()
  expect(await read('affairs.headless')).toBe(1)
  const today = dayOf(new Date())
  const head = { classId: enrolment.classId, userId: teacher.userId }
  await as(teacher, (ctx) => setClassHeads(ctx, [head], today))
  await minute()
  expect(await read('affairs.headless')).toBe(0)
  // A row that began today is deleted.
  await as(teacher, (ctx) => setClassHeads(ctx, [{ ...head, userId: null }], today))
  const pupil = await as(teacher, (ctx) => aPupil(ctx, enrolment, { on: today }))
  await minute()
  expect(await read('affairs.headless')).toBe(1)
  expect(await read('student.enrolled')).toBe(1)
  expect(await read('student.unbound')).toBe(1)
  await as(teacher, (ctx) => aParent(ctx, pupil.guardians[0]!.phone!))
  await minute()
  expect(await read('student.unbound')).toBe(0)
})

it('a move with a past day is in the figures of the days since, if they were counted', async () => {
  const { school, teacher, minute } = await begin()
  const enrolment = await as(teacher, (ctx) => aClass(ctx, school))
  const today = dayOf(new Date())
  const days = [addDays(today, -2), addDays(today, -1)]
  for (const day of days)
    await sql(
      `insert into tenant.metric_fact (district_id, org_id, code, day, value, counted_at)
       values (1, $1, 'student.enrolled', $2, 0, now())`,
      [school.id, day],
    )
  await as(teacher, (ctx) => aPupil(ctx, enrolment, { on: days[1]!, guardians: [] }))
  await minute()
  expect(
    await sql(
      `select day::text as day, value::int as value from tenant.metric_fact
      where code = 'student.enrolled' and dims = '' and org_id = $1 order by day`,
      [school.id],
    ),
  ).toEqual([
    { day: days[0], value: 0 },
    { day: days[1], value: 1 },
    { day: today, value: 1 },
  ])
})

it('lessons, rolls and absent teachers follow', async () => {
  const { school, teacher, reader, minute, read } = await begin()
  const lesson = await as(teacher, (ctx) =>
    aLessonNow(ctx, { orgId: school.id, userId: teacher.userId, startYear: Number(dayOf(new Date()).slice(0, 4)) - 2 }),
  )
  const at = { lessonId: lesson.lessonId, orgId: school.id, userId: teacher.userId }
  await as(teacher, (ctx) => aRoll(ctx, at, [{ studentId: lesson.pupils[0]!.id, status: 'missing' }]))
  await minute()
  expect(await read('attendance.rate')).toBe(50)
  expect(await read('attendance.rolled')).toBe(100)
  expect(await read('attendance.unexplained')).toBe(1)
  // The page behind it has as many rows.
  const period = { from: lesson.day, to: lesson.day }
  const drill = (code: string) => as(reader, (ctx) => drillDown(ctx, code, { orgId: school.id, ...period }))
  const link = new URL((await drill('attendance.unexplained'))!, 'http://localhost').searchParams
  const board = await as(reader, (ctx) => getAbsenceBoard(ctx, wholeDistrict, link.get('orgId')!, link.get('date')!))
  expect(board.open).toHaveLength(1)
  // No list has leave by the days away.
  expect(await drill('leave.people')).toBeNull()
  const began = startOfDay(lesson.day)
  await as(teacher, (ctx) =>
    setAway(ctx, {
      source: 'teacher-leave',
      ref: newId(),
      userId: teacher.userId,
      spans: [{ startsAt: began, endsAt: startOfDay(addDays(lesson.day, 1)) }],
    }),
  )
  await minute()
  expect(await read('cover.open')).toBe(1)
})
