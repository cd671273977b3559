import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '../call-error.ts'
import type { DeviceStore } from '../device-store.ts'
import type { OutboxEntry, OutboxOwner } from './outbox-entry.ts'
import { createOutbox, type Outbox } from './outbox.ts'

class MemoryStore implements DeviceStore<OutboxEntry> {
  readonly records = new Map<string, OutboxEntry>()
  get = (key: string) => Promise.resolve(structuredClone(this.records.get(key)))
  list = () => Promise.resolve([...this.records.values()].map((one) => structuredClone(one)))
  put = (key: string, value: OutboxEntry) => Promise.resolve(void this.records.set(key, structuredClone(value)))
  remove = (key: string) => Promise.resolve(void this.records.delete(key))
  change = (key: string, change: (value: OutboxEntry | undefined) => OutboxEntry | undefined) => {
    const changed = change(structuredClone(this.records.get(key)))
    if (changed) this.records.set(key, structuredClone(changed))
    return Promise.resolve()
  }
}

const wang: OutboxOwner = { userId: 'wang', orgId: 'school' }
const noAnswer = () => new CallError({ ret: Ret.unavailable, msg: '请求超时', status: 0 })
const refusal = (msg: string) => new CallError({ ret: Ret.refused, msg, status: 200 })

let store: MemoryStore
let owner: OutboxOwner | undefined
let isOnline: boolean
let sent: OutboxEntry[]
let keys: string[]
let answer: (entry: OutboxEntry) => unknown
let outbox: Outbox
let running: Promise<unknown>

const open = () =>
  createOutbox({
    store,
    send: (entry, key) => {
      sent.push(entry)
      keys.push(key)
      return Promise.resolve().then(() => answer(entry))
    },
    getOwner: () => owner,
    isOnline: () => isOnline,
    runAlone: (work) => {
      const turn = running.then(work)
      running = turn
      return turn
    },
    notifyTabs: () => {},
  })

beforeEach(() => {
  vi.useFakeTimers()
  store = new MemoryStore()
  owner = wang
  isOnline = true
  sent = []
  keys = []
  answer = () => ({ conflicts: [] })
  running = Promise.resolve()
  outbox = open()
})
afterEach(() => {
  outbox.stop()
  vi.useRealTimers()
})

type Marks = Record<string, string>
const save = (lesson: string, marks: Marks) =>
  outbox.enqueue<Marks>({
    subject: `roll:${lesson}`,
    path: '/api/rollCall/save',
    body: marks,
    join: (before) => ({ ...before, ...marks }),
  })
const states = () => outbox.getItems().map(({ state }) => state)
const settle = () => vi.advanceTimersByTimeAsync(0)

it('sends at once where there is a network, with its own id as the key, and forgets', async () => {
  const answers: unknown[] = []
  outbox.onSent((entry, given) => answers.push([entry.subject, given]))
  const id = await save('a', { p1: 'missing' })
  await settle()
  expect(sent).toMatchObject([{ id, body: { p1: 'missing' }, attempts: 1 }])
  expect(answers).toEqual([['roll:a', { conflicts: [] }]])
  expect(store.records.size).toBe(0)
})

it('keeps what is written without a network in one entry a subject, and sends it once when there is one', async () => {
  isOnline = false
  await save('a', { p1: 'missing' })
  await save('a', { p1: 'late', p2: 'missing' })
  await save('b', { p3: 'missing' })
  await outbox.flush()
  expect(sent).toEqual([])
  expect(states()).toEqual(['waiting', 'waiting'])
  // The page was closed and opened again.
  outbox = open()
  isOnline = true
  await Promise.all([outbox.flush(), outbox.flush()])
  expect(sent.map(({ body }) => body)).toEqual([{ p1: 'late', p2: 'missing' }, { p3: 'missing' }])
  expect(store.records.size).toBe(0)
})

it('does not change what may have arrived: the answer was lost, the next write is an entry of its own', async () => {
  answer = () => {
    throw noAnswer()
  }
  const first = await save('a', { p1: 'missing' })
  await settle()
  const second = await save('a', { p1: 'late' })
  await settle()
  expect(second).not.toBe(first)
  answer = () => null
  sent = []
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.map(({ id, body }) => [id, body])).toEqual([
    [first, { p1: 'missing' }],
    [second, { p1: 'late' }],
  ])
})

it('tries again with longer and longer pauses', async () => {
  answer = () => {
    throw noAnswer()
  }
  await save('a', { p1: 'missing' })
  await settle()
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toHaveLength(3)
  expect(states()).toEqual(['waiting'])
})

