import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { aBureau, aSchool } from '#kernel/org/server/example.ts'
import { newId, Ret, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { MessageKind } from '../contract.ts'
import { createTestQueue } from './jobs.fixture.ts'
import {
  listMessages,
  getOwnMessageCounts,
  markAllMessagesRead,
  getMessage,
  markMessagesRead,
  removeMessages,
} from './service/messages.ts'
import { closeTodos, sendMessages, type NewMessage, createMessagesJob } from './service/send-messages.ts'
import { defineTemplate, type MessageTemplate } from './message-templates.ts'

const database = useDatabase()
const { as } = database
const queue = createTestQueue(database, [createMessagesJob])
const leaveRequested = defineTemplate({
  code: 'test.asked',
  kind: 'todo',
  title: '{name}请假',
  body: '{name}请假{days}天',
})
const moved = defineTemplate({ code: 'test.moved', kind: 'notice', title: '{what}改期', body: '请留意。' })
const storm = defineTemplate({ code: 'test.storm', kind: 'alert', title: '台风预警', body: '' })
const words = { name: '李敏', days: '2', what: '教研会' }
let school: string
let otherSchool: string
const sender = createActor()

beforeAll(() =>
  as(sender, async (ctx) => {
    const bureau = await aBureau(ctx)
    school = (await aSchool(ctx, bureau)).id
    otherSchool = (await aSchool(ctx, bureau, '文澜中学')).id
  }),
)
beforeEach(async () => {
  await database.sql('truncate tenant.message, tenant.message_batch, tenant.message_delivery')
  await queue.forget()
})

const about = (id: string) => ({ kind: 'leave', id })
const send = (template: MessageTemplate, to: NewMessage['to'], rest: Partial<NewMessage> = {}, now?: Date) =>
  as(sender, (ctx) =>
    sendMessages(now ? { ...ctx, now } : ctx, template, { to, values: words, subject: about(newId()), ...rest }),
  )
const everything = { state: 'all', keyword: '', pageNumber: 1, pageSize: 20 } as const
const list = async (who: Actor, query: Partial<Parameters<typeof listMessages>[1]> = {}) =>
  (await as(who, (ctx) => listMessages(ctx, { ...everything, ...query }))).items
const titles = async (who: Actor, query: Partial<Parameters<typeof listMessages>[1]> = {}) =>
  (await list(who, query)).map(({ title }) => title)
const counts = async (who: Actor) => {
  const { unread, todo } = await as(who, (ctx) => getOwnMessageCounts(ctx))
  return { unread, todo }
}
const minutes = (number: number) => new Date(Date.now() + number * 60_000)
const copies = async () => (await database.sql<{ count: number }>('select count(*) from tenant.message'))[0]!.count

describe('a message', () => {
  it('reaches everybody once with its text and its link', async () => {
    const [li, wang] = [createActor(), createActor()]
    await send(leaveRequested, [li.personId, wang.personId, li.personId], { url: '/leave/7', orgId: school })
    expect(await list(li)).toMatchObject([
      {
        kind: 'todo',
        title: '李敏请假',
        body: '李敏请假2天',
        url: '/leave/7',
        orgName: '实验小学',
        orgId: school,
        readAt: null,
        doneAt: null,
        isUrgent: false,
        dueAt: null,
      },
    ])
    expect(await titles(wang)).toEqual(['李敏请假'])
  })

  it('reaches a person with two memberships once', async () => {
    const { personId } = sender
    await send(moved, [
      { personId, orgId: otherSchool },
      { personId, orgId: school },
    ])
    expect((await list(sender)).map(({ orgName }) => orgName)).toEqual(['文澜中学'])
  })

  it('is not sent when its transaction is rolled back, to few or to many', async () => {
    for (const count of [1, 300]) {
      const people = Array.from({ length: count }, () => newId())
      await as(sender, async (ctx) => {
        await sendMessages(ctx, moved, { to: people, values: words, subject: about('1') })
        throw new Error('changed my mind')
      }).catch(() => {})
    }
    expect(await copies()).toBe(0)
    expect(await database.sql('select id from tenant.message_batch')).toEqual([])
    expect(await queue.waiting(createMessagesJob.name)).toEqual([])
  })

  it('sent again within ten minutes is stored once; later it is new', async () => {
    const li = createActor()
    await send(moved, [li.personId], { subject: about('1') })
    await send(moved, [li.personId], { subject: about('1') }, minutes(9))
    expect(await titles(li)).toHaveLength(1)
    await send(moved, [li.personId], { subject: about('2') })
    await send(storm, [li.personId], { subject: about('1') })
    await send(moved, [li.personId], { subject: about('1') }, minutes(11))
    expect(await titles(li)).toHaveLength(4)
  })

  it('that two send at the same moment is stored once', async () => {
    const li = createActor()
    const again = () => send(moved, [li.personId], { subject: about('race') })
    let second: Promise<void> | undefined
    let isThrough = false
    await as(sender, async (ctx) => {
      await sendMessages(ctx, moved, { to: [li.personId], values: words, subject: about('race') })
      second = again().then(() => void (isThrough = true))
      // Ends only when the other transaction waits for the lock, or did not wait at all.
      const waits = () => database.sql("select from pg_locks where locktype = 'advisory' and not granted")
      await vi.waitFor(async () => expect(isThrough || (await waits()).length > 0).toBe(true), { timeout: 60_000 })
    })
    await second
    expect(await copies()).toBe(1)
  })

  it('with a missing value or a foreign link throws', async () => {
    await expect(send(moved, [newId()], { values: {} })).rejects.toThrow('{what}')
    await expect(send(moved, [newId()], { url: 'https://evil.example' })).rejects.toThrow('page of ours')
    await expect(send(moved, [newId()], { url: '//evil.example' })).rejects.toThrow('page of ours')
  })

  it('that is too long is cut, not refused', async () => {
    const li = createActor()
    await send(moved, [li.personId], { values: { what: '会'.repeat(500) } })
    expect((await titles(li))[0]).toHaveLength(200)
  })
})

describe('a large audience', () => {
  const people = Array.from({ length: 1_234 }, () => newId())

  it('gets its copies from jobs of five hundred, which may run twice', async () => {
    await send(moved, [...people, people[0]!], { orgId: school })
    const jobs = await queue.waiting(createMessagesJob.name)
    const sizes = jobs.map(({ data }) => (data.data['personIds'] as string[]).length)
    expect(sizes.toSorted((a, b) => b - a)).toEqual([500, 500, 234])
    expect(await copies()).toBe(0)
    for (const job of [...jobs, ...jobs]) await queue.run(job)
    expect(await copies()).toBe(1_234)
    expect(await counts(createActor({ personId: people[1_000]! }))).toEqual({ unread: 1, todo: 0 })
  })

  it('gets done copies when the to-do is closed before all copies exist', async () => {
    await send(leaveRequested, people, { subject: about('done soon') })
    const [first, ...rest] = await queue.waiting(createMessagesJob.name)
    await queue.run(first!)
    await as(sender, (ctx) => closeTodos(ctx, about('done soon')))
    for (const job of rest) await queue.run(job)
    const open = await database.sql('select id from tenant.message where done_at is null')
    expect([await copies(), open.length]).toEqual([1_234, 0])
  })
})

describe('a to-do', () => {
  it('is done for everybody when its subject is settled, and not before', async () => {
    const [li, wang] = [createActor(), createActor()]
    await send(leaveRequested, [li.personId, wang.personId], { subject: about('1') })
    await send(leaveRequested, [li.personId], { subject: about('2') })
    const { id } = (await list(li)).find(({ kind }) => kind === 'todo')!
    await as(li, (ctx) => markMessagesRead(ctx, { ids: [id] }))
    expect(await counts(li)).toEqual({ unread: 1, todo: 2 })
    expect(await as(li, (ctx) => removeMessages(ctx, { ids: [id] }))).toEqual({ removed: 0 })
    await as(sender, (ctx) => closeTodos(ctx, about('1')))
    await as(sender, (ctx) => closeTodos(ctx, about('1')))
    expect(await counts(li)).toMatchObject({ todo: 1 })
    expect(await counts(wang)).toEqual({ unread: 0, todo: 0 })
    expect((await list(wang))[0]!.doneAt).not.toBeNull()
    expect(await titles(li, { state: 'open' })).toHaveLength(1)
  })

  it('that is sent again after it was done is a new one, however soon', async () => {
    const li = createActor()
    await send(leaveRequested, [li.personId], { subject: about('1') })
    await as(sender, (ctx) => closeTodos(ctx, about('1')))
    await send(leaveRequested, [li.personId], { subject: about('1') })
    expect(await counts(li)).toEqual({ unread: 1, todo: 1 })
    expect(await titles(li)).toHaveLength(2)
  })

  it('is not closed by a subject of another district or another kind', async () => {
    const li = createActor()
    await send(leaveRequested, [li.personId], { subject: about('1') })
    await as(sender, (ctx) => closeTodos(ctx, { kind: 'purchase', id: '1' }))
    await as(createActor({ districtId: database.away }), (ctx) => closeTodos(ctx, about('1')))
    expect(await counts(li)).toMatchObject({ todo: 1 })
  })
})

describe('own messages', () => {
  it('are filtered by kind, state and keyword, newest first', async () => {
    const li = createActor()
    await send(leaveRequested, [li.personId], {}, minutes(-30))
    await send(moved, [li.personId], { values: { what: '100%达标_会议' } }, minutes(-20))
    await send(storm, [li.personId], {}, minutes(-10))
    expect(await titles(li)).toEqual(['台风预警', '100%达标_会议改期', '李敏请假'])
    expect(await titles(li, { kind: 'notice' })).toEqual(['100%达标_会议改期'])
    expect(await titles(li, { keyword: '0%达标_' })).toEqual(['100%达标_会议改期'])
    expect(await titles(li, { keyword: '%会' })).toEqual([])
    expect(await titles(li, { keyword: '请假2天' })).toEqual(['李敏请假'])
    expect(await titles(li, { state: 'open' })).toEqual(['李敏请假'])
    const page = await as(li, (ctx) => listMessages(ctx, { ...everything, pageSize: 2, pageNumber: 2 }))
    expect(page).toMatchObject({ itemCount: 3, pageCount: 2, items: [{ title: '李敏请假' }] })
  })

  it('can be sorted by due date, with the overdue ones counted beyond the page', async () => {
    const li = createActor()
    const due = (name: string, dueAt?: Date) =>
      send(leaveRequested, [li.personId], { values: { name, days: '1' }, ...(dueAt ? { dueAt } : {}) })
    await due('最迟', minutes(-60))
    for (const name of ['甲', '乙']) await due(name)
    await due('稍后', minutes(60))
    await due('刚过', minutes(-1))
    const query = { ...everything, state: 'open', sort: 'due', pageSize: 1 } as const
    const page = await as(li, (ctx) => listMessages(ctx, query))
    expect(page).toMatchObject({ itemCount: 5, late: 2, items: [{ title: '最迟请假' }] })
    expect(await titles(li, { sort: 'due' })).toEqual(['最迟请假', '刚过请假', '稍后请假', '乙请假', '甲请假'])
  })

  it('cannot be read, marked or removed by others', async () => {
    const [li, wang] = [createActor(), createActor()]
    await send(moved, [li.personId])
    const { id } = (await list(li))[0]!
    const elsewhere = { ...li, districtId: database.away }
    for (const other of [wang, elsewhere]) {
      const tries: ((ctx: Ctx) => Promise<unknown>)[] = [
        (ctx) => getMessage(ctx, id),
        (ctx) => markMessagesRead(ctx, { ids: [id] }),
        (ctx) => removeMessages(ctx, { ids: [id] }),
      ]
      for (const attempt of tries) await expect(as(other, attempt)).rejects.toMatchObject({ ret: Ret.notFound })
      await as(other, (ctx) => markAllMessagesRead(ctx, {}))
      expect(await titles(other)).toEqual([])
    }
    expect(await counts(li)).toEqual({ unread: 1, todo: 0 })
    expect(await as(li, (ctx) => getMessage(ctx, id))).toMatchObject({ title: '教研会改期', readAt: null })
  })

  it('that were removed are not found by their id', async () => {
    const li = createActor()
    await send(moved, [li.personId])
    const { id } = (await list(li))[0]!
    expect(await as(li, (ctx) => removeMessages(ctx, { ids: [id] }))).toEqual({ removed: 1 })
    await expect(as(li, (ctx) => getMessage(ctx, id))).rejects.toMatchObject({ ret: Ret.notFound })
    expect([await titles(li), await counts(li)]).toEqual([[], { unread: 0, todo: 0 }])
  })
})

describe('the message counts', () => {
  it('include unread messages of ninety days and every open to-do', async () => {
    const li = createActor()
    for (const table of ['message', 'message_batch'])
      await database.sql('select tenant.ensure_month_partitions($1, $2, 5)', [table, minutes(-100 * 24 * 60)])
    await send(moved, [li.personId], {}, minutes(-91 * 24 * 60))
    await send(leaveRequested, [li.personId], {}, minutes(-91 * 24 * 60))
    await send(moved, [li.personId], {}, minutes(-89 * 24 * 60))
    expect(await counts(li)).toEqual({ unread: 1, todo: 1 })
  })

  it('equal a slow count after any reading, removing and closing', async () => {
    type Step = { do: 'send' | 'read' | 'remove' | 'readAll' | 'close'; kind: MessageKind; at: number }
    const step: fc.Arbitrary<Step> = fc.record({
      do: fc.constantFrom('send', 'send', 'read', 'remove', 'readAll', 'close'),
      kind: fc.constantFrom('todo', 'notice', 'alert'),
      at: fc.nat(7),
    })
    const templates = { todo: leaveRequested, notice: moved, alert: storm }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const li = createActor()
        for (const { do: what, kind, at } of steps) {
          const all = await list(li, { pageSize: 200 })
          const ids = all.length > 0 ? [all[at % all.length]!.id] : []
          if (what === 'send') await send(templates[kind], [li.personId], { subject: about(`${li.personId}${at}`) })
          if (what === 'read' && ids.length > 0) await as(li, (ctx) => markMessagesRead(ctx, { ids }))
          if (what === 'remove' && ids.length > 0) await as(li, (ctx) => removeMessages(ctx, { ids }))
          if (what === 'readAll') await as(li, (ctx) => markAllMessagesRead(ctx, { kind }))
          if (what === 'close') await as(sender, (ctx) => closeTodos(ctx, about(`${li.personId}${at}`)))
        }
        const all = await list(li, { pageSize: 200 })
        const slow = {
          unread: all.filter(({ readAt, doneAt }) => readAt === null && doneAt === null).length,
          todo: all.filter(({ kind, doneAt }) => kind === 'todo' && doneAt === null).length,
        }
        expect(await counts(li)).toEqual(slow)
        expect(await titles(li, { state: 'unread', pageSize: 200 })).toHaveLength(slow.unread)
      }),
      { numRuns: 25 },
    )
  })
})
