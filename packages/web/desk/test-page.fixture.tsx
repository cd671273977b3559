import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { createTestRoot } from './test-root.fixture.tsx'

interface Call {
  path: string
  query: Record<string, string>
  body: unknown
}
type Answer = (call: Call) => unknown

/** A part of a page with a fake server: its answers by path, and the received calls. */
export function createTestPage(answers: Record<string, Answer>) {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, 'http://localhost')
    const body = bodyOf(init?.body)
    const call = { path: url.pathname, query: Object.fromEntries(url.searchParams), body }
    calls.push(call)
    const answer = answers[url.pathname]
    const [ret, data] = answer ? [1, answer(call)] : [-5, null]
    return new Response(JSON.stringify({ ret, msg: '', data, executeTime: 1, success: ret === 1 }))
  })
  const stage = createTestRoot()
  let at = ''
  function Watch() {
    const { pathname, search } = useLocation()
    at = pathname + search
    return null
  }
  const client = createQueryClient()
  return {
    calls,
    client,
    /** The current address. */
    at: () => at,
    callsTo: (path: string) => calls.filter((call) => call.path === path),
    show: async (part: ReactNode) => {
      await stage.show(
        <QueryClientProvider client={client}>
          <MemoryRouter>
            <Watch />
            {part}
          </MemoryRouter>
        </QueryClientProvider>,
      )
      await settle()
    },
    close: async () => {
      await stage.close()
      vi.unstubAllGlobals()
    },
  }
}

function bodyOf(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  return body ? JSON.parse(body as string) : undefined
}

/** Waits for pending work; the clock is the test's own. */
export const settle = (ms = 20) => act(() => vi.advanceTimersByTimeAsync(ms))
