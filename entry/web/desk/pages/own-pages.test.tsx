import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { boardCards } from '../web-modules.ts'
import { forgetTags } from '../page-tags/tag-store.ts'
import { answers, closeDesk, openDesk, serve } from '../testing/desk.tsx'

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await closeDesk()
  forgetTags()
  Object.assign(window, { innerWidth: 1366 })
  serve()
})
afterEach(() => vi.restoreAllMocks())

const region = (container: Element, name: string) => container.querySelector(`section[aria-label="${name}"]`)!
const seen = (container: Element, name: string, text: string) =>
  vi.waitFor(() => expect(region(container, name).textContent).toContain(text), { timeout: 60_000 })

it("/puMain shows the user's organisation: what it is, how large, its leaders and contacts", async () => {
  const { container } = await openDesk('/puMain')
  await seen(container, '本单位', '学生810 人')
  const head = region(container, '本单位')
  expect(head.querySelector('h1')!.textContent).toBe('实验学校')
  for (const text of ['中小学，小学、初中', '育才路 1 号', '班级18 个', '教职工32 人', '部门1 个'])
    expect(head.textContent).toContain(text)
  expect(head.querySelector('svg[aria-hidden]')).not.toBeNull()
  // Users who may not open the list of pupils see the number, without a link.
  expect(head.querySelector('a[href="/baseData/Student"]')).toBeNull()
  expect(region(container, '领导班子').textContent).toContain('赵启航校长0500-86000101')
  expect(region(container, '部门').querySelector('a')!.getAttribute('href')).toMatch(/^\/directory\?node=/)
  const contacts = region(container, '开通功能，找管理员').textContent
  expect(contacts).toContain('陈国栋')
  expect(contacts).toContain('云禾区教育局0500-86000001')
})

it('/puMain of the bureau has no pupils and does not name the bureau twice', async () => {
  const mine = { ...(answers['/api/orgs/mine'] as object), name: '云禾区教育局', type: 'bureau', stages: [] }
  serve({ '/api/orgs/mine': mine, '/api/student/schoolSize': null })
  const { container } = await openDesk('/puMain')
  await seen(container, '本单位', '教职工32 人')
  expect(region(container, '本单位').textContent).not.toContain('学生')
  expect(region(container, '开通功能，找管理员').textContent).not.toContain('云禾区教育局')
})

it('shows the week of the school too', () => {
  expect(boardCards.filter(({ isOnOrganisationHome }) => isOnOrganisationHome)).toMatchObject([
    { id: 'week', at: 'school' },
  ])
})

it('/topMenu is called 全部功能, and its tiles have their own icons', async () => {
  const { container } = await openDesk('/topMenu')
  await vi.waitFor(() => expect(container.querySelector('main h1')?.textContent).toBe('全部功能'), { timeout: 60_000 })
  const drawn = [...container.querySelectorAll('main li a')].map((tile) => tile.querySelector('svg')?.innerHTML ?? '')
  expect(drawn.length).toBeGreaterThan(5)
  expect(new Set(drawn).size).toBeGreaterThan(drawn.length * 0.7)
})

it('a pinned tag is beside the scrolling row, not in it', async () => {
  const { container, go } = await openDesk('/puMain')
  await go('/topMenu')
  const [pinned, rolling] = [...container.querySelectorAll('[role=tablist] > [role=presentation]')]
  expect(pinned!.textContent).toContain('数据看板')
  expect(rolling!.textContent).toContain('单位主页')
  expect(rolling!.textContent).not.toContain('数据看板')
})
