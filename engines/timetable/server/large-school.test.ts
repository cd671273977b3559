import { beforeAll, expect, it } from 'vitest'
import type { Ctx } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { bookDuties, endDuties } from '#engines/duty/server/api.ts'
import { lessonDutyKind } from './contributions.ts'
import { aFullDraft, createLargeSchool } from './large-school.fixture.ts'
import { listLessonsFrom, updateLesson } from './lesson-queries.ts'
import { previewPublication, publishTimetable } from './publish.ts'
import { findLessonDiff, toSpan, recountLessons } from './store-lessons.ts'
import { listSlots } from './slot-queries.ts'
import { getContent, judgeSlot, requireDraft } from './timetables.ts'
import { getWeek } from './weeks.ts'

/** `pnpm proof timetable-publish` takes 36 classes, and with `--long` checks the milliseconds. */
const classes = Number(process.env['QIMING_TIMETABLE_CLASSES'] ?? 6)
const judged = Number(process.env['QIMING_TIMETABLE_JUDGED'] ?? 10)
const isTimed = process.env['QIMING_TIMETABLE_TIMED'] === '1'

const database = useDatabase()
const wednesday = new Date('2026-09-02T04:00:00Z')
const laterWednesday = new Date('2026-09-16T04:00:00Z')
const monday = '2026-09-07'
const laterMonday = '2026-09-21'
let school: Awaited<ReturnType<typeof createLargeSchool>>
let firstId: string

const say = (text: string) => console.log(`timetable: ${classes} classes: ${text}`)
async function timed<T>(what: string, limit: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  const seconds = (performance.now() - began) / 1000
  say(`${what} ${seconds.toFixed(2)} s`)
  expect({ what, isQuick: !isTimed || seconds <= limit }).toEqual({ what, isQuick: true })
  return result
}
const publishFrom = (timetableId: string, effectiveOn: string, now: Date) =>
  school.inOffice(async (ctx) => {
    const { version } = await requireDraft(ctx, 'timetable.publish', timetableId)
    return publishTimetable(ctx, { timetableId, effectiveOn, version })
  }, now)

beforeAll(async () => {
  database.contribute('dutyKinds', lessonDutyKind)
  school = await createLargeSchool(database, wednesday, classes)
  firstId = await school.inOffice((ctx) => aFullDraft(ctx, school.term.id))
  await database.sql('analyze')
}, 180_000)

const countRows = async (table: 'lesson' | 'duty') =>
  (await database.sql<{ count: number }>(`select count(*)::int as count from tenant.${table}`))[0]!.count
/** Everything that is stored of these days, to see that nothing was touched. */
const fingerprint = async (until: string) =>
  database.sql(
    `select count(*)::int as lessons, md5(string_agg(l::text, ',' order by id)) as lessons_hash,
       (select md5(string_agg(d::text, ',' order by id)) from tenant.duty d
        where d.starts_at < ($1::date + 1)::timestamp at time zone 'Asia/Shanghai') as duties_hash
     from tenant.lesson l where day_on <= $1`,
    [until],
  )
const read = (from: string, to: string) => school.inOffice((ctx) => listLessonsFrom(ctx.db, school.school.id, from, to))

it('is judged for every lesson and read whole', async () => {
  const slots = await school.inOffice((ctx) => listSlots(ctx.db, firstId))
  expect(slots).toHaveLength(classes * 35)
  const times: number[] = []
  const states: Record<string, number> = {}
  for (let at = 0; at < judged; at++) {
    const slot = slots[(at * 7_919) % slots.length]!
    const began = performance.now()
    const cells = await school.inOffice((ctx) => judgeSlot(ctx, slot.id))
    times.push(performance.now() - began)
    for (const { state } of cells) states[state] = (states[state] ?? 0) + 1
    expect(cells).toHaveLength(35)
  }
  const [p50, p95] = [0.5, 0.95].map((rank) => times.toSorted((a, b) => a - b)[Math.floor(rank * (times.length - 1))]!)
  say(
    `35 cells of ${judged} lessons judged: p50 ${p50!.toFixed(0)} ms, p95 ${p95!.toFixed(0)} ms ${JSON.stringify(states)}`,
  )
  expect(isTimed ? p95! : 0).toBeLessThanOrEqual(100)
  const content = await timed('content', 0.3, () => school.inOffice((ctx) => getContent(ctx, firstId)))
  say(`content ${(JSON.stringify(content).length / 1024).toFixed(0)} kB`)
})

