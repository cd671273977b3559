import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { catalogueApi } from '../../contract.ts'
import { groups } from '../centre.fixture.tsx'
import AppsCard from './apps-card.tsx'

let root: Root
let list: unknown[] | undefined
let refusal = ''

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  list = groups
  refusal = ''
  vi.stubGlobal('fetch', async (address: string) => {
    const answer = (ret: number, data: unknown, msg = '') => Response.json({ ret, msg, data })
    if (address === catalogueApi.open.path)
      return refusal ? answer(-401, null, refusal) : answer(1, { url: 'https://health.example.cn/' })
    return list ? answer(1, list) : answer(-500, null)
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const show = () => act(async () => root.render(<AppsCard />))
const text = () => document.body.textContent
const press = (label: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(label))!.click(),
  )
const untilText = (expected: string) => vi.waitFor(() => expect(text()).toContain(expected))

it('lists the applications for families and opens them', async () => {
  const other = { opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(other as unknown as Window)
  await show()
  await untilText('学生体质健康')
  await press('学生体质健康')
  await vi.waitFor(() => expect(other.location.replace).toHaveBeenCalledWith('https://health.example.cn/'))
  refusal = '该应用尚未对您开放'
  await press('学生体质健康')
  await untilText('该应用尚未对您开放')
})

it('is hidden without applications and offers a retry after an error', async () => {
  list = undefined
  await show()
  await untilText('暂时无法获取')
  list = []
  await press('重试')
  await vi.waitFor(() => expect(text()).toBe(''))
})
