import { expect, it } from 'vitest'
import { getFlowsOf, getOpenTasksOf } from '#kernel/approval/server/api.ts'
import { createCoverWorld, days } from './covers.fixture.ts'
import { cancelCovers } from './cancel.ts'
import { coverSubject, lockCases } from './cases.ts'
import { handCover, lockHeldCover, returnCover } from './leavers.ts'

const story = createCoverWorld({ poolSize: 12 })
const { who, inOffice, lessonsOf, lessonNow, item, apply, answer, cover, caseOf, messagesOf, database } = story

const hand = (id: string, from: string, to: string) =>
  inOffice(async (ctx) => {
    const { userId: memberId, personId } = who(to)
    await handCover(ctx, (await lockHeldCover(ctx, id, who(from).userId))!, { memberId, personId, name: to })
  })

it('hands the lesson under the eyes of somebody who leaves over as it is, with whoever else gives it', async () => {
  const [lesson] = await lessonsOf('王芳', days[0])
  const { userId: together } = who('钱悦')
  await database.sql('update tenant.lesson set teacher_ids = teacher_ids || $2::uuid where id = $1', [
    lesson!.id,
    together,
  ])
  const now = await lessonNow(lesson!.id)
  const [asked] = await apply('王芳', [item(now, { kind: 'supervise', userIds: [who('赵亮').userId] })])
  await answer('赵亮', [asked!.id])
  expect(await lessonNow(lesson!.id)).toMatchObject({ teacherIds: [who('赵亮').userId, together] })
  await hand(asked!.id, '赵亮', '孙静')
  expect(await lessonNow(lesson!.id)).toMatchObject({
    remark: '自习（孙静看管）',
    teacherIds: [who('孙静').userId, together],
  })
})

it('hands nothing to somebody who is busy then, who taught it, or who gives enough this week', async () => {
  const [first, second, third, fourth] = await lessonsOf('李丽', days[1], days[2], days[3])
  const given = await cover('李丽', '赵亮', first!)
  await expect(hand(given.id, '赵亮', '李丽')).rejects.toThrow('不能安排原任教师本人代课')
  const ref = '0199d0c0-0000-7000-8000-000000000002'
  await story.beAway('钱悦', ref, [first!])
  await expect(hand(given.id, '赵亮', '钱悦')).rejects.toThrow('钱悦该时段不在校')
  await story.beAway('钱悦', ref, [])
  const more: { id: string }[] = []
  for (const lesson of [second!, third!, fourth!]) more.push(await cover('李丽', '钱悦', lesson))
  await expect(hand(given.id, '赵亮', '钱悦')).rejects.toThrow('钱悦该周已代3节，一周最多代3节')
  await inOffice(async (ctx) => cancelCovers(ctx, await lockCases(ctx, [more[0]!.id]), '不需要了'))
  await hand(given.id, '赵亮', '钱悦')
  expect(await lessonNow(first!.id)).toMatchObject({ remark: '由钱悦代课', teacherIds: [who('钱悦').userId] })
})

it('ends the audit of a cover that is returned, and tells the office', async () => {
  const [lesson] = await lessonsOf('周明', days[4])
  await story.setAudit(true)
  const asked = await cover('周明', '孙静', lesson!)
  await story.setAudit(false)
  expect(asked.status).toBe('auditing')
  await inOffice(async (ctx) => {
    await returnCover(ctx, (await lockHeldCover(ctx, asked.id, who('孙静').userId))!)
    expect((await getOpenTasksOf(ctx, coverSubject)).has(asked.id)).toBe(false)
    expect((await getFlowsOf(ctx, coverSubject, [asked.id])).get(asked.id)).toMatchObject({ status: 'terminated' })
  })
  expect(await caseOf(asked.id)).toMatchObject({ status: 'open', askMode: 'office', legs: [{ toId: null }] })
  expect((await messagesOf('教务')).join()).toContain('周明有1节课请教务安排')
})

it('gives a passed-on lesson back to whoever passed it on', async () => {
  const [lesson] = await lessonsOf('吴刚', days[0], days[1], days[2])
  const first = await cover('吴刚', '赵亮', lesson!)
  const second = await cover('赵亮', '孙静', await lessonNow(lesson!.id), { isChainConfirmed: true })
  await inOffice(async (ctx) => returnCover(ctx, (await lockHeldCover(ctx, second.id, who('孙静').userId))!))
  expect(await lessonNow(lesson!.id)).toMatchObject({ remark: '由赵亮代课', teacherIds: [who('赵亮').userId] })
  expect(await caseOf(first.id)).toMatchObject({ status: 'effective', legs: [{ state: 'current' }] })
  expect(await caseOf(second.id)).toMatchObject({ status: 'open', legs: [{ state: 'pending' }] })
})

it('takes the locks of all covers of the leaver at once, so that nobody waits in a circle', async () => {
  const nextWeek = ['2026-11-23', '2026-11-24', '2026-11-25']
  const lessons = (await lessonsOf('王芳', ...nextWeek)).slice(0, 2).toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const given = [await cover('王芳', '孙静', lessons[0]!), await cover('王芳', '孙静', lessons[1]!)]
  const ids = given.map(({ id }) => id)
  const memberId = who('孙静').userId
  const isAnybodyWaiting = async () =>
    (
      await database.sql<{ is: boolean }>(
        `select exists (select from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())) as is`,
      )
    )[0]!.is
  const { other } = await inOffice(async (ctx) => {
    await lockHeldCover(ctx, ids[0]!, memberId)
    const waiting = inOffice((inside) => lockCases(inside, ids))
    while (!(await isAnybodyWaiting()));
    expect(await lockHeldCover(ctx, ids[1]!, memberId)).toBeDefined()
    return { other: waiting }
  })
  expect(await other).toHaveLength(2)
})
