import { expect, it } from 'vitest'
import { listPeriodsOn } from '#kernel/schooling/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import type { LessonFacts } from '#engines/timetable/server/api.ts'
import { coverForm } from '../contract.ts'
import { applyForCovers } from './apply.ts'
import { createCoverWorld, days, minutesAfter, sunday } from './covers.fixture.ts'
import { cancelCovers } from './cancel.ts'
import { lockCases } from './cases.ts'
import { completeGiven } from './jobs.ts'
import { coverSetting } from './settings.ts'
import { begunText } from './words.ts'

const story = createCoverWorld()
const { database, world, inOffice, lessonsOf, lessonNow, item, apply, answer, caseOf, cover } = story

const isOfClass =
  ({ classId }: LessonFacts) =>
  (lesson: LessonFacts) =>
    lesson.classId === classId
const isSameClass = (one: LessonFacts) => (other: LessonFacts) => one.classId === other.classId && one.day !== other.day
const timeOf = ({ day, begins }: LessonFacts) => `${day} ${begins}`
const set = (value: object) =>
  inOffice((ctx) => {
    database.contribute('settings', coverSetting)
    return writeSetting(ctx, world.school.id, 'cover', value)
  })
const cancel = (id: string, when = sunday) =>
  inOffice(async (ctx) => cancelCovers(ctx, await lockCases(ctx, [id]), '不需要了'), when)

/** Lessons of two teachers in one class of which both are free at the time of the other. */
async function findPair(one: string, other: string, on: readonly string[] = days) {
  const [mine, theirs] = [await lessonsOf(one), await lessonsOf(other)]
  const busy = (all: readonly LessonFacts[]) => new Set(all.map(timeOf))
  for (const lesson of mine.filter(({ day, status }) => on.includes(day) && status === 'planned'))
    for (const partner of theirs.filter(isSameClass(lesson)))
      if (partner.status === 'planned' && !busy(mine).has(timeOf(partner)) && !busy(theirs).has(timeOf(lesson)))
        return [lesson, partner] as const
  throw new Error('no pair')
}
const swap = (lesson: LessonFacts, partner: LessonFacts) =>
  item(lesson, { kind: 'swap', otherLessonId: partner.id, otherSeenAt: partner.seenAt.toISOString() })

it('lets two lessons of a class change places, and back: both or neither', async () => {
  const [mine, theirs] = await findPair('王芳', '周明', days.slice(2))
  const [asked] = await apply('王芳', [swap(mine, theirs)], { source: 'exchange' })
  expect(await answer('周明', [asked!.id])).toMatchObject([{ status: 'effective' }])
  const [moved, other] = [await lessonNow(mine.id), await lessonNow(theirs.id)]
  expect([timeOf(moved), timeOf(other)]).toEqual([timeOf(theirs), timeOf(mine)])
  expect([moved.remark, other.remark]).toEqual([`与${theirs.subjectName}课对调`, `与${mine.subjectName}课对调`])
  // The teachers stay those of their lessons, and nobody has a credit for it.
  expect(moved.teacherIds).toEqual(mine.teacherIds)
  expect((await caseOf(asked!.id)).legs.map(({ credit, state }) => [credit, state])).toEqual([
    [0, 'current'],
    [0, 'current'],
  ])
  const first = [mine, theirs].toSorted((a, b) => a.span.startsAt.getTime() - b.span.startsAt.getTime())[0]!
  await expect(cancel(asked!.id, minutesAfter(first.span.startsAt, 1))).rejects.toThrow(
    '对方课程已上，不能取消，请另行安排',
  )
  await cancel(asked!.id)
  expect([timeOf(await lessonNow(mine.id)), timeOf(await lessonNow(theirs.id))]).toEqual([timeOf(mine), timeOf(theirs)])
  expect((await lessonNow(mine.id)).status).toBe('planned')
})

