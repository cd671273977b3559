import { QueryClientProvider, QueryObserver, type QueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setWaitingCounts, useWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { endSession, startSession } from '#packages/web/core/session.ts'
import { messageApi, type MessageCounts, type StreamCounts } from '../../contract.ts'
import { openTodos } from '../queries.ts'
import CountsWatch from './counts-watch.tsx'

let root: Root
let client: QueryClient
let sendCounts: (counts: StreamCounts) => void
let opened: { address: string; authorization: string | null; signal: AbortSignal }[]

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const user = { userId: 'u', realName: '李敏', userType: 3, orgId: 'o', orgName: '实验学校', orgType: 1 }
  startSession({ ...user, token: '1.abc' })
  setWaitingCounts({ unread: 0, todo: 0, tasks: 0 })
  opened = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    opened.push({ address, authorization: new Headers(init.headers).get('authorization'), signal: init.signal! })
    const body = new ReadableStream<Uint8Array>({
      start: (control) => {
        sendCounts = (counts) => control.enqueue(new TextEncoder().encode(`${JSON.stringify(counts)}\n`))
      },
    })
    return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } })
  })
  client = createQueryClient()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <CountsWatch />
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

const receive = async (counts: MessageCounts, mark = 1) => {
  const before = useWaitingCounts.getState()
  await act(async () => sendCounts({ ...counts, mark }))
  await vi.waitFor(() => {
    expect(useWaitingCounts.getState()).toEqual(counts)
    expect(useWaitingCounts.getState()).not.toBe(before)
  })
}
/** The query keys that were invalidated by these counts. */
const stale = async (counts: MessageCounts, mark?: number) => {
  client.setQueryData(['message', 'todos'], [])
  client.setQueryData(['task', 'list'], [])
  await receive(counts, mark)
  return ['message', 'task'].filter((key) =>
    client
      .getQueryCache()
      .findAll({ queryKey: [key] })
      .some(({ state }) => state.isInvalidated),
  )
}

it('opens one stream per tab for the signed-in user and closes it at sign-out', async () => {
  expect(opened).toMatchObject([{ address: messageApi.stream.path, authorization: 'Bearer 1.abc' }])
  await receive({ unread: 3, todo: 1, tasks: 0 })
  await act(async () => endSession())
  expect(opened[0]!.signal.aborted).toBe(true)
  expect(opened).toHaveLength(1)
})

it('refetches unattended, without extending the session', async () => {
  const marks: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    marks.push(new Headers(init.headers).get('x-unattended'))
    return Response.json({ ret: 1, msg: '', data: { items: [], itemCount: 0, pageCount: 0 } })
  })
  const shown = new QueryObserver(client, openTodos)
  const leave = shown.subscribe(() => {})
  await vi.waitFor(() => expect(shown.getCurrentResult().isSuccess).toBe(true))
  await receive({ unread: 2, todo: 1, tasks: 0 })
  await receive({ unread: 3, todo: 1, tasks: 0 })
  await vi.waitFor(() => expect(marks).toEqual([null, '1']))
  leave()
})

it('fetches nothing twice for the first counts, but what was fetched before the stream was opened', async () => {
  client.setQueryData(['message', 'older'], [], { updatedAt: Date.now() - 60_000 })
  client.setQueryData(['message', 'todos'], [])
  await receive({ unread: 3, todo: 1, tasks: 0 })
  expect(client.getQueryState(['message', 'todos'])?.isInvalidated).toBe(false)
  expect(client.getQueryState(['message', 'older'])?.isInvalidated).toBe(true)
})

it('fetches the to-dos of the first page again only if there are more or fewer of them', async () => {
  const updatedAt = Date.now() - 60_000
  client.setQueryData(openTodos.queryKey, { items: [], itemCount: 1, pageCount: 1 }, { updatedAt })
  await receive({ unread: 3, todo: 1, tasks: 0 })
  expect(client.getQueryState(openTodos.queryKey)?.isInvalidated).toBe(false)
  await receive({ unread: 3, todo: 2, tasks: 0 })
  expect(client.getQueryState(openTodos.queryKey)?.isInvalidated).toBe(true)
})

it('refetches messages when their counts changed, and tasks when theirs did', async () => {
  await receive({ unread: 1, todo: 1, tasks: 0 })
  expect(await stale({ unread: 3, todo: 1, tasks: 0 })).toEqual(['message'])
  expect(await stale({ unread: 3, todo: 1, tasks: 2 })).toEqual(['task'])
  expect(await stale({ unread: 3, todo: 0, tasks: 2 })).toEqual(['message'])
})

it('refetches everything when the mark changed and the counts did not', async () => {
  const counts = { unread: 3, todo: 1, tasks: 0 }
  await receive(counts, 7)
  expect(await stale(counts, 7)).toEqual([])
  expect(await stale(counts, 5)).toEqual(['message', 'task'])
})
