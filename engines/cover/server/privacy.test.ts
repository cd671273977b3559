import { beforeAll, expect, it } from 'vitest'
import type { Ctx } from '#packages/core'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { aFamily } from '#kernel/student/server/example.ts'
import type { LessonFacts } from '#engines/timetable/server/api.ts'
import { aPublishedTimetable } from '#engines/timetable/server/example.ts'
import { getChildWeek, listMyDayCourses } from '#engines/timetable/server/weeks.ts'
import { createCoverWorld, days, sunday } from './covers.fixture.ts'
import { coverApi } from '../contract.ts'
import { getCover, listCovers } from './describe-request.ts'
import { followTimetable } from './follow-timetable.ts'
import { respondToCovers } from './respond.ts'
import { coverSetting } from './settings.ts'

const story = createCoverWorld()
const { database, world, as, who, inOffice, lessonsOf, lessonNow, item, apply, answer, caseOf } = story
const secrets = ['sick', '病假', '重感冒']
let id: string
let lesson: LessonFacts

beforeAll(async () => {
  ;[lesson] = (await lessonsOf('王芳', days[1])) as [LessonFacts]
  const userIds = [who('赵亮').userId, who('钱悦').userId]
  const items = [item(lesson, { askMode: 'several', userIds })]
  id = (await apply('王芳', items, { source: 'sick', reason: '重感冒' }))[0]!.id
})

/** What the calls of covers and timetables say to somebody, and her messages. */
async function learns(name: string) {
  const reads: ((ctx: Ctx) => Promise<unknown>)[] = [
    (ctx) => getCover(ctx, { id }),
    (ctx) => listCovers(ctx, { box: 'asked' }),
    (ctx) => listCovers(ctx, { box: 'given' }),
    (ctx) => listMyDayCourses(ctx, { day: days[1] }),
  ]
  let wire = ''
  for (const read of reads)
    wire += await as(who(name), sunday, async (ctx) => JSON.stringify(await read(ctx))).catch((error: unknown) =>
      String(error),
    )
  wire += (await story.messagesOf(name)).join()
  return secrets.filter((secret) => wire.includes(secret))
}

it('shows the source and the reason to the applicant and the office, to those who are asked only if the school wishes', async () => {
  const own = await as(who('王芳'), sunday, (ctx) => getCover(ctx, { id }))
  expect(own).toMatchObject({ source: 'sick', reason: '重感冒', may: ['recall'] })
  expect(await inOffice((ctx) => getCover(ctx, { id }))).toMatchObject({ source: 'sick', may: ['cancel', 'assign'] })
  expect(await learns('赵亮')).toEqual([])
  const asked = await as(who('赵亮'), sunday, (ctx) => getCover(ctx, { id }))
  expect(asked).toMatchObject({ source: null, reason: null, may: ['answer'] })
  // Who else is asked is no business of hers.
  expect(asked.asked.map(({ name }) => name)).toEqual(['赵亮'])
  await expect(as(who('孙静'), sunday, (ctx) => getCover(ctx, { id }))).rejects.toThrow('代调课不存在')
  database.contribute('settings', coverSetting)
  await inOffice((ctx) => writeSetting(ctx, world.school.id, 'cover', { showReason: true }))
  expect(await as(who('赵亮'), sunday, (ctx) => getCover(ctx, { id }))).toMatchObject({
    source: 'sick',
    reason: '重感冒',
  })
  await inOffice((ctx) => writeSetting(ctx, world.school.id, 'cover', { showReason: false }))
})

it('keeps the reason and the notes encrypted', async () => {
  const [row] = await database.sql<{ reason: Buffer }>('select reason from tenant.cover_request where id = $1', [id])
  expect(row!.reason.toString('utf8')).not.toContain('重感冒')
  const [lessonOfHer] = (await lessonsOf('吴刚', days[4])).slice(-1)
  const [asked] = await apply('吴刚', [item(lessonOfHer!, { userIds: [who('钱悦').userId] })])
  await as(who('钱悦'), sunday, (ctx) => respondToCovers(ctx, { ids: [asked!.id], agree: false, note: '我也重感冒' }))
  // Whoever applied reads why.
  const refused = await as(who('吴刚'), sunday, (ctx) => getCover(ctx, { id: asked!.id }))
  expect(refused).toMatchObject({ note: '我也重感冒', asked: [{ note: '我也重感冒' }] })
  const notes = await database.sql<{ note: Buffer }>(
    `select note from tenant.cover_request where id = $1 union all select note from tenant.cover_ask where request_id = $1`,
    [asked!.id],
  )
  expect(notes).toHaveLength(2)
  for (const { note } of notes) expect(note.toString('utf8')).not.toContain('重感冒')
  const texts = await database.sql<{ text: string }>(
    `select ids::text as text from tenant.event union all select title || body from tenant.message_batch`,
  )
  for (const secret of secrets) expect(texts.map(({ text }) => text).join()).not.toContain(secret)
})

it('means the new lesson when the timetable is published again, and keeps what a cover changed', async () => {
  const [, other] = await lessonsOf('王芳', days[1], days[2])
  const covered = await story.cover('王芳', '孙静', other!)
  await inOffice((ctx) => aPublishedTimetable(ctx, world.grade.term.id, days[1]))
  expect(await lessonNow(other!.id)).toMatchObject({ remark: '由孙静代课', teacherIds: [who('孙静').userId] })
  expect((await caseOf(covered.id)).status).toBe('effective')
  // The lessons of a new version are new rows.
  expect(await lessonNow(lesson.id)).toBeUndefined()
  await inOffice((ctx) => followTimetable(ctx, { orgId: world.school.id, from: days[0], to: days[4] }))
  const waiting = await caseOf(id)
  expect(waiting.status).toBe('asking')
  const renewed = await lessonNow(waiting.legs[0]!.lessonId)
  expect(renewed).toMatchObject({ day: lesson.day, begins: lesson.begins, groupId: lesson.groupId })
  await answer('赵亮', [id])
  expect(await lessonNow(renewed.id)).toMatchObject({ remark: '由赵亮代课' })
})

it('ends a request whose lesson is not planned any more, and says so', async () => {
  const [later] = (await lessonsOf('李丽', days[4])).slice(-1)
  const [asked] = await apply('李丽', [item(later!, { userIds: [who('钱悦').userId] })])
  await database.sql('delete from tenant.duty where ref = $1', [later!.id])
  await database.sql('delete from tenant.lesson where id = $1', [later!.id])
  await inOffice((ctx) => followTimetable(ctx, { orgId: world.school.id, from: days[4], to: days[4] }))
  expect(await caseOf(asked!.id)).toMatchObject({ status: 'cancelled', note: '课表已变动，请重新申请' })
  expect((await story.messagesOf('李丽')).join()).toContain('已撤回')
})

it('shows pupils and parents the change, never why', async () => {
  const changed = (await lessonNow((await caseOf(id)).legs[0]!.lessonId))!
  const family = await inOffice((ctx) =>
    aFamily(ctx, { orgId: world.school.id, gradeId: changed.gradeId, classId: changed.classId! }),
  )
  let wire = ''
  for (const reader of [family.pupil, family.guardian])
    wire += JSON.stringify(
      await as(reader, sunday, (ctx) => getChildWeek(ctx, { studentId: family.pupil.userId, day: days[1] })),
    )
  expect(wire.split('由赵亮代课')).toHaveLength(3)
  for (const secret of [...secrets, '请假', 'private', '家中有事']) expect(wire).not.toContain(secret)
  // The calls of covers are for the staff.
  for (const { access } of Object.values(coverApi)) expect(access).toBe('staff')
})
