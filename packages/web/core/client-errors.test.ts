import { beforeEach, expect, it, vi } from 'vitest'
import { Ret } from '#packages/core'

beforeEach(() => {
  sessionStorage.clear()
  vi.resetModules()
})

/** The list in a freshly opened tab. */
async function begin(isProduction = true) {
  const { CallError } = await import('./call-error.ts')
  const list = await import('./client-errors.ts')
  if (isProduction) list.watchClientErrors()
  return { ...list, CallError, messages: () => list.useClientErrors.getState().errors.map(({ message }) => message) }
}

it('records message, component, stack, address and time of an error', async () => {
  const { recordClientError, useClientErrors } = await begin()
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  recordClientError(new TypeError('x is undefined'), '组织机构', 'at List\nat Page')
  vi.useRealTimers()
  expect(useClientErrors.getState().errors).toEqual([
    {
      message: 'TypeError: x is undefined',
      component: '组织机构',
      info: 'at List\nat Page',
      url: location.pathname,
      at: 1_700_000_000_000,
    },
  ])
})

it('records errors of the window and unhandled rejections', async () => {
  const { messages } = await begin()
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('broken'), message: 'broken' }))
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('forgotten') }))
  expect(messages().slice(-2)).toEqual(['Error: broken', 'Error: forgotten'])
})

it('records nothing in development', async () => {
  const { recordClientError, messages } = await begin(false)
  recordClientError(new Error('broken'), '页面')
  expect(messages()).toEqual([])
})

it('records no personal data: no query, no long number, no message of the server', async () => {
  const { recordClientError, messages, CallError } = await begin()
  recordClientError(new Error('Failed to fetch http://x/a/b.js?name=张三#top'), '页面')
  recordClientError(new Error('bad id 330106201501011234'), '页面')
  recordClientError(
    new CallError({ ret: Ret.invalid, msg: '该手机号已被陈国栋使用', status: 200, requestId: 'r-1' }),
    '页面',
  )
  expect(messages()).toEqual([
    'Error: Failed to fetch http://x/a/b.js',
    'Error: bad id …',
    'CallError -1, HTTP 200 r-1',
  ])
})

it('keeps at most 100, also over a reload, until they are cleared', async () => {
  const { recordClientError, messages } = await begin()
  for (let count = 1; count <= 103; count++) recordClientError(new Error(`no. ${count}`), '页面')
  expect(messages()).toHaveLength(100)
  expect(messages()[0]).toBe('Error: no. 4')
  vi.resetModules()
  const again = await begin()
  expect(again.messages()).toHaveLength(100)
  again.clearClientErrors()
  expect(again.messages()).toEqual([])
  expect(sessionStorage.getItem('errors')).toBe('[]')
})

it('does not record aborted calls', async () => {
  const { recordClientError, messages } = await begin()
  recordClientError(new DOMException('stopped', 'AbortError'), '页面')
  expect(messages()).toEqual([])
})
