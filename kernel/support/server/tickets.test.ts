import { beforeAll, expect, it } from 'vitest'
import { aUserWithRoles, twoSchoolsWithRoles } from '#kernel/access/server/example.ts'
import type { OrgNode } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { newId, Ret, type Actor, wholeDistrict, orgTreeScope } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import { createActor, useDatabase } from '#packages/testing'
import type { TicketForm } from '../contract.ts'
import module from './module.ts'
import { answerTicket, createTicket, tickets, withdrawTicket } from './tickets.ts'

const database = useDatabase()
const { as } = database
let li: Actor
let administrator: Actor
let colleague: Actor
let otherAdministrator: Actor
let district: Actor

beforeAll(() =>
  as(createActor(), async (ctx) => {
    const { bureau, school, other } = await twoSchoolsWithRoles(ctx)
    const manager = (name: string, at: OrgNode) =>
      aUserWithRoles(ctx, ['school-admin'], { name, at, can: { 'support.answer': orgTreeScope(at) } })
    li = await aTeacher(ctx, { name: '李敏', at: school })
    colleague = await aTeacher(ctx, { name: '王强', at: school })
    administrator = await manager('赵管理', school)
    otherAdministrator = await manager('钱管理', other)
    const can = { 'support.answer': wholeDistrict }
    district = await aUserWithRoles(ctx, ['district-admin'], { name: '孙管理', at: bureau, can })
  }),
)

const form: TicketForm = { title: '花名册打不开', text: '学生张小明 330199201501010011 不见了', page: '', files: [] }
const ask = async (who: Actor, change: Partial<TicketForm> = {}) =>
  (await as(who, (ctx) => createTicket(ctx, { ...form, ...change }))).id
const answer = (who: Actor, id: string) => as(who, (ctx) => answerTicket(ctx, { id, text: '已恢复' }))
const firstPage = { keyword: '', orgId: null, pageNumber: 1, pageSize: 200 }
const listed = async (who: Actor, box?: 'mine' | 'others') =>
  (await as(who, (ctx) => tickets.list(ctx, { ...firstPage, box }))).items.map(({ id }) => id)
const listMessages = async (who: Actor) =>
  (
    await database.sql<{ title: string; done: boolean }>(
      `select b.title, m.done_at is not null as done from tenant.message m
       join tenant.message_batch b on b.district_id = m.district_id and b.id = m.batch_id and b.at = m.at
       where m.person_id = $1 order by m.at`,
      [who.personId],
    )
  ).map(({ title, done }) => `${title}${done ? ' ✓' : ''}`)

it('a ticket creates a todo for the school’s administrators, and the answer closes it and notifies the asker', async () => {
  const id = await ask(li, { title: '投影仪坏了' })
  expect(await listMessages(administrator)).toContain('待答复：投影仪坏了')
  expect(await listMessages(otherAdministrator)).not.toContain('待答复：投影仪坏了')
  expect(await listMessages(district)).not.toContain('待答复：投影仪坏了')
  await answer(administrator, id)
  expect(await listMessages(administrator)).toContain('待答复：投影仪坏了 ✓')
  expect(await listMessages(li)).toContain('已答复：投影仪坏了')
  expect(await as(li, (ctx) => tickets.get(ctx, { id }))).toMatchObject({
    status: 'answered',
    answer: '已恢复',
    answerer: { name: '赵管理' },
    isMine: true,
    mayAnswer: false,
  })
})

it('goes to the administrators of the district if the organisation has none', async () => {
  await ask(district, { title: '系统很慢' })
  expect(await listMessages(district)).toContain('待答复：系统很慢')
})

it('is readable for the asker and for those who may answer, and not found by others', async () => {
  const id = await ask(li)
  expect(await as(administrator, (ctx) => tickets.get(ctx, { id }))).toMatchObject({ text: form.text, mayAnswer: true })
  expect(await as(li, (ctx) => tickets.get(ctx, { id }))).toMatchObject({ mayAnswer: false })
  for (const other of [colleague, otherAdministrator, { ...district, districtId: database.away }]) {
    expect(await as(other, (ctx) => tickets.canRead(ctx, id))).toBe(false)
    await expect(as(other, (ctx) => tickets.get(ctx, { id }))).rejects.toMatchObject({ ret: Ret.notFound })
    expect(await listed(other)).not.toContain(id)
  }
  await expect(answer(otherAdministrator, id)).rejects.toMatchObject({ ret: Ret.notFound })
  await expect(answer(li, id)).rejects.toMatchObject({ ret: Ret.forbidden })
})

