import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { lessonDutyKind } from './contributions.ts'
import { SchoolYear, todayAt } from './school-year.fixture.ts'
import { isDuring, walkTerm, type ExpectedLesson } from './school-year-reference.fixture.ts'
import { getChildWeek, getWeek, listMyDayCourses } from './weeks.ts'

const database = useDatabase()
beforeAll(() => database.contribute('dutyKinds', lessonDutyKind))

const lineOf = (lesson: ExpectedLesson) =>
  [lesson.day, lesson.begins, lesson.ends, lesson.groupId, lesson.teachers.toSorted().join('+'), lesson.status].join(
    ' ',
  )
const toLines = (lessons: readonly ExpectedLesson[]) => lessons.map(lineOf).toSorted()

async function readStored(year: SchoolYear) {
  const stored = await year.listStored()
  return toLines(
    stored.map(({ slotId, teacherIds, ...lesson }) => ({ ...lesson, slotId: slotId!, teachers: teacherIds })),
  )
}

/** A term with everything that happens in one, each at its moment. */
async function liveThrough(year: SchoolYear) {
  const [first, second, third] = year.classIds as [string, string, string]
  const [, , cover, successor, other] = year.world.spare
  const [boy] = year.world.families.map(({ pupil }) => pupil.userId)
  await year.publish(todayAt('2026-09-01', '06:00'), '2026-09-01')
  // The sports day is made up on the Saturday, as a Friday.
  await year.setDay(todayAt('2026-09-10', '10:20'), '2026-09-18', null)
  await year.setDay(todayAt('2026-09-10', '10:25'), '2026-09-19', 5)
  await year.changeClass(todayAt('2026-09-23', '12:00'), boy!, second, '2026-09-24')
  await year.changeHours(todayAt('2026-10-08', '15:00'), '2026-10-12', 20)
  await year.changeFreeGroup(todayAt('2026-10-14', '09:10'), boy!, '2026-10-15')
  await year.changeLesson(todayAt('2026-10-16', '08:00'), '2026-11-05', first, { day: '2026-11-04' })
  await year.changeLesson(todayAt('2026-10-16', '08:05'), '2026-10-20', second, null)
  await year.publish(todayAt('2026-10-17', '09:00'), '2026-10-19')
  await year.changeLesson(todayAt('2026-10-21', '08:00'), '2026-11-26', first, { day: '2026-11-25' })
  for (const classId of year.classIds)
    await year.assign(todayAt('2026-10-28', '10:00'), classId, '语文', cover!, '2026-11-02', 'cover')
  await year.assign(todayAt('2026-10-28', '10:30'), first, '数学', successor!, '2026-11-09', 'lead')
  // Somebody forgot to write down who teaches English: what was taught stays as it was seen.
  await year.assign(todayAt('2026-11-03', '11:00'), second, '英语', other!, '2026-10-26', 'lead')
  await year.merge(todayAt('2026-11-03', '13:00'), third, second, '2026-11-04')
  // Moved before the day from which everything is counted again.
  await year.changeLesson(todayAt('2026-12-08', '08:00'), '2026-12-17', second, { day: '2026-12-09' })
  for (const classId of [first, second])
    await year.endCover(todayAt('2026-12-15', '12:00'), classId, '语文', '2026-12-18', '2026-12-19')
  await year.setDay(todayAt('2026-12-20', '12:00'), '2027-01-01', null, true)
  await year.setDay(todayAt('2026-12-20', '12:05'), '2027-01-03', 5, true)
}

