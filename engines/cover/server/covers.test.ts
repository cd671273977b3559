import { expect, it } from 'vitest'
import { addDays, newId, Ret } from '#packages/core'
import { bookDuties, listBusy } from '#engines/duty/server/api.ts'
import { createCoverWorld, days, minutesAfter, sunday } from './covers.fixture.ts'
import { cancelCovers } from './cancel.ts'
import { lockCases } from './cases.ts'
import { claimCover, respondToCovers } from './respond.ts'
import { completeGiven } from './jobs.ts'
import { withdrawCover } from './withdraw.ts'
import { begunText, claimedText } from './words.ts'

const story = createCoverWorld({ poolSize: 12 })
const { database, as, who, inOffice, lessonsOf, lessonNow, item, apply, answer, cover, caseOf, messagesOf } = story

const dutiesAt = (name: string, { span }: { span: { startsAt: Date; endsAt: Date } }) =>
  inOffice(
    async (ctx) => (await listBusy(ctx, [who(name).userId], span.startsAt, span.endsAt)).get(who(name).userId)!.duties,
  )

it('gives a lesson to the colleague who says yes, and tells those concerned', async () => {
  const [lesson] = await lessonsOf('王芳', days[0])
  const [asked] = await apply('王芳', [item(lesson!, { userIds: [who('赵亮').userId] })])
  expect(asked!.status).toBe('asking')
  expect((await messagesOf('赵亮')).join('\n')).toContain('王芳请您代课1节')
  expect(await lessonNow(lesson!.id)).toMatchObject({ status: 'planned' })
  expect(await answer('赵亮', [asked!.id])).toEqual([{ id: asked!.id, status: 'effective' }])
  expect(await lessonNow(lesson!.id)).toMatchObject({
    status: 'changed',
    remark: '由赵亮代课',
    teacherIds: [who('赵亮').userId],
  })
  expect(await dutiesAt('王芳', lesson!)).toEqual([])
  expect(await dutiesAt('赵亮', lesson!)).toHaveLength(1)
  for (const name of ['王芳', '赵亮']) expect((await messagesOf(name)).join('\n')).toContain('由赵亮代课')
  expect(JSON.stringify(await messagesOf('赵亮'))).not.toContain('家中有事')
})

it('asks somebody else after a no, and needs a reason for it', async () => {
  const [lesson] = await lessonsOf('李丽', days[0])
  const [asked] = await apply('李丽', [item(lesson!, { userIds: [who('钱悦').userId] })])
  const refuse = (note: string) =>
    as(who('钱悦'), sunday, (ctx) => respondToCovers(ctx, { ids: [asked!.id], agree: false, note }))
  await expect(refuse('')).rejects.toThrow('请填写拒绝的原因')
  expect(await refuse('要开会')).toEqual([{ id: asked!.id, status: 'declined' }])
  expect((await messagesOf('李丽')).join('\n')).toContain('没有人接受')
  expect(await cover('李丽', '孙静', lesson!)).toMatchObject({ status: 'effective' })
})

it('refuses a lesson that has begun, one of others, and one that somebody changed meanwhile', async () => {
  const [lesson] = await lessonsOf('周明', days[1])
  const userIds = [who('赵亮').userId]
  const begun = minutesAfter(lesson!.span.startsAt, 0)
  await expect(apply('周明', [item(lesson!, { userIds })], {}, begun)).rejects.toThrow(begunText)
  await expect(apply('吴刚', [item(lesson!, { userIds })])).rejects.toMatchObject({ ret: Ret.notFound })
  const seenAt = minutesAfter(lesson!.seenAt, -1).toISOString()
  await expect(apply('周明', [item(lesson!, { userIds, seenAt })])).rejects.toMatchObject({ ret: Ret.changedByOthers })
})

it('refuses a colleague who has a lesson or is away, when asked and when she says yes', async () => {
  const [lesson, next] = await lessonsOf('周明', days[2], days[3])
  await expect(apply('周明', [item(lesson!, { userIds: [who('周明').userId] })])).rejects.toThrow(
    '不能请原任教师本人代课',
  )
  const { userId } = who('孙静')
  const [other] = await lessonsOf('吴刚')
  await inOffice((ctx) =>
    bookDuties(ctx, [{ userId, orgId: lesson!.orgId, kind: 'lesson', ref: other!.id, ...lesson!.span }]),
  )
  await expect(apply('周明', [item(lesson!, { userIds: [userId] })])).rejects.toThrow(`孙静该时段已有${other!.label}`)
  const [asked] = await apply('周明', [item(next!, { userIds: [userId] })])
  const ref = newId()
  await story.beAway('孙静', ref, [next!])
  await expect(answer('孙静', [asked!.id])).rejects.toThrow('孙静当日请假')
  await story.beAway('孙静', ref, [])
  await inOffice((ctx) =>
    bookDuties(ctx, [{ userId, orgId: lesson!.orgId, kind: 'lesson', ref: other!.id, ...next!.span }]),
  )
  await expect(answer('孙静', [asked!.id])).rejects.toThrow(other!.label)
  expect((await caseOf(asked!.id)).status).toBe('asking')
})

