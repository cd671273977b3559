import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, Ret, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { ensureDefaultPeriods, listCalendarDays } from '#kernel/schooling/server/api.ts'
import { lessonDutyKind } from './contributions.ts'
import { aDraft, aPublishedTimetable, aTaughtGrade } from './example.ts'
import { listLessonsFrom } from './lesson-queries.ts'
import { publishTimetable, startPublication } from './publish.ts'
import { recountBelow } from './recount-lessons.ts'
import { saveRule } from './rules.ts'
import { startRun } from './solver-runs.ts'
import { findLessonDiff } from './store-lessons.ts'
import { atMoment, createTimetableSchools } from './timetable.fixture.ts'
import { changeSlots, getContent, listTimetables, requireDraft } from './timetables.ts'

const database = useDatabase()
const as = atMoment(database)
/** A Sunday in the running term. */
const now = new Date('2026-11-15T02:00:00Z')
const monday = '2026-11-16'
let at: Awaited<ReturnType<typeof createTimetableSchools>>
let grade: Awaited<ReturnType<typeof aTaughtGrade>>
let first: { id: string; lessons: number }

const office = <T>(work: (ctx: Ctx) => Promise<T>, when = now) => as(at.office, when, work)
const lessonsFrom = (day: string) => office((ctx) => listLessonsFrom(ctx.db, at.school.id, day, '2027-12-31'))
const publishDraft = async (id: string, effectiveOn: string, when = now) => {
  const { version } = await office((ctx) => requireDraft(ctx, 'timetable.publish', id), when)
  return office((ctx) => publishTimetable(ctx, { timetableId: id, effectiveOn, version }), when)
}
/** Lessons that the stored ones differ in from what is planned; none after everything has settled. */
const findDifference = async (day: string) => {
  const { added, removed } = (await office((ctx) => findLessonDiff(ctx, at.school.id, grade.term.id, day))).diff
  return added.length + removed.length
}

beforeAll(async () => {
  database.contribute('dutyKinds', lessonDutyKind)
  at = await as(createActor(), now, createTimetableSchools)
  grade = await office((ctx) => aTaughtGrade(ctx, at.school))
  await office((ctx) => ensureDefaultPeriods(ctx, at.school.id))
  first = await office((ctx) => aPublishedTimetable(ctx, grade.term.id, monday))
})

describe('two people at one draft', () => {
  it('move different lessons both, and the same lesson once: the second is told', async () => {
    const id = await office((ctx) => aDraft(ctx, grade.term.id, '两人'))
    const { slots } = await office((ctx) => getContent(ctx, id))
    const [one, other] = slots.filter(({ weekday }) => weekday !== null)
    const cellOf = ({ weekday, periodId }: typeof one & object) => ({ weekday: weekday!, periodId: periodId! })
    const away = (slot: typeof one & object) =>
      office((ctx) => changeSlots(ctx, { id, changes: [{ slotId: slot.id, from: cellOf(slot), to: null }] }))
    const both = await Promise.allSettled([away(one!), away(one!), away(other!)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { ret: Ret.changedByOthers } })
  })

  it('start one search: the second waits for it', async () => {
    const id = await office((ctx) => aDraft(ctx, grade.term.id, '排两次'))
    await office((ctx) => startRun(ctx, { id, seconds: 30, drafts: 1 }))
    await expect(office((ctx) => startRun(ctx, { id, seconds: 30, drafts: 1 }))).rejects.toThrow('正在自动排课')
    // Its worker was lost.
    const later = new Date(now.getTime() + 40 * 60_000)
    await office((ctx) => startRun(ctx, { id, seconds: 30, drafts: 1 }), later)
  })
})