describe('a term with everything that happens in one', () => {
  let year: SchoolYear
  beforeAll(async () => {
    year = await SchoolYear.open(database)
    await liveThrough(year)
  })

  it('stands as somebody works it out on paper, and wrong papers are noticed', async () => {
    const stored = await readStored(year)
    expect(stored.length).toBeGreaterThan(900)
    expect(stored).toEqual(toLines(year.expected))
    expect(toLines(year.byPosition)).not.toEqual(stored)
    expect(toLines(year.rewritten)).not.toEqual(stored)
    expect(toLines(year.expected.filter(({ status }) => status === 'planned'))).not.toEqual(stored)
  })

  /** What anybody reads of a lesson. */
  const toShown = (lesson: ExpectedLesson) => {
    const { freeName, subject } = year.facts.groups.get(lesson.groupId)!
    const teachers = lesson.teachers.map((id) => year.teachers.find(({ userId }) => userId === id)!.name)
    return [lesson.day, lesson.begins, lesson.ends, subject, freeName ?? '', teachers.toSorted().join('、')].join(' ')
  }
  const isIn = (day: string, monday: string) => day >= monday && Date.parse(day) < Date.parse(monday) + 7 * 86_400_000
  const mondays = () => walkTerm(year.facts).flatMap(({ day }) => (new Date(day).getUTCDay() === 1 ? day : []))

  it('is the day of every teacher', async () => {
    for (const teacher of year.teachers)
      await year.world.as(teacher, todayAt('2026-12-01', '12:00'), async (ctx) => {
        for (const { day } of walkTerm(year.facts)) {
          const mine = year.expected.filter((one) => one.day === day && one.teachers.includes(teacher.userId))
          const wanted = mine.map((one) => `${one.begins} ${one.ends} ${year.facts.groups.get(one.groupId)!.subject}`)
          const courses = await listMyDayCourses(ctx, { day })
          const shown = courses.map(({ start, end, subjectName }) => `${start} ${end} ${subjectName}`)
          expect({ day, shown }).toEqual({ day, shown: wanted.toSorted() })
        }
      })
  })

  type Shown = Awaited<ReturnType<typeof getWeek>>['lessons']
  const toSeen = (lessons: Shown) =>
    lessons
      .map(({ day, begins, ends, subjectName, classId, groupName, teachers }) => {
        const names = teachers.map(({ name }) => name).toSorted()
        return [day, begins, ends, subjectName, classId === null ? groupName : '', names.join('、')].join(' ')
      })
      .toSorted()

  it('is the week of every class', async () => {
    const { facts, expected } = year
    const belongs = (lesson: ExpectedLesson, classId: string) => {
      const group = facts.groups.get(lesson.groupId)!
      if (group.classId !== null) return group.classId === classId
      return [...facts.pupils.values()].some(
        ({ classes, groups }) =>
          classes.some((stay) => stay.id === classId && isDuring(stay, lesson.day)) &&
          groups.some((stay) => stay.id === lesson.groupId && isDuring(stay, lesson.day)),
      )
    }
    for (const classId of year.classIds)
      for (const monday of mondays()) {
        const wanted = expected.filter((one) => isIn(one.day, monday) && belongs(one, classId)).map(toShown)
        const { lessons } = await year.world.inOffice(todayAt('2026-12-01', '12:00'), (ctx) =>
          getWeek(ctx, { day: monday, classId, userId: null, roomId: null }),
        )
        expect({ monday, shown: toSeen(lessons) }).toEqual({ monday, shown: wanted.toSorted() })
      }
  })

  it('is the week of every child', async () => {
    const { facts, expected } = year
    for (const { guardian, pupil } of year.world.families) {
      const { classes, groups } = facts.pupils.get(pupil.userId)!
      for (const monday of mondays()) {
        const wanted = expected.filter((lesson) => {
          const { classId } = facts.groups.get(lesson.groupId)!
          const stays = classId === null ? groups : classes
          return (
            isIn(lesson.day, monday) &&
            stays.some((stay) => stay.id === (classId ?? lesson.groupId) && isDuring(stay, lesson.day))
          )
        })
        const { lessons } = await year.world.as(guardian, todayAt('2026-12-01', '12:00'), (ctx) =>
          getChildWeek(ctx, { studentId: pupil.userId, day: monday }),
        )
        expect({ monday, shown: toSeen(lessons) }).toEqual({ monday, shown: wanted.map(toShown).toSorted() })
      }
    }
  })

  it('has everybody busy in her lessons and nowhere else', async () => {
    const rows = await database.sql<{ line: string }>(
      `select d.user_id || ' ' || to_char(d.starts_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as line
       from tenant.duty d where d.org_id = $1 order by 1`,
      [year.world.school.id],
    )
    const wanted = year.expected
      .filter(({ status }) => status !== 'cancelled')
      .flatMap(({ day, begins, teachers }) => teachers.map((userId) => `${userId} ${day} ${begins}`))
    expect(rows.map(({ line }) => line)).toEqual(wanted.toSorted())
  })
})

