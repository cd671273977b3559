import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Ret } from '#packages/core'
import type { LoginResult } from '../../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { takeSignInNotice } from '#packages/web/core/sign-in-notice.ts'
import { startSession, useSession } from '#packages/web/core/session.ts'
import type { OnSignedIn } from './sign-in-handler.ts'
import { SignInFlow } from './sign-in-flow.tsx'
// Preloaded, otherwise the first test waits for it longer than allowed.
import './first-steps.tsx'

vi.mock('#packages/web/core/call.ts', () => ({ call: vi.fn() }))
const answer = vi.mocked(call)

const chen = { userId: 'u', realName: '陈国栋', userType: 3, orgId: 'o', orgName: '实验学校', orgType: 1, token: '1.a' }
const newcomer = { ...chen, mustChangePassword: true } as unknown as LoginResult
let root: Root
let went: string[]
let onSignedIn: OnSignedIn

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  went = []
  vi.spyOn(location, 'replace').mockImplementation((address) => void went.push(String(address)))
  vi.spyOn(location, 'reload').mockImplementation(() => void went.push('again'))
  answer.mockReset()
  history.replaceState(null, '', '/DD?corpId=ding&redirect=%2Fboard')
  root = createRoot(document.body)
})
afterEach(() => {
  act(() => root.unmount())
  vi.restoreAllMocks()
})

const show = (resumes: boolean) =>
  act(async () =>
    root.render(
      <SignInFlow resumes={resumes}>
        {(come) => {
          onSignedIn = come
          return <p>door</p>
        }}
      </SignInFlow>,
    ),
  )
const press = (label: string) =>
  act(async () => [...document.querySelectorAll('button')].find((button) => button.textContent === label)!.click())
const steps = () => vi.waitFor(() => act(async () => expect(document.body.textContent).toContain('换个账号')))

it('does not restart where the page signs in automatically', async () => {
  answer.mockResolvedValue(null as never)
  await show(false)
  await act(async () => onSignedIn(newcomer))
  await steps()
  await press('换个账号')
  expect(went).toEqual(['/login?redirect=%2Fboard'])
  expect(useSession.getState().token).toBe('')
})

it('shows an interactive sign-in page again', async () => {
  answer.mockResolvedValue(null as never)
  await show(true)
  await act(async () => onSignedIn(newcomer))
  await steps()
  await press('换个账号')
  expect(went).toEqual([])
  expect(document.body.textContent).toContain('door')
})

it('starts again with a message when the session is lost after sign-in', async () => {
  answer.mockRejectedValue(new CallError({ ret: Ret.sessionEnded, msg: '登录已失效', status: 200 }))
  history.replaceState(null, '', '/login?redirect_url=https%3A%2F%2Fapp.example')
  await show(true)
  await act(async () => onSignedIn(chen as unknown as LoginResult))
  await vi.waitFor(() => expect(went).toEqual(['again']))
  expect(useSession.getState().token).toBe('')
  expect(takeSignInNotice()).toBe('登录已失效')
})

it('starts again with a message when the session is lost during a first step', async () => {
  answer.mockRejectedValue(new CallError({ ret: Ret.notSignedIn, msg: '请重新登录', status: 200 }))
  startSession({ ...chen, needFillIdCard: true })
  await show(true)
  await steps()
  const field = document.querySelector<HTMLInputElement>('[name=idCard]')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '11010519491231002X')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => field.form!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  expect(went).toEqual(['again'])
  expect(localStorage.getItem('token')).toBeNull()
  expect(takeSignInNotice()).toBe('请重新登录')
})
