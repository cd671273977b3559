import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays, newId, Refusal } from '#packages/core'
import { lockFlowOf } from '#kernel/approval/server/api.ts'
import type { LessonFacts } from '#engines/timetable/server/api.ts'
import { assignCovers } from './assign.ts'
import { coverSubject } from './cases.ts'
import { createCoverWorld, days, minutesAfter, sunday } from './covers.fixture.ts'
import { cancelCoversOf, followAway, moveCoversTo } from './follow-away.ts'
import { completeGiven, lapseCovers, remindBeforeLesson, remindOfTomorrow, reportUnanswered } from './jobs.ts'
import { cancelByOffice, keepByOffice } from './office.ts'
import { listUnanswered } from './reminder-queries.ts'
import { withdrawCover } from './withdraw.ts'

const story = createCoverWorld({ skipsAudit: false })
const { database, who, inOffice, lessonsOf, lessonNow, item, apply, cover, caseOf, decide, beAway, messagesOf } = story
const source = 'teacher-leave'
const follow = (ref: string, when = sunday) => inOffice((ctx) => followAway(ctx, { source, ref }), when)
const office = '教务'
const statusOf = async (id: string) => (await caseOf(id)).status
const toldTo = async (name: string) => (await messagesOf(name)).join('\n')
const assign = (lesson: LessonFacts, name: string, when = sunday) =>
  inOffice(
    (ctx) =>
      assignCovers(ctx, {
        lessons: [{ ...item(lesson), userId: who(name).userId }],
        source: 'office',
        reason: '',
        isChainConfirmed: false,
      }),
    when,
  )

it('waits for the leave and then for the audit, if the school has one', async () => {
  const ref = newId()
  const [lesson] = await lessonsOf('王芳', days[0])
  const given = await cover('王芳', '赵亮', lesson!, { absence: { awaySource: source, awayRef: ref }, source: 'sick' })
  expect(given.status).toBe('agreed')
  // Another leave of hers in the same lesson is not this one.
  const another = newId()
  await beAway('王芳', another, [lesson!])
  await follow(another)
  expect(await statusOf(given.id)).toBe('agreed')
  await beAway('王芳', ref, [lesson!])
  await follow(ref)
  expect(await statusOf(given.id)).toBe('auditing')
  expect((await lessonNow(lesson!.id)).status).toBe('planned')
  await decide(given.id, true)
  expect(await statusOf(given.id)).toBe('effective')
  expect(await lessonNow(lesson!.id)).toMatchObject({ remark: '由赵亮代课' })
  for (const one of [ref, another]) await beAway('王芳', one, [])
})

it('is rejected by the audit, or recalled before it', async () => {
  const [one, other] = await lessonsOf('李丽', days[0], days[1])
  const rejected = await cover('李丽', '钱悦', one!)
  expect(rejected.status).toBe('auditing')
  await decide(rejected.id, false)
  expect(await statusOf(rejected.id)).toBe('rejected')
  expect(await toldTo('李丽')).toContain('未通过审核')
  const recalled = await cover('李丽', '钱悦', other!)
  await story.as(who('李丽'), sunday, (ctx) => withdrawCover(ctx, recalled))
  expect(await statusOf(recalled.id)).toBe('recalled')
  expect((await lessonNow(one!.id)).status).toBe('planned')
})