it('has one winner when fifty claim one lesson at once', async () => {
  const [lesson] = await lessonsOf('王芳', days[2])
  const [open] = await apply('王芳', [item(lesson!, { askMode: 'everybody' })])
  const one = await caseOf(open!.id)
  const free = one.asks.map(({ memberId }) => memberId)
  expect(free).toContain(who('赵亮').userId)
  const claim = (userId: string) => as({ ...who('赵亮'), userId }, sunday, (ctx) => claimCover(ctx, { id: open!.id }))
  const results = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => claim(free[at % free.length]!)))
  const won = results.filter(({ status }) => status === 'fulfilled')
  expect(won).toHaveLength(1)
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason.message)] : []))
  // Whoever won and presses again reads that it is done.
  expect(reasons.filter((text) => text === claimedText).length).toBeGreaterThanOrEqual(49 - Math.ceil(50 / free.length))
  expect(reasons).toHaveLength(49)
  expect((await lessonNow(lesson!.id)).teacherIds).toHaveLength(1)
})

it('builds a chain: whoever gives the lesson passes it on, and only the last one has the credit', async () => {
  const [lesson] = await lessonsOf('王芳', days[4])
  const first = await cover('王芳', '赵亮', lesson!)
  const again = (name: string, to: string, isChainConfirmed: boolean) =>
    lessonNow(lesson!.id).then((now) => apply(name, [item(now, { userIds: [who(to).userId] })], { isChainConfirmed }))
  await expect(again('赵亮', '钱悦', false)).rejects.toThrow('该节课已代给赵亮，是否由其再转出？')
  await expect(again('王芳', '钱悦', true)).rejects.toThrow('请由赵亮转出')
  await expect(again('孙静', '钱悦', true)).rejects.toMatchObject({ ret: Ret.notFound })
  const second = await cover('赵亮', '钱悦', await lessonNow(lesson!.id), { isChainConfirmed: true })
  expect(await caseOf(first.id)).toMatchObject({ status: 'superseded', legs: [{ state: 'ended' }] })
  expect(await caseOf(second.id)).toMatchObject({ status: 'effective', legs: [{ state: 'current', chainNo: 2 }] })
  expect((await messagesOf('王芳')).join('\n')).toContain('由钱悦代课')
  const third = await cover('钱悦', '孙静', await lessonNow(lesson!.id), { isChainConfirmed: true })
  // Whoever had it first, whoever passed it on, and who gives it.
  for (const name of ['王芳', '赵亮', '钱悦', '孙静'])
    expect((await messagesOf(name)).join('\n')).toContain('由孙静代课')
  await expect(again('孙静', '赵亮', true)).rejects.toThrow('已连续转代3次，请联系教务处')
  // The last cover is cancelled: the one before it gives the lesson again.
  await inOffice(async (ctx) => cancelCovers(ctx, await lockCases(ctx, [third.id]), '不需要了'))
  expect(await lessonNow(lesson!.id)).toMatchObject({ remark: '由钱悦代课', teacherIds: [who('钱悦').userId] })
  expect((await caseOf(second.id)).status).toBe('effective')
  const credits = () =>
    database.sql<{ userId: string; hundredths: number; month: string }>(
      `select member_id as "userId", hundredths, month_on::text as month from tenant.duty_credit
       where leg_id in (select id from tenant.cover_leg where lesson_id = $1)`,
      [lesson!.id],
    )
  await inOffice(completeGiven, minutesAfter(lesson!.span.endsAt, -1))
  expect(await credits()).toEqual([])
  for (let run = 0; run < 2; run++) await inOffice(completeGiven, minutesAfter(lesson!.span.endsAt, 1))
  expect(await credits()).toEqual([{ userId: who('钱悦').userId, hundredths: 100, month: '2026-11-01' }])
  expect((await caseOf(second.id)).status).toBe('done')
})

it('is withdrawn by the applicant before it is in force, by nobody else', async () => {
  const [lesson] = (await lessonsOf('周明', addDays(days[0], 9))).slice(-1)
  const [asked] = await apply('周明', [item(lesson!, { userIds: [who('孙静').userId] })])
  const withdraw = (name: string) => as(who(name), sunday, (ctx) => withdrawCover(ctx, { id: asked!.id }))
  await expect(withdraw('王芳')).rejects.toMatchObject({ ret: Ret.notFound })
  await withdraw('周明')
  expect((await caseOf(asked!.id)).status).toBe('recalled')
  expect((await messagesOf('孙静')).join('\n')).toContain('已撤回')
  await expect(answer('孙静', [asked!.id])).rejects.toThrow('该申请已处理')
  const given = await cover('周明', '孙静', lesson!)
  await expect(as(who('周明'), sunday, (ctx) => withdrawCover(ctx, { id: given.id }))).rejects.toThrow(
    '代调课已生效，请教务取消',
  )
})
