import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '#packages/web/core/session.ts'
import { findPage } from './page-list.ts'
import { preloadPage } from './page-components.ts'
import { forgetTags } from './page-tags/tag-store.ts'
import { calls, closeDesk, entry, openDesk, serve } from './testing/desk.tsx'

const Empty = () => <p>page</p>

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await closeDesk()
  forgetTags()
  Object.assign(window, { innerWidth: 1366 })
  serve()
  for (const url of ['/dataCentre/dataBoard', '/baseData/Orgs', '/personal/info', '/personal/password']) {
    await preloadPage({ ...findPage(url)!, load: async () => ({ default: Empty }) })
  }
})
afterEach(() => vi.restoreAllMocks())

it.each([
  ['/', '/dataCentre/dataBoard'],
  ['/dataCentre', '/dataCentre/dataBoard'],
  ['/application', '/application/educationalAdministration'],
  ['/redirect/personal/info?tab=2', '/personal/info?tab=2'],
  ['/baseData/Orgs?keyword=13800138000', '/baseData/Orgs'],
  ['/baseData/Orgs?page=2&keyword=330199+19900101+123X', '/baseData/Orgs?page=2'],
  ['/no/such/page', '/404'],
  ['/application/whatever', '/404'],
  ['/message/sms', '/401?redirect=%2FlogMmanagement%2FsmsLogs'],
  ['/studentMain', '/401?redirect=%2FstudentMain'],
  ['/studentMain/index', '/401?redirect=%2FstudentMain%2Findex'],
])('%s redirects to %s', async (from, to) => {
  const { at } = await openDesk(from)
  expect(at()).toBe(to)
})

it('shows inside the shell that an application is not available yet', async () => {
  const { container } = await openDesk('/application/GrowthTree/list')
  expect(container.querySelector('h1')?.textContent).toBe('该应用尚未开通')
  expect(container.querySelector('nav[aria-label=主菜单]')).not.toBeNull()
  expect(document.title).toBe('该应用尚未开通 - 区域教育数据应用管理中心')
})

it('sends a page without the permission to /401, which names the missing permission and the contacts', async () => {
  serve({ '/api/access/menu': { modules: [], permissions: [], theme: 'system', bureauName: '' } })
  const { at, container } = await openDesk('/baseData/Orgs?page=2')
  expect(at()).toBe('/401?redirect=%2FbaseData%2FOrgs%3Fpage%3D2')
  expect(container.querySelector('h1')?.textContent).toBe('您没有“组织机构”的使用权限')
  const factsOf = () => [...container.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  // The contacts are fetched after the page is shown, by a chunk that is itself loaded late.
  await vi.waitFor(
    async () => {
      await act(async () => {})
      expect(factsOf()[1]).toContain('陈国栋，实验学校0500-86000126')
    },
    { timeout: 60_000 },
  )
  const facts = factsOf()
  expect(facts[0]).toBe('当前身份李敏，实验学校')
  expect(facts[2]).toContain('切换学校')
  expect(container.textContent).not.toContain('401')
})

it('sends the pages of a closed application to /401, and back when it was opened meanwhile', async () => {
  const menu = { modules: [], permissions: [], theme: 'system', bureauName: '' }
  serve({ '/api/access/menu': { ...menu, closedApplications: ['/personal'] } })
  const { at, container } = await openDesk('/personal/info?tab=2')
  expect(at()).toBe('/401?redirect=%2Fpersonal%2Finfo%3Ftab%3D2')
  expect(container.textContent).toContain('该应用未对本单位开通')
  expect(calls.filter((path) => path === '/api/access/menu')).toHaveLength(2)
})

it('requests the permission from somebody who can grant it, and shows that it was requested', async () => {
  serve({ '/api/access/menu': { modules: [], permissions: [], theme: 'system', bureauName: '' } })
  const { container } = await openDesk('/401?redirect=%2FbaseData%2FOrgs&request=r-1')
  expect(container.textContent).toContain('问题编号 r-1')
  const button = () => [...container.querySelectorAll('button')].find(({ textContent }) => textContent === '申请权限')
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(button()).toBeTruthy()
  })
  await act(async () => button()!.click())
  await vi.waitFor(
    async () => {
      await act(async () => {})
      expect(document.querySelector('dialog h2')?.textContent).toBe('申请使用“组织机构”')
    },
    { timeout: 60_000 },
  )
})

it('generates the routes of the permissions once, and then continues', async () => {
  const { go } = await openDesk('/personal/info')
  await go('/personal/password')
  await go('/baseData/Orgs')
  expect(calls.filter((path) => path === '/api/access/menu')).toHaveLength(1)
})

it('shows the system settings only to users who have any, and links to those of the organisation', async () => {
  const buttonIn = (container: HTMLElement) =>
    [...container.querySelectorAll('header button')].find(({ textContent }) => textContent === '系统设置') as
      | HTMLElement
      | undefined
  expect(buttonIn((await openDesk('/personal/info')).container)).toBeUndefined()
  const pages = [entry(6, '角色管理', '/systemSet/Role'), entry(7, '组织设置', '/systemSet/Setting')]
  const modules = [entry(5, '系统设置', '/systemSet', pages)]
  serve({
    '/api/access/menu': { modules, permissions: ['role.read', 'setting.read'], theme: 'system', bureauName: '' },
  })
  await preloadPage({ ...findPage('/systemSet/Setting')!, load: async () => ({ default: Empty }) })
  const { container, at, settle } = await openDesk('/personal/info')
  await act(async () => buttonIn(container)!.click())
  await settle()
  expect(at()).toBe('/systemSet/Setting')
})

it('keeps the session when only the gateway answered, because a retry may help', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  serve({ '/api/access/menu': new Response('Bad Gateway', { status: 502 }) })
  const { container } = await openDesk('/personal/info')
  await vi.waitFor(() => expect(container.textContent).toContain('An unexpected server error occurred. (502)'))
  expect(container.textContent).toContain('重试')
  expect(useSession.getState().token).toBe('1.abc')
})
