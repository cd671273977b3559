import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  vi.resetModules()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal('fetch', async () => Response.json({ ret: -503, msg: '', data: null }))
})

const faults = async () => (await import('#packages/web/core/client-errors.ts')).useClientErrors.getState().errors
const breakDown = () => window.dispatchEvent(new ErrorEvent('error', { error: new Error('broken'), message: 'broken' }))

/** Opens a page of the light root as a browser does. */
async function open(address: string) {
  history.replaceState(null, '', address)
  const container = document.body.appendChild(document.createElement('div'))
  const { start } = await import('./main.tsx')
  await act(() => start(container))
}

it('records errors of the light root, in production', async () => {
  vi.stubEnv('PROD', true)
  await open('/404')
  breakDown()
  expect(await faults()).toMatchObject([{ message: 'Error: broken', component: '页面', url: '/404' }])
})

it('records nothing in development', async () => {
  vi.stubEnv('PROD', false)
  await open('/404')
  breakDown()
  expect(await faults()).toEqual([])
})

it('lists them in 我的, with a button to clear them', async () => {
  const { recordClientError, watchClientErrors } = await import('#packages/web/core/client-errors.ts')
  watchClientErrors()
  recordClientError(new Error('broken'), '首页')
  const { createRoot } = await import('react-dom/client')
  const { ErrorRecords } = await import('#packages/web/light/error-records.tsx')
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<ErrorRecords />))
  const button = (label: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(label))
  expect(button('异常记录')?.textContent).toContain('1 条')
  await act(async () => button('异常记录')!.click())
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(document.querySelector('dialog')?.textContent).toContain('Error: broken')
  })
  await act(async () => button('清空')!.click())
  expect(document.body.textContent).not.toContain('异常记录')
  act(() => root.unmount())
})