describe('publications', () => {
  it('of two at once one holds; with an event in between every lesson is there once', async () => {
    const [one, other] = [
      await office((ctx) => aDraft(ctx, grade.term.id, '甲版')),
      await office((ctx) => aDraft(ctx, grade.term.id, '乙版')),
    ]
    await Promise.all([
      publishDraft(one, '2026-11-23'),
      publishDraft(other, '2026-11-23'),
      office((ctx) => recountBelow(ctx, at.school.id)),
    ])
    const versions = await office((ctx) => listTimetables(ctx, { termId: grade.term.id, orgId: null }))
    const statusOf = (id: string) => versions.find((version) => version.id === id)!.status
    expect([statusOf(one), statusOf(other)].toSorted()).toEqual(['archived', 'published'])
    const holding = statusOf(one) === 'published' ? one : other
    expect(new Set((await lessonsFrom('2026-11-23')).map(({ timetableId }) => timetableId))).toEqual(new Set([holding]))
    expect(await findDifference(monday)).toBe(0)
  })

  it('a version that was replaced does not hold, alone or in the list', async () => {
    const wednesday = new Date('2026-11-25T02:00:00Z')
    const alone = await office((ctx) => getContent(ctx, first.id), wednesday)
    const held = (await office((ctx) => listTimetables(ctx, { termId: null, orgId: null }), wednesday)).filter(
      ({ isCurrent }) => isCurrent,
    )
    expect([alone.timetable.isCurrent, held.map(({ effectiveOn }) => effectiveOn)]).toEqual([false, ['2026-11-23']])
  })

  it('begin on a rest day or the last day of the term, and neither after it nor yesterday', async () => {
    const id = await office((ctx) => aDraft(ctx, grade.term.id, '日期'))
    const start = (effectiveOn: string) =>
      office(async (ctx) => {
        const { version } = await requireDraft(ctx, 'timetable.publish', id)
        return startPublication(ctx, { id, effectiveOn, version })
      })
    await expect(start(addDays(grade.term.endsOn, 1))).rejects.toThrow('生效日期应在学期内')
    await expect(start('2026-11-14')).rejects.toThrow('生效日期不能早于今天')
    await expect(start('2026-11-29')).resolves.toMatchObject({ taskId: expect.any(String) })
    await expect(start(grade.term.endsOn)).resolves.toMatchObject({ taskId: expect.any(String) })
  })

  it('that are confirmed before midnight and written after it hold from the new day', async () => {
    const id = await office((ctx) => aDraft(ctx, grade.term.id, '午夜'))
    const before = await lessonsFrom('2026-11-16')
    // 00:01 on the first of December in China, still November in Greenwich.
    await publishDraft(id, '2026-11-30', new Date('2026-11-30T16:01:00Z'))
    const after = await lessonsFrom('2026-11-16')
    const upTo = (day: string) => (lesson: { day: string }) => lesson.day <= day
    expect(after.filter(upTo('2026-11-30'))).toEqual(before.filter(upTo('2026-11-30')))
    expect(after.find(({ day }) => day === '2026-12-01')).toMatchObject({ timetableId: id })
    const versions = await office((ctx) => listTimetables(ctx, { termId: grade.term.id, orgId: null }))
    expect(versions.find((version) => version.id === id)).toMatchObject({ effectiveOn: '2026-12-01' })
  })
})

it('teachers read which of their lessons changed', async () => {
  const teacher = grade.teachers.get('体育与健康')!
  const texts = await database.sql<{ title: string; body: string }>(
    `select b.title, b.body from tenant.message m
     join tenant.message_batch b on b.district_id = m.district_id and b.id = m.batch_id and b.at = m.at
     where m.person_id = $1 and b.title like '新课表%' order by m.at`,
    [teacher.personId],
  )
  expect(texts[0]).toMatchObject({ title: `新课表从${monday}起执行` })
  expect(texts[0]!.body).toMatch(/您的课：(周[一二三四五]第\d节七\(\d\)班体育与健康[、。]){4}$/)
})

describe('a term', () => {
  it('that ends earlier loses the lessons of its last days, and their teachers are free then', async () => {
    const last = (await lessonsFrom(monday)).at(-1)!
    const until = addDays(last.day, -7)
    const endOn = async (day: string) => {
      await database.sql('update tenant.term set ends_on = $3::date where district_id = $1 and id = $2', [
        at.office.districtId,
        grade.term.id,
        day,
      ])
      await office((ctx) => recountBelow(ctx, at.school.id))
    }
    await endOn(until)
    expect((await lessonsFrom(addDays(until, 1))).length).toBe(0)
    await endOn(grade.term.endsOn)
    expect((await lessonsFrom(monday)).at(-1)).toMatchObject({ day: last.day })
    const days = await office((ctx) => listCalendarDays(ctx, at.school.id, monday, grade.term.endsOn))
    const taught = new Set((await lessonsFrom(monday)).map(({ day }) => day))
    expect(days.filter(({ asWeekday, day }) => asWeekday !== null && !taught.has(day))).toEqual([])
  })

  it('that is sealed keeps its drafts and rules as they are', async () => {
    const id = await office((ctx) => aDraft(ctx, grade.term.id, '封存'))
    const { slots } = await office((ctx) => getContent(ctx, id))
    await database.sql('update tenant.term set is_sealed = true where district_id = $1 and id = $2', [
      at.office.districtId,
      grade.term.id,
    ])
    const [slot] = slots
    const change = { slotId: slot!.id, from: null, to: null, isLocked: true }
    await expect(office((ctx) => changeSlots(ctx, { id, changes: [change] }))).rejects.toThrow('学期已封存')
    const rule = { kind: 'subject-daily-most' as const, subjectIds: [grade.subjectIds.get('数学')!], most: 2 }
    const form = { id: '', termId: grade.term.id, orgId: at.school.id, rule, version: 0 }
    await expect(office((ctx) => saveRule(ctx, form))).rejects.toThrow('学期已封存')
  })
})
