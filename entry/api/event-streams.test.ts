import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId, type Actor } from '#packages/core'
import { inDistrict, signalPersons } from '#packages/db'
import { useDatabase, type World } from '#packages/testing'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { messageApi, type StreamCounts as Counts } from '#kernel/message/contract.ts'
import { closeTodos, defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { loadModules } from '../modules.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
const note = defineTemplate({ code: 'test.note', kind: 'notice', title: '通知', body: '' })
const todo = defineTemplate({ code: 'test.todo', kind: 'todo', title: '待办', body: '' })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const hire = () => world.people.hire(world.home.districtId, world.home.school.id, ['teacher'])
const send = (template: typeof note, people: readonly Actor[], id = newId()) =>
  inDistrict(database.cells, world.home.districtId, (db) =>
    sendMessages(createPlatformCtx(database.app, world.home.districtId, db, new Date()), template, {
      to: people.map(({ personId }) => personId),
      values: {},
      subject: { kind: 'test', id },
    }),
  )

/** An open event stream, with the counters that it has received. */
async function open(who: Actor) {
  const token = await world.people.session(who)
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(app.listeningOrigin + messageApi.stream.path, { headers, signal: leaving.signal })
  const seen: Counts[] = []
  const window = { seen, token, isOver: false, leave: () => leaving.abort(), post }
  void (async () => {
    let text = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
        if (end > 0) seen.push(JSON.parse(text.slice(0, end)) as Counts)
        text = text.slice(end + 1)
      }
    }
    window.isOver = true
  })().catch(() => {})
  await eventually(() => expect(seen).not.toEqual([]))
  return window

  async function post(path: string, body: object) {
    const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
    return (await fetch(app.listeningOrigin + path, { ...sent, body: JSON.stringify(body) })).json() as Promise<{
      ret: number
    }>
  }
}
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })
const expectCounts = (window: { seen: Counts[] }, counts: Partial<Counts>) =>
  eventually(() => expect(window.seen.at(-1)).toMatchObject(counts))

describe('an open event stream', () => {
  it('gets the current counters at once, then only changes', async () => {
    const [li, wang] = [await hire(), await hire()]
    await send(note, [li])
    const [hers, his] = [await open(li), await open(wang)]
    const mark = expect.any(Number) as number
    expect(hers.seen).toEqual([{ unread: 1, todo: 0, tasks: 0, mark }])
    expect(his.seen).toEqual([{ unread: 0, todo: 0, tasks: 0, mark }])
    await send(todo, [li], 'T1')
    await expectCounts(hers, { unread: 2, todo: 1 })
    await inDistrict(database.cells, li.districtId, (db) =>
      closeTodos(createPlatformCtx(database.app, li.districtId, db, new Date()), { kind: 'test', id: 'T1' }),
    )
    await expectCounts(hers, { unread: 1, todo: 0 })
    expect(his.seen).toHaveLength(1)
    for (const window of [hers, his]) window.leave()
  })

  it('gets what was read in another window', async () => {
    const li = await hire()
    await send(note, [li])
    const [one, other] = [await open(li), await open(li)]
    expect(await one.post(messageApi.readAll.path, {})).toMatchObject({ ret: 1 })
    await expectCounts(other, { unread: 0 })
    for (const window of [one, other]) window.leave()
  })

  it('is notified of a change even if no counter changed; a second window of the same person is no change', async () => {
    const li = await hire()
    const window = await open(li)
    const second = await open(li)
    expect(window.seen).toHaveLength(1)
    await inDistrict(database.cells, li.districtId, (db) => signalPersons(db, [li.personId]))
    await eventually(() => expect(window.seen).toHaveLength(2))
    const [before, after] = window.seen
    expect(after).toEqual({ ...before, mark: expect.any(Number) as number })
    expect(after!.mark).not.toBe(before!.mark)
    for (const one of [window, second]) one.leave()
  })

  it('gets nothing of a transaction that was rolled back', async () => {
    const li = await hire()
    const window = await open(li)
    await inDistrict(database.cells, li.districtId, async (db) => {
      const message = { to: [li.personId], values: {}, subject: { kind: 'test', id: newId() } }
      await sendMessages(createPlatformCtx(database.app, li.districtId, db, new Date()), note, message)
      throw new Error('changed my mind')
    }).catch(() => {})
    await send(note, [li])
    await expectCounts(window, { unread: 1 })
    expect(window.seen).toHaveLength(2)
    window.leave()
  })

  it('costs few queries, however many streams and events there are', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, hire))
    const windows = []
    for (const person of people) windows.push(await open(person))
    let questions = 0
    const count = () => void questions++
    const pool = database.cells.pool(1)
    pool.on('acquire', count)
    for (let at = 0; at < 5; at++) await send(note, people)
    for (const window of windows) await expectCounts(window, { unread: 5 })
    pool.off('acquire', count)
    // The five sends themselves, without one query per stream.
    expect(questions).toBeLessThan(5 + people.length)
    for (const window of windows) window.leave()
  })

  it('catches up after the database connection was cut', async () => {
    const li = await hire()
    const window = await open(li)
    // Notifications sent before the connection is back are lost.
    await database.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'qiming-signals' and datname = current_database()",
    )
    await send(note, [li])
    await expectCounts(window, { unread: 1 })
    expect(window.isOver).toBe(false)
    window.leave()
  })

  it('ends when its owner signs out', async () => {
    const li = await hire()
    const [ending, staying] = [await open(li), await open(li)]
    expect(await ending.post('/api/users/logout', {})).toMatchObject({ ret: 1 })
    await app.streams.recheck()
    await eventually(() => expect(ending.isOver).toBe(true))
    expect(staying.isOver).toBe(false)
    staying.leave()
  })

  it('does not keep a session from timing out', async () => {
    const li = await hire()
    const window = await open(li)
    await database.sql("update tenant.session set seen_at = now() - interval '5 hours' where person_id = $1", [
      li.personId,
    ])
    await app.streams.recheck()
    await eventually(() => expect(window.isOver).toBe(true))
  })

  it('that reconnects again and again does not count as use of the session, unlike a request', async () => {
    const li = await hire()
    const hoursSinceUse = async (path: string) => {
      const other = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
      await other.listen({ port: 0, host: '127.0.0.1' })
      const authorization = `Bearer ${await world.people.session(li)}`
      await database.sql("update tenant.session set seen_at = now() - interval '3 hours' where person_id = $1", [
        li.personId,
      ])
      const leaving = new AbortController()
      await fetch(other.listeningOrigin + path, { headers: { authorization }, signal: leaving.signal })
      leaving.abort()
      await other.close() // writes the last use of the sessions
      const [row] = await database.sql<{ hours: number }>(
        'select min(extract(epoch from now() - seen_at) / 3600)::int as hours from tenant.session where person_id = $1',
        [li.personId],
      )
      return row!.hours
    }
    expect(await hoursSinceUse(messageApi.stream.path)).toBe(3)
    expect(await hoursSinceUse(messageApi.unreadCount.path)).toBe(0)
  })

  it('ends when the membership of its owner ends', async () => {
    const li = await hire()
    const window = await open(li)
    await database.sql("update tenant.membership set valid = '[2020-01-01,2020-02-01)' where person_id = $1", [
      li.personId,
    ])
    await app.streams.recheck()
    await eventually(() => expect(window.isOver).toBe(true))
  })
})