it('does not take one half of an exchange back while somebody covers the other', async () => {
  const [mine, theirs] = await findPair('王芳', '周明', days.slice(2))
  const [asked] = await apply('王芳', [swap(mine, theirs)], { source: 'exchange' })
  await answer('周明', [asked!.id])
  // A lesson that only moved is nobody's cover: no question, and the chain begins with it.
  const covered = await cover('王芳', '赵亮', await lessonNow(mine.id))
  expect((await caseOf(covered.id)).legs[0]!.chainNo).toBe(1)
  expect((await caseOf(asked!.id)).status).toBe('effective')
  await expect(cancel(asked!.id)).rejects.toThrow('互换课程须同时取消')
  await cancel(covered.id)
  await cancel(asked!.id)
  expect(timeOf(await lessonNow(mine.id))).toBe(timeOf(mine))
})

it('asks for an exchange in time, inside one class, with a date', async () => {
  const [mine, theirs] = await findPair('李丽', '周明')
  const onTheDay = minutesAfter(mine.day < theirs.day ? mine.span.startsAt : theirs.span.startsAt, -30)
  await expect(apply('李丽', [swap(mine, theirs)], {}, onTheDay)).rejects.toThrow('调课和移课须提前1天申请')
  // A caller of the API cannot name an absence in order to need no notice.
  const named = coverForm.parse({
    lessons: [swap(mine, theirs)],
    source: 'sick',
    awaySource: 'teacher-leave',
    awayRef: '0199d0c0-0000-4000-8000-000000000001',
  })
  await expect(story.as(story.who('李丽'), onTheDay, (ctx) => applyForCovers(ctx, named))).rejects.toThrow(
    '调课和移课须提前1天申请',
  )
  await expect(apply('李丽', [item(mine, { kind: 'swap' })])).rejects.toThrow('请选择对方课程的日期')
  // 周明 teaches the class of 李丽 too, so she may exchange any of his lessons; not after he left the class.
  // At the time of the other lesson the class has one of a third teacher.
  const ofThird = [...(await lessonsOf('王芳')), ...(await lessonsOf('吴刚'))].filter(isOfClass(mine))
  const inTheWay = (lesson: LessonFacts) => ofThird.find((one) => timeOf(one) === timeOf(lesson))
  const another = (await lessonsOf('周明')).find(
    (lesson) => !isOfClass(mine)(lesson) && lesson.day !== mine.day && inTheWay(lesson),
  )!
  const refusalOf = () =>
    apply('李丽', [swap(mine, another)]).then(
      () => '',
      (error: Error) => error.message,
    )
  const refusal = `该节次已有${inTheWay(another)!.label}`
  expect(await refusalOf()).toBe(refusal)
  await teaches('周明', mine, false)
  expect(await refusalOf()).toBe('不能跨班调课，请选择本班的课或本班教师的课，或请教务安排')
  await set({ crossClass: true })
  expect(await refusalOf()).toBe(refusal)
  await teaches('周明', mine, true)
  await set({ crossClass: false })
})

it('moves a lesson of the own to a free time, and never into the past', async () => {
  const lessons = await lessonsOf('吴刚')
  const [lesson] = lessons
  const to = await findFreeTime(lesson!)
  const [moved] = await apply('吴刚', [item(lesson!, { kind: 'move', to })])
  expect(moved!.status).toBe('auditing')
  await story.decide(moved!.id, true)
  expect(await lessonNow(lesson!.id)).toMatchObject({ ...to, teacherIds: lesson!.teacherIds })
  await expect(apply('吴刚', [item(lessons[1]!, { kind: 'move', to: { ...to, day: '2026-11-13' } })])).rejects.toThrow(
    '调到的时间已过',
  )
  await expect(apply('吴刚', [item(lessons[1]!, { kind: 'move' })])).rejects.toThrow('请选择调到的时间')
})

