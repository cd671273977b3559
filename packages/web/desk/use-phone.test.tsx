import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, it } from 'vitest'
import { isPhoneWidth, usePhone } from './use-phone.ts'

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})

it('is a phone when the width minus 1 is below 992', () => {
  expect([390, 991, 992].map(isPhoneWidth)).toEqual([true, true, true])
  expect([993, 1366].map(isPhoneWidth)).toEqual([false, false])
})

it('checks at the start, and again whenever the window changes its size', async () => {
  const resize = (innerWidth: number) =>
    act(async () => {
      Object.assign(window, { innerWidth })
      window.dispatchEvent(new Event('resize'))
    })
  const Page = () => (usePhone() ? 'phone' : 'desk')
  Object.assign(window, { innerWidth: 390 })
  const container = document.createElement('div')
  await act(async () => createRoot(container).render(<Page />))
  expect(container.textContent).toBe('phone')
  await resize(1366)
  expect(container.textContent).toBe('desk')
  await resize(992)
  expect(container.textContent).toBe('phone')
})