/** Of 10,000. */
type Chance = number
const anyEvent = fc.record({
  kind: fc.constantFrom('day', 'hours', 'class', 'free', 'lead', 'publish', 'move', 'cancel'),
  /** Days after the event before. */
  after: fc.integer({ min: 1, max: 16 }),
  hour: fc.integer({ min: 7, max: 16 }),
  one: fc.integer({ min: 0, max: 9_999 }),
  other: fc.integer({ min: 0, max: 9_999 }),
})
type AnyEvent = typeof anyEvent extends fc.Arbitrary<infer Event> ? Event : never
const pick = <T>(from: readonly T[], chance: Chance) => from[chance % from.length]!

/** Something that may happen to a school, as the numbers say. What cannot happen then does not. */
async function happen(year: SchoolYear, { kind, hour, one, other }: AnyEvent, today: string, used: Set<string>) {
  const now = todayAt(today, `${String(hour).padStart(2, '0')}:15`)
  const day = addDays(today, 1 + (one % 20))
  const [pupilId, pupil] = pick([...year.facts.pupils], other)
  const classId = pick(year.classIds, one)
  if (kind === 'day') return year.setDay(now, day, other % 6 || null)
  if (kind === 'hours' && !used.has('hours')) {
    used.add('hours')
    return year.changeHours(now, day, 5 * (1 + (other % 6)))
  }
  if (kind === 'class' && pupil.classes.at(-1)!.from < day) return year.changeClass(now, pupilId, classId, day)
  if (kind === 'free' && pupil.groups.at(-1)!.from < day) return year.changeFreeGroup(now, pupilId, day)
  const successor = year.world.spare.slice(2).find(({ userId }) => !used.has(userId))
  if (kind === 'lead' && successor) {
    used.add(successor.userId)
    const from = addDays(today, (other % 20) - 10)
    return year.assign(
      now,
      classId,
      pick(['语文', '数学', '英语'], other),
      successor,
      from > today ? from : today,
      'lead',
    )
  }
  if (kind === 'publish') return year.publish(now, addDays(today, 21))
  const planned = year.expected.filter((lesson) => lesson.day === day && lesson.status === 'planned')
  const free = addDays(day, (other % 9) - 4)
  const isPossible = planned.some(({ groupId }) => year.facts.groups.get(groupId)!.classId === classId)
  if (kind === 'cancel' && isPossible) return year.changeLesson(now, day, classId, null)
  if (kind !== 'move' || !isPossible || used.has(free) || free <= today) return undefined
  used.add(free)
  return year.changeLesson(now, day, classId, { day: free })
}

it('is right after anything that may happen', async () => {
  const [runs, seed] = [Number(process.env['QIMING_YEAR_RUNS'] ?? 2), Number(process.env['QIMING_MODEL_SEED'] ?? 26)]
  const counts: Record<string, number> = {}
  const school = fc.asyncProperty(fc.array(anyEvent, { minLength: 7, maxLength: 9 }), async (events) => {
    const year = await SchoolYear.open(database)
    const used = new Set<string>()
    let today = '2026-09-01'
    await year.publish(todayAt(today, '06:00'), today)
    for (const event of events) {
      today = addDays(today, event.after)
      counts[event.kind] = (counts[event.kind] ?? 0) + 1
      await happen(year, event, today, used)
      expect(await readStored(year)).toEqual(toLines(year.expected))
    }
  })
  await fc.assert(school, { numRuns: runs, seed, endOnFailure: true })
  console.log(`year model: ${runs} schools, seed ${seed}, ${JSON.stringify(counts)}`)
})
