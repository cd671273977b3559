import { act, type ComponentType } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchAppearance } from '#packages/web/core/appearance.ts'
import { isBigText } from '#packages/web/core/big-text.ts'
import { startSession, useSession, type SessionUser } from '#packages/web/core/session.ts'
import FamilyProfile from './family-profile.tsx'
import StaffProfile from './staff-profile.tsx'

let root: Root
let requests: string[]

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  requests = []
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    return Response.json({ ret: 1, msg: '', data: address.includes('devices') ? [] : null })
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(() => root.unmount()))

const open = (Profile: ComponentType, userType: number, more: Partial<SessionUser> = {}) => {
  const who = { userId: 'u', realName: '潘小满', userType, orgId: 'o', orgName: '云禾区文澜小学', orgType: 1 }
  startSession({ ...who, token: '1.abc', ...more })
  return act(async () => root.render(<Profile key={JSON.stringify(more) + userType} />))
}
const text = () => document.body.textContent
const getButton = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)!
const links = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('a')].map(({ textContent, pathname }) => [textContent, pathname])

it('shows pupils and guardians their facts, and switches to large text', async () => {
  watchAppearance()
  await open(FamilyProfile, 1)
  expect(text()).toMatch(/姓名潘小满身份学生学校云禾区文澜小学/)
  const big = document.querySelector<HTMLInputElement>('[role=switch]')!
  act(() => big.click())
  expect(isBigText()).toBe(true)
  expect(document.documentElement.hasAttribute('data-big')).toBe(true)
  act(() => big.click())
  expect(isBigText()).toBe(false)
  await open(FamilyProfile, 2)
  expect(links()).toEqual(
    expect.arrayContaining([
      ['更换头像', '/studentMain/picture'],
      ['修改密码', '/studentMain/password'],
      ['帮助', '/help'],
    ]),
  )
})

it.each([
  [FamilyProfile, 2],
  [StaffProfile, 3],
])('changes the theme at once, and stores it for the other devices (%#)', async (Profile, userType) => {
  await open(Profile, userType)
  const choices = [...document.querySelectorAll<HTMLInputElement>('[role=radiogroup][aria-label=外观] input')]
  expect(choices.map(({ value, checked }) => [value, checked])).toEqual([
    ['light', false],
    ['dark', false],
    ['system', true],
  ])
  await act(async () => choices[1]!.click())
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(choices[1]!.checked).toBe(true)
  await vi.waitFor(() => expect(requests.some((one) => one.endsWith('/api/users/saveTheme'))).toBe(true))
  await act(async () => choices[2]!.click())
  expect(document.documentElement.dataset['theme']).toBe('light')
})

it.each([
  [FamilyProfile, 2, '/userLogin'],
  [StaffProfile, 3, '/login'],
])('signs out, and keeps the name until the page has changed (%#)', async (Profile, userType, address) => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  await open(Profile, userType)
  await act(async () => getButton('退出').click())
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith(address))
  expect(requests.some((one) => one.endsWith('/api/users/logout'))).toBe(true)
  expect(useSession.getState().token).toBe('')
  expect(text()).toContain('潘小满')
})

it('signs staff out when the code of the outbox cannot be loaded', async () => {
  vi.doMock('#packages/web/core/outbox/device-outbox.ts', () => {
    throw new Error('Failed to fetch dynamically imported module')
  })
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  await open(StaffProfile, 3)
  await act(async () => getButton('退出').click())
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/login'))
  expect(useSession.getState().token).toBe('')
  vi.doUnmock('#packages/web/core/outbox/device-outbox.ts')
})

it('links staff to their pages of the desk, and to switching only if they may switch', async () => {
  await open(StaffProfile, 3)
  expect(links().slice(0, 3)).toEqual([
    ['个人信息', '/personal/info'],
    ['修改密码', '/personal/password'],
    ['登录设备', '/personal/devices'],
  ])
  expect(text()).not.toContain('切换学校')
  await open(StaffProfile, 3, { switchoverOrg: 1 })
  expect(text()).toContain('切换学校')
})