it('sends the others past one that the server cannot take, and tries that again later', async () => {
  answer = ({ subject }) => {
    if (subject === 'roll:a') throw new CallError({ ret: Ret.fault, msg: '系统出现异常', status: 500 })
    return null
  }
  isOnline = false
  await save('a', { p1: 'missing' })
  await save('b', { p1: 'missing' })
  isOnline = true
  await outbox.flush()
  expect(sent.map(({ subject }) => subject)).toEqual(['roll:a', 'roll:b'])
  expect(outbox.getItems()).toMatchObject([{ subject: 'roll:a', state: 'waiting', attempts: 1 }])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent.slice(2).map(({ subject }) => subject)).toEqual(['roll:a'])
  await vi.advanceTimersByTimeAsync(9_000)
  expect(sent).toHaveLength(3)
  // A write that is held does not wait for it.
  await outbox.enqueue({ subject: 'roll:c', path: '/api/rollCall/save', body: {}, holdMs: 500 })
  await vi.advanceTimersByTimeAsync(600)
  expect(sent.at(-1)).toMatchObject({ subject: 'roll:c' })
})

it('shows a refusal in the words of the server until it is dismissed, and sends the others', async () => {
  answer = ({ subject }) => {
    if (subject === 'roll:a') throw refusal('已超过补点时间')
    return null
  }
  isOnline = false
  const id = await save('a', { p1: 'missing' })
  await save('b', { p1: 'missing' })
  isOnline = true
  await outbox.flush()
  expect(outbox.getItems()).toMatchObject([{ id, state: 'refused', message: '已超过补点时间' }])
  await outbox.flush()
  expect(sent).toHaveLength(2)
  await outbox.dismiss(id)
  expect(outbox.getItems()).toEqual([])
})

it('keeps that there were conflicts, and no names', async () => {
  answer = () => ({ conflicts: [{ studentId: 'p1', name: '程诺' }] })
  await save('a', { p1: 'missing' })
  await settle()
  expect(outbox.getItems()).toMatchObject([{ state: 'conflict', conflictCount: 1 }])
  expect(JSON.stringify([...store.records.values()])).not.toContain('程诺')
  await outbox.flush()
  expect(sent).toHaveLength(1)
})

it('never sends what another user wrote, nor in another organisation, and keeps it for them', async () => {
  isOnline = false
  await save('a', { p1: 'missing' })
  isOnline = true
  for (const other of [{ userId: 'li', orgId: 'school' }, { userId: 'wang', orgId: 'bureau' }, undefined]) {
    owner = other
    await outbox.refresh()
    await outbox.flush()
    expect([sent, outbox.getItems()]).toEqual([[], []])
  }
  owner = wang
  await outbox.flush()
  expect(sent).toHaveLength(1)
})

it('shows what is older than a week instead of sending it', async () => {
  isOnline = false
  await save('a', { p1: 'missing' })
  await vi.advanceTimersByTimeAsync(7 * 24 * 60 * 60 * 1000 + 1)
  isOnline = true
  await outbox.flush()
  expect(sent).toEqual([])
  expect(states()).toEqual(['expired'])
})

it('waits when the session has ended', async () => {
  answer = () => {
    throw new CallError({ ret: Ret.sessionEnded, msg: '登录已失效', status: 200 })
  }
  await save('a', { p1: 'missing' })
  await settle()
  expect(states()).toEqual(['waiting'])
})

it('holds an entry for more, joins quick writes, and sends at once what is not held', async () => {
  const add = (marks: Marks, holdMs: number) =>
    outbox.enqueue<Marks>({
      subject: 'roll:a',
      path: '/api/rollCall/save',
      body: marks,
      join: (before) => ({ ...before, ...marks }),
      holdMs,
    })
  await Promise.all([add({ p1: 'missing' }, 4_000), add({ p2: 'missing' }, 4_000)])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1_100)
  expect(sent.map(({ body }) => body)).toEqual([{ p1: 'missing', p2: 'missing' }])
  await add({ p3: 'missing' }, 4_000)
  await add({ submit: 'yes' }, 0)
  await settle()
  expect(sent.map(({ body }) => body).at(-1)).toEqual({ p3: 'missing', submit: 'yes' })
})

it('says when it was sent each time, under another key', async () => {
  answer = () => {
    throw noAnswer()
  }
  const begin = Date.now()
  await outbox.enqueue({ subject: 'a', path: '/api/rollCall/save', body: { sentAt: '' }, stamp: 'sentAt' })
  await vi.advanceTimersByTimeAsync(6_000)
  expect(sent.map(({ body }) => Date.parse((body as { sentAt: string }).sentAt) - begin)).toEqual([0, 5_000])
  expect(new Set(keys).size).toBe(2)
})