it('is in the list of the asker and of those who may answer', async () => {
  const hers = await ask(li)
  const own = await ask(administrator)
  expect(await listed(li, 'mine')).toContain(hers)
  expect(await listed(li, 'others')).toEqual([])
  expect(await listed(administrator, 'others')).toContain(hers)
  expect(await listed(administrator, 'others')).not.toContain(own)
  expect(await listed(administrator)).toEqual(expect.arrayContaining([hers, own]))
})

it('accepts one of two concurrent answers, and refuses answers to a withdrawn ticket', async () => {
  const id = await ask(li)
  const results = await Promise.allSettled([answer(administrator, id), answer(district, id)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(as(li, (ctx) => withdrawTicket(ctx, { id }))).rejects.toThrow('已有人答复，不能撤回')

  const other = await ask(li, { title: '误报' })
  await expect(as(colleague, (ctx) => withdrawTicket(ctx, { id: other }))).rejects.toMatchObject({ ret: Ret.notFound })
  await as(li, (ctx) => withdrawTicket(ctx, { id: other }))
  expect(await listMessages(administrator)).toContain('待答复：误报 ✓')
  await expect(answer(administrator, other)).rejects.toThrow('已被撤回')
})

it('is stored encrypted', async () => {
  const id = await ask(li)
  await answer(administrator, id)
  const [row] = await database.sql<{ text: Buffer; answer: Buffer }>(
    'select text, answer from tenant.support_ticket where id = $1',
    [id],
  )
  expect(row!.text.includes(Buffer.from('330199'))).toBe(false)
  expect(row!.answer.includes(Buffer.from('已恢复'))).toBe(false)
})

it('is refused with another person’s file', async () => {
  await expect(ask(li, { title: '带附件', files: [newId()] })).rejects.toMatchObject({ ret: Ret.notFound })
  expect(await listMessages(administrator)).not.toContain('待答复：带附件')
})

it('filters by days in Chinese time, both ends included', async () => {
  const [before, first, last, after] = await Promise.all(['甲', '乙', '丙', '丁'].map((title) => ask(li, { title })))
  const moments = ['2026-03-08T15:59:59Z', '2026-03-08T16:00:00Z', '2026-03-10T15:59:59Z', '2026-03-10T16:00:00Z']
  for (const [at, id] of [before, first, last, after].entries())
    await database.sql('update tenant.support_ticket set created_at = $2 where id = $1', [id, moments[at]])
  const within = async (from: string | null, to: string | null) => {
    const { items } = await as(li, (ctx) => tickets.list(ctx, { ...firstPage, box: 'mine', createdAt: { from, to } }))
    return items.map(({ title }) => title).filter((title) => ['甲', '乙', '丙', '丁'].includes(title))
  }
  expect(await within('2026-03-09', '2026-03-10')).toEqual(['丙', '乙'])
  expect(await within(null, '2026-03-08')).toEqual(['甲'])
  expect(await within('2026-03-11', null)).toEqual(['丁'])
  expect(await within(null, null)).toEqual(['丁', '丙', '乙', '甲'])
})

it('counts the tickets of one organisation and one day, and of no other', async () => {
  const [at, soon, late] = ['2026-03-02T01:00:00Z', '2026-03-02T09:00:00Z', '2026-03-04T09:00:00Z'].map(
    (time) => new Date(time),
  )
  await as(createActor(), async (ctx) => {
    for (const table of ['message_batch', 'message']) await ensureMonthPartitions(ctx.db, table, at!, 2)
  })
  const askAt = (who: Actor) => as(who, async (ctx) => (await createTicket({ ...ctx, now: at! }, form)).id)
  const answerAt = (id: string, now: Date) =>
    as(administrator, (ctx) => answerTicket({ ...ctx, now }, { id, text: '已恢复' }))
  await answerAt(await askAt(li), soon!)
  await answerAt(await askAt(li), late!)
  await askAt(otherAdministrator)
  const count = (orgId: string, day: string, who = li) =>
    as(who, async (ctx) => {
      const facts: Record<string, unknown> = {}
      for (const { code, count: run } of module.metricCounts!) facts[code] = await run(ctx, { orgId, day })
      return facts
    })
  expect(await count(li.orgId, '2026-03-02')).toEqual({
    'support.asked': [{ value: 2 }],
    'support.open': [{ value: 1 }],
    'support.answered-within-a-day': [{ value: 1, of: 2 }],
  })
  expect(await count(li.orgId, '2026-03-04')).toMatchObject({
    'support.asked': [{ value: 0 }],
    'support.open': [{ value: 0 }],
  })
  expect(await count(otherAdministrator.orgId, '2026-03-02')).toMatchObject({ 'support.asked': [{ value: 1 }] })
  const stranger = { ...li, districtId: database.away }
  expect(await count(li.orgId, '2026-03-02', stranger)).toMatchObject({ 'support.asked': [{ value: 0 }] })
})