it('drops a lesson only with another time for it or a reason that families may read nothing of', async () => {
  const [lesson] = (await lessonsOf('李丽', days[4])).slice(-1)
  await expect(apply('李丽', [item(lesson!, { kind: 'cancel' })])).rejects.toThrow('请填写补课安排')
  const [done] = await apply('李丽', [item(lesson!, { kind: 'cancel', cancelReason: 'exam' })], {
    reason: '全年级月考',
  })
  // The school skips audits, but nobody else said yes to it.
  expect(done!.status).toBe('auditing')
  expect(await lessonNow(lesson!.id)).toMatchObject({ status: 'planned' })
  await story.decide(done!.id, true)
  expect(await lessonNow(lesson!.id)).toMatchObject({ status: 'cancelled', remark: '停课' })
  await expect(
    apply('李丽', [item(await lessonNow(lesson!.id), { kind: 'cancel', cancelReason: 'exam' })]),
  ).rejects.toThrow('已停课')
  await inOffice(completeGiven, minutesAfter(lesson!.span.endsAt, 5))
  expect((await caseOf(done!.id)).status).toBe('done')
  await expect(cancel(done!.id, minutesAfter(lesson!.span.endsAt, 6))).rejects.toThrow(begunText)
})

it('lets a class work by itself under the eyes of a colleague, or join the class of one who teaches then', async () => {
  const [lesson] = (await lessonsOf('王芳', days[1])).slice(-1)
  const [asked] = await apply('王芳', [item(lesson!, { kind: 'supervise', userIds: [story.who('钱悦').userId] })])
  await answer('钱悦', [asked!.id])
  expect(await lessonNow(lesson!.id)).toMatchObject({ remark: '自习（钱悦看管）' })
  expect((await caseOf(asked!.id)).legs[0]).toMatchObject({ credit: 50, creditKind: 'supervise' })
  const [mine, host] = await findHost()
  const merge = (name: string) =>
    apply(mine.by, [item(mine.lesson, { kind: 'merge', userIds: [story.who(name).userId] })])
  await expect(merge('赵亮')).rejects.toThrow('赵亮该时段没有课，不能合班')
  const [merged] = await merge(host.by)
  expect(await answer(host.by, [merged!.id])).toMatchObject([{ status: 'effective' }])
  expect(await lessonNow(mine.lesson.id)).toMatchObject({
    remark: `与${host.lesson.groupName}合班`,
    teacherIds: [story.who(host.by).userId],
  })
  expect((await caseOf(merged!.id)).legs[0]).toMatchObject({ credit: 50, creditKind: 'merge' })
})

/** Whether somebody teaches the class of a lesson. */
const teaches = (name: string, { classId }: LessonFacts, isOn: boolean) =>
  database.sql(
    `update tenant.teaching_assignment a set valid = daterange(lower(valid), case when $3 then null else lower(valid) + 1 end)
     from tenant.teaching_group g where g.id = a.group_id and g.class_id = $1 and a.user_id = $2`,
    [classId, story.who(name).userId, isOn],
  )

/** A period of a later school day in which neither the class nor the teacher has a lesson. */
async function findFreeTime({ orgId, gradeId, classId }: LessonFacts) {
  const taken = await database.sql<{ time: string }>(
    `select l.day_on || ' ' || to_char(l.begins, 'HH24:MI') as time from tenant.lesson l
     join tenant.teaching_group g on g.id = l.group_id where g.class_id = $1 or l.teacher_ids @> array[$2::uuid]`,
    [classId, story.who('吴刚').userId],
  )
  const times = new Set(taken.map(({ time }) => time))
  const periods = await inOffice((ctx) => listPeriodsOn(ctx, orgId, gradeId, days[4]))
  for (const day of days.slice(3))
    for (const { slotId, kind, begins } of periods)
      if (kind === 'lesson' && !times.has(`${day} ${begins}`)) return { day, periodId: slotId }
  throw new Error('no free time')
}

/** Two lessons at one time. */
async function findHost() {
  const all = []
  for (const by of ['王芳', '李丽', '周明', '吴刚']) for (const lesson of await lessonsOf(by)) all.push({ by, lesson })
  for (const mine of all.filter(({ lesson }) => lesson.status === 'planned'))
    for (const host of all)
      if (host.by !== mine.by && timeOf(host.lesson) === timeOf(mine.lesson) && host.lesson.status === 'planned')
        return [mine, host] as const
  throw new Error('no lessons at one time')
}
