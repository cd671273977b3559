import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takeSignInNotice } from '#packages/web/core/sign-in-notice.ts'
import { startSession } from '#packages/web/core/session.ts'
import PasswordPage from './password-page.tsx'

let root: Root
let requests: { path: string; body: unknown }[]
let answer: { ret: number; msg: string; data?: unknown }
const redirects: string[] = []

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  sessionStorage.clear()
  requests = []
  redirects.length = 0
  answer = { ret: 1, msg: '' }
  vi.spyOn(location, 'replace').mockImplementation((address) => void redirects.push(String(address)))
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    requests.push({ path, body: JSON.parse(body) })
    return Response.json({ data: null, ...answer })
  })
  const who = { userId: 'u', realName: '潘小满', userType: 1, orgId: 'o', orgName: '云禾区文澜小学', orgType: 1 }
  startSession({ ...who, token: '1.abc' })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(<PasswordPage />))
})
afterEach(() => act(() => root.unmount()))

const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)!
const type = (name: string, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(name), value)
    field(name).dispatchEvent(new Event('input', { bubbles: true }))
  })
const save = () => act(async () => document.querySelector('form')!.requestSubmit())
const text = () => document.body.textContent

it('changes the password of a pupil, and goes to the sign-in page of families', async () => {
  await type('oldPwd', 'Moon-2026-river')
  await type('newPwd', 'Cloud-2027-stone')
  await type('confirmPwd', 'Cloud-2027-stone')
  await save()
  await vi.waitFor(() => expect(redirects).toEqual(['/userLogin']))
  const body = { oldPwd: 'Moon-2026-river', newPwd: 'Cloud-2027-stone', confirmPwd: 'Cloud-2027-stone' }
  expect(requests).toEqual([{ path: '/api/users/updatePwd', body }])
  expect(localStorage.getItem('token')).toBeNull()
  expect(takeSignInNotice()).toBe('密码已修改，请重新登录')
})

it('sends nothing while a value is invalid', async () => {
  await save()
  expect(text()).toContain('请输入原密码')
  expect(text()).toContain('请输入重复密码')
  await type('newPwd', 'short')
  await type('confirmPwd', 'shorter')
  await save()
  expect(text()).toContain('重复密码与密码不一致')
  expect(requests).toEqual([])
})

it("shows the server's refusal at the field and in a toast", async () => {
  const msg = '原密码错误'
  answer = { ret: -1, msg, data: { errors: [{ field: 'oldPwd', msg }] } }
  await type('oldPwd', 'wrong')
  await type('newPwd', 'Cloud-2027-stone')
  await type('confirmPwd', 'Cloud-2027-stone')
  await save()
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toContain(msg))
  expect(document.querySelector('[role=status]')?.textContent).toBe(msg)
  expect(localStorage.getItem('token')).toBe('1.abc')
})
