// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isBigText } from '#packages/web/core/big-text.ts'
import { startSession } from '#packages/web/core/session.ts'
import StudentMain from './student-main.tsx'

let root: Root
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ret: 1, msg: '', data: [] })))
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

const open = (userType: number, address = '/studentMain/index') => {
  history.replaceState(null, '', address)
  const who = { userId: 'u', realName: '潘小满', userType, orgId: 'o', orgName: '云禾区文澜小学', orgType: 1 }
  startSession({ ...who, token: '1.abc' })
  return act(async () => root.render(<StudentMain />))
}
const text = () => document.body.textContent

it('greets a pupil by name, with the school and honest words about what is not there yet', async () => {
  await open(1)
  expect(document.querySelector('h1')!.textContent).toMatch(/^(夜深了|.+好)，潘小满$/)
  expect(text()).toContain('云禾区文澜小学')
  expect(text()).toContain('学校开通应用后')
})

it('tells a guardian without a child what to do', async () => {
  await open(2)
  expect(text()).toContain('还没有绑定孩子')
  expect(text()).toContain('请联系班主任')
})

it('has two tabs until others join, and 我的 has the facts, 大字, help and the way out', async () => {
  await open(1)
  const tabs = () => [...document.querySelectorAll('nav a')]
  expect(tabs().map((tab) => tab.textContent)).toEqual(['首页', '我的'])
  act(() => (tabs()[1] as HTMLElement).click())
  expect(location.search).toBe('?tab=me')
  expect(text()).toMatch(/姓名潘小满身份学生学校云禾区文澜小学/)
  expect(document.querySelector('[href^="/help"]')).not.toBeNull()
  expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).toContain('退出')
  const big = document.querySelector<HTMLInputElement>('[role=switch]')!
  act(() => big.click())
  expect(isBigText()).toBe(true)
  expect(document.documentElement.hasAttribute('data-big')).toBe(true)
  act(() => big.click())
  expect(isBigText()).toBe(false)
})

it('opens at the tab that the address names', async () => {
  await open(2, '/studentMain/index?tab=me')
  expect(text()).toContain('身份家长')
})