it('lets the office assign and the audit decide at once without waiting for each other in a circle', async () => {
  const [lesson] = await lessonsOf('吴刚', ...days.map((day) => addDays(day, 7)))
  const waiting = await cover('吴刚', '孙静', lesson!)
  expect(waiting.status).toBe('auditing')
  let assigned: Promise<unknown> = Promise.resolve()
  const isFree = await inOffice(async (ctx) => {
    await lockFlowOf(ctx, coverSubject, waiting.id)
    assigned = assign(lesson!, '赵亮')
    // The office waits for the audit, and holds no lesson meanwhile.
    await waitForLock()
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('cover of lesson ' || ${lesson!.id}, 0)) as "isFree"
    `.execute(ctx.db)
    return rows[0]!.isFree
  })
  expect(isFree).toBe(true)
  await assigned
  expect(await lessonNow(lesson!.id)).toMatchObject({ remark: '由赵亮代课' })
})

async function waitForLock() {
  for (let tries = 0; tries < 100; tries++) {
    const [row] = await database.sql<{ count: number }>(
      `select count(*)::int as count from pg_locks where not granted and pid in
         (select pid from pg_stat_activity where datname = current_database())`,
    )
    if (row!.count > 0) return
    await setTimeout(50)
  }
  throw new Error('nobody waits')
}

it('has lapsed when the lesson begins before the yes of the audit, and cannot be let pass then', async () => {
  const [lesson] = await lessonsOf('李丽', days[2])
  const waiting = await cover('李丽', '钱悦', lesson!)
  const begun = minutesAfter(lesson!.span.startsAt, 1)
  await expect(decide(waiting.id, true, begun)).rejects.toThrow(Refusal)
  await inOffice(lapseCovers, minutesAfter(lesson!.span.startsAt, -1))
  expect(await statusOf(waiting.id)).toBe('auditing')
  for (let run = 0; run < 2; run++) await inOffice(lapseCovers, begun)
  expect(await statusOf(waiting.id)).toBe('lapsed')
  expect(await lessonNow(lesson!.id)).toMatchObject({ status: 'planned', teacherIds: lesson!.teacherIds })
  const [flow] = await database.sql<{ status: string }>(
    'select status from tenant.flow_instance where subject_id = $1',
    [waiting.id],
  )
  expect(flow!.status).toBe('terminated')
  expect((await toldTo('李丽')).split('已失效')).toHaveLength(2)
})

it('works on all others when one request cannot be ended or done', async () => {
  const [lesson, next] = (await lessonsOf('周明')).slice(-2)
  const ids: string[] = []
  for (const one of [lesson!, next!]) {
    const [asked] = await apply('周明', [item(one, { userIds: [who('孙静').userId] })])
    ids.push(asked!.id)
  }
  const begun = minutesAfter(next!.span.startsAt, 1)
  expect(await inOffice((ctx) => listUnanswered(ctx.db, begun, 500), begun)).toEqual(expect.arrayContaining(ids))
  await inOffice(reportUnanswered, begun)
  const again = await inOffice((ctx) => listUnanswered(ctx.db, begun, 500), begun)
  expect(again.filter((id) => ids.includes(id))).toEqual([])
  const refusing = async (status: string, work: () => Promise<unknown>) => {
    await database.sql(
      `alter table tenant.cover_request add constraint broken check (id <> '${ids[0]}' or status <> '${status}') not valid`,
    )
    await work()
    await database.sql('alter table tenant.cover_request drop constraint broken')
  }
  await refusing('lapsed', () => inOffice(lapseCovers, begun))
  expect(await Promise.all(ids.map(statusOf))).toEqual(['asking', 'lapsed'])
  await inOffice(lapseCovers, begun)
  expect(await statusOf(ids[0]!)).toBe('lapsed')
})

it('takes effect at once after the yes of the colleague if the school needs no audit', async () => {
  await story.setAudit(false)
  const [lesson] = (await lessonsOf('李丽', days[3])).slice(-1)
  expect((await cover('李丽', '钱悦', lesson!)).status).toBe('effective')
  await story.setAudit(true)
})

it('proposes the covers of the days by which a leave was shortened for cancelling; the day that is done stays', async () => {
  const ref = newId()
  const lessons = [
    ...(await lessonsOf('周明', days[0])).slice(0, 1),
    ...(await lessonsOf('周明', days[1])).slice(0, 1),
    ...(await lessonsOf('周明', days[2])).slice(0, 1),
  ]
  const [done, second, third] = lessons as [LessonFacts, LessonFacts, LessonFacts]
  await beAway('周明', ref, lessons)
  const ids: string[] = []
  // What the office assigns belongs to the leave too, which nobody named.
  for (const [at, lesson] of lessons.entries()) ids.push((await assign(lesson, ['赵亮', '钱悦', '孙静'][at]!))[0]!.id)
  const [asked] = await apply(
    '周明',
    [item((await lessonsOf('周明', days[3]))[0]!, { userIds: [who('孙静').userId] })],
    { absence: { awaySource: source, awayRef: ref } },
  )
  const noon = minutesAfter(done.span.endsAt, 30)
  await inOffice(completeGiven, noon)
  await beAway('周明', ref, [done], noon)
  await follow(ref, noon)
  expect(await Promise.all(ids.map(async (id) => (await caseOf(id)).isInDoubt))).toEqual([false, true, true])
  expect(await Promise.all(ids.map(statusOf))).toEqual(['done', 'effective', 'effective'])
  expect(await statusOf(asked!.id)).toBe('recalled')
  expect(await toldTo(office)).toContain('待教务决定')
  // Nothing happens by itself: the lessons are covered until somebody decides.
  expect(await lessonNow(second.id)).toMatchObject({ remark: '由钱悦代课' })
  await inOffice((ctx) => keepByOffice(ctx, { ids: [ids[1]!] }, async () => true), noon)
  await inOffice((ctx) => cancelByOffice(ctx, { ids: [ids[2]!], reason: '提前返校' }, async () => true), noon)
  expect(await Promise.all(ids.slice(1).map(async (id) => (await caseOf(id)).isInDoubt))).toEqual([false, false])
  expect(await lessonNow(third.id)).toMatchObject({ status: 'planned', teacherIds: third.teacherIds })
  const credits = await database.sql(
    'select 1 from tenant.duty_credit c join tenant.cover_leg l on l.id = c.leg_id where l.request_id = any($1::uuid[])',
    [ids],
  )
  expect(credits).toHaveLength(1)
})

it('leaves to the office who gives a lesson that was passed on when the leave at the start of the chain is shortened', async () => {
  await story.setAudit(false)
  const ref = newId()
  const [lesson] = await lessonsOf('吴刚', days[4])
  await beAway('吴刚', ref, [lesson!])
  const first = await cover('吴刚', '赵亮', lesson!, { absence: { awaySource: source, awayRef: ref } })
  const passedOn = await cover('赵亮', '钱悦', await lessonNow(lesson!.id), { isChainConfirmed: true })
  expect([await statusOf(first.id), await statusOf(passedOn.id)]).toEqual(['superseded', 'effective'])
  await follow(ref)
  expect((await caseOf(passedOn.id)).isInDoubt).toBe(false)
  await beAway('吴刚', ref, [])
  await follow(ref)
  expect((await caseOf(passedOn.id)).isInDoubt).toBe(true)
  await beAway('吴刚', ref, [lesson!])
  await follow(ref)
  expect((await caseOf(passedOn.id)).isInDoubt).toBe(false)
  await beAway('吴刚', ref, [])
  await inOffice((ctx) => cancelCoversOf(ctx, { source, ref }))
  expect((await caseOf(passedOn.id)).isInDoubt).toBe(true)
  for (const { id } of [passedOn, first])
    await inOffice((ctx) => cancelByOffice(ctx, { ids: [id], reason: '提前返校' }, async () => true))
  await story.setAudit(true)
})

it('ends what was asked for with a leave that came to nothing, and goes on with one that was changed', async () => {
  const [one, other] = await lessonsOf('吴刚')
  const [ref, changed] = [newId(), newId()]
  const agreed = await cover('吴刚', '孙静', one!, { absence: { awaySource: source, awayRef: ref } })
  const [open] = await apply('吴刚', [item(other!, { askMode: 'office' })], {
    absence: { awaySource: source, awayRef: ref },
  })
  expect(await statusOf(open!.id)).toBe('open')
  expect(await toldTo(office)).toContain('吴刚有1节课请教务安排')
  await inOffice((ctx) => moveCoversTo(ctx, { source, from: ref, to: changed }))
  await inOffice((ctx) => cancelCoversOf(ctx, { source, ref }))
  expect(await statusOf(agreed.id)).toBe('agreed')
  await inOffice((ctx) => cancelCoversOf(ctx, { source, ref: changed }))
  expect([await statusOf(agreed.id), await statusOf(open!.id)]).toEqual(['recalled', 'recalled'])
})

it('gives to the office what cannot take effect when the leave is approved', async () => {
  const ref = newId()
  const [lesson] = (await lessonsOf('王芳', days[3])).slice(-1)
  const agreed = await cover('王芳', '赵亮', lesson!, { absence: { awaySource: source, awayRef: ref } })
  await story.setAudit(false)
  // The colleague is away then too.
  await beAway('赵亮', newId(), [lesson!])
  await beAway('王芳', ref, [lesson!])
  await follow(ref)
  expect(await caseOf(agreed.id)).toMatchObject({ status: 'open', note: '赵亮当日请假' })
  expect(await assign(await lessonNow(lesson!.id), '孙静')).toEqual([{ id: agreed.id, status: 'effective' }])
  await story.setAudit(true)
})

it('tells the office once what nobody answers, and reminds whoever gives a lesson', async () => {
  const [lesson] = (await lessonsOf('王芳', days[4])).slice(-1)
  await apply('王芳', [item(lesson!, { askMode: 'several', userIds: [who('钱悦').userId, who('孙静').userId] })])
  const unanswered = async () => (await toldTo(office)).split('还没有人答复').length - 1
  await inOffice(reportUnanswered, minutesAfter(sunday, 29))
  const before = await unanswered()
  for (let run = 0; run < 2; run++) await inOffice(reportUnanswered, minutesAfter(sunday, 31))
  expect(await unanswered()).toBe(before + 1)
  const [soon] = await lessonsOf('李丽', days[4])
  await assign(soon!, '赵亮')
  const evening = new Date(`${days[3]}T20:00:00+08:00`)
  for (let run = 0; run < 2; run++) await inOffice(remindOfTomorrow, evening)
  expect((await toldTo('赵亮')).split('明天您有1节代课')).toHaveLength(2)
  await inOffice(remindBeforeLesson, minutesAfter(soon!.span.startsAt, -25))
  expect(await toldTo('赵亮')).not.toContain('即将开始')
  for (const minutes of [-19, -14]) await inOffice(remindBeforeLesson, minutesAfter(soon!.span.startsAt, minutes))
  expect((await toldTo('赵亮')).split('即将开始')).toHaveLength(2)
})

it('tells the office in the evening which lessons of tomorrow nobody gives', async () => {
  const ref = newId()
  const lessons = await lessonsOf('周明', days[4])
  await beAway('周明', ref, lessons)
  const evening = new Date(`${days[3]}T20:00:00+08:00`)
  await database.sql('delete from tenant.effect where key like $1', ['cover-evening%'])
  await inOffice(remindOfTomorrow, evening)
  expect(await toldTo(office)).toContain('明天还有')
})
