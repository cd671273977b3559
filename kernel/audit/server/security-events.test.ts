import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { SecurityEventKind } from '../contract.ts'
import { SecurityEvents } from './api.ts'

const database = useDatabase()
const failures: unknown[] = []
let events: SecurityEvents
beforeAll(() => void (events = new SecurityEvents(database.cells, (error) => failures.push(error))))
afterAll(() => events.close())

/** The beginning of a minute. */
const now = new Date(Math.floor(Date.now() / 60_000) * 60_000)
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const newcomer = () => createActor({ sessionId: newId() })
const attempt = (actor: Actor, route: string, at = now, kind: SecurityEventKind = 'forbidden') =>
  events.note({ kind, actor, address: '10.2.3.4', route, title: `标题 ${route}`, requestId: newId(), now: at })
const rowsOf = ({ sessionId }: Actor) =>
  database.sql<{ route: string; count: number; kind: string }>(
    'select route, count, kind from tenant.security_event where session_id = $1 order by at, count',
    [sessionId],
  )

it('writes the first event at once and all others of the same minute as one row with a count', async () => {
  const li = newcomer()
  for (let times = 0; times < 1_000; times++) attempt(li, '/api/x', later(times % 50))
  await events.flush(later(50))
  expect(await rowsOf(li)).toEqual([{ route: '/api/x', count: 1, kind: 'forbidden' }])
  await events.flush(later(61))
  expect(await rowsOf(li)).toMatchObject([{ count: 1 }, { count: 999 }])
})

it('distinguishes ten events per minute and session and sums up the rest', async () => {
  const li = newcomer()
  for (let at = 0; at < 5_000; at++) attempt(li, `/api/${at}`, now, at % 2 ? 'not-found' : 'forbidden')
  await events.flush(later(61))
  const rows = await rowsOf(li)
  expect(rows.length).toBeLessThanOrEqual(14)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(5_000)
  expect(rows.filter(({ route }) => route === '').length).toBe(4)
})

it('starts again with the next minute and counts each session separately', async () => {
  const [li, wang] = [newcomer(), newcomer()]
  for (const who of [li, wang]) for (const seconds of [0, 10, 70]) attempt(who, '/api/x', later(seconds))
  await events.flush(later(200))
  for (const who of [li, wang]) expect((await rowsOf(who)).map(({ count }) => count)).toEqual([1, 1, 1])
  expect(failures).toEqual([])
})