it('is published for the next Monday, with every lesson and everybody busy in it', async () => {
  const planned = await timed('published for the term in', 10, () => publishFrom(firstId, monday, wednesday))
  say(`${planned} lessons, ${school.teachers} teachers`)
  expect([await countRows('lesson'), await countRows('duty')]).toEqual([planned, planned])
  const [classId] = school.grades[0]!.classIds
  const query = { day: '2026-10-14', classId: classId!, userId: null, roomId: null }
  const { lessons } = await timed('week of a class', 0.3, () => school.inOffice((ctx) => getWeek(ctx, query)))
  expect(lessons).toHaveLength(35)
})

it('is refused where somebody is somewhere else, and nothing is half written', async () => {
  const [changed] = await read('2026-10-21', '2026-10-21')
  const byHand = { ...changed!, status: 'changed' as const, remark: '调至图书馆', changedBy: 'office' }
  await school.inOffice((ctx) => updateLesson(ctx.db, byHand, ctx.now))
  const nextId = await school.inOffice((ctx) => aFullDraft(ctx, school.term.id, 1), laterWednesday)
  const inOffice = <T>(work: (ctx: Ctx) => Promise<T>) => school.inOffice(work, laterWednesday)
  const preview = await timed('preview', 10, () =>
    inOffice((ctx) => previewPublication(ctx, { id: nextId, effectiveOn: laterMonday })),
  )
  expect(preview.kept).toMatchObject([{ id: changed!.id, day: '2026-10-21', remark: '调至图书馆' }])
  expect(preview.problems.filter(({ level }) => level === 'hard')).toEqual([])

  const { added } = await inOffice(async (ctx) => {
    const slots = (await listSlots(ctx.db, nextId)).filter(({ weekday }) => weekday !== null)
    const version = { id: nextId, effectiveOn: laterMonday, slots }
    return (await findLessonDiff(ctx, school.school.id, school.term.id, laterMonday, version)).diff
  })
  const now = await read('2026-10-13', '2026-10-13')
  const isFree = (userId: string, begins: string) =>
    !now.some((lesson) => lesson.begins === begins && lesson.teacherIds.includes(userId))
  const lesson = added.find(({ day, begins, teacherIds }) => day === '2026-10-13' && isFree(teacherIds[0]!, begins))!
  const duty = { userId: lesson.teacherIds[0]!, orgId: school.school.id, kind: 'exam', ref: changed!.id }
  await inOffice((ctx) => bookDuties(ctx, [{ ...duty, ...toSpan(lesson) }]))
  const before = await fingerprint('2027-12-31')
  await expect(publishFrom(nextId, laterMonday, laterWednesday)).rejects.toThrow(
    new RegExp(`在10月13日 ${lesson.begins}–${lesson.ends} 已有其他安排`),
  )
  expect(await fingerprint('2027-12-31')).toEqual(before)
  await inOffice((ctx) => endDuties(ctx, 'exam', [changed!.id]))

  const past = await fingerprint('2026-09-20')
  await timed('published again in', 10, () => publishFrom(nextId, laterMonday, laterWednesday))
  expect(await fingerprint('2026-09-20')).toEqual(past)
  const after = await read(laterMonday, '2027-01-31')
  expect(after.filter(({ status }) => status === 'changed')).toMatchObject([{ id: changed!.id, remark: '调至图书馆' }])
  expect(new Set(after.map(({ timetableId }) => timetableId))).toEqual(new Set([firstId, nextId]))
  const whole = await fingerprint('2027-12-31')
  const { changed: count } = await timed('counted again without a change in', 5, () =>
    inOffice((ctx) => recountLessons(ctx, school.school.id)),
  )
  expect({ count, whole: await fingerprint('2027-12-31') }).toEqual({ count: 0, whole })
})
