import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startSession } from '#packages/web/core/session.ts'
import { PreferenceStoreContext } from '#packages/web/desk/preference-store.ts'
import {
  createPreferenceStore,
  getListText,
  clickByName as clickOn,
} from '#packages/web/desk/list/testing/open-list.tsx'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { contactGroupApi, contactsApi as api } from '../../contract.ts'
import { findPeople } from '../find-people.ts'
import DirectoryPage from './contacts.tsx'

const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const [bureau, school, office] = [idOf(1), idOf(2), idOf(3)]
const node = (id: string, name: string, hasChild: boolean) => ({
  id,
  name,
  hasChild,
  sort: 0,
  userCount: 2,
  nodeType: 1,
  orgName: name,
  officePhone: '',
  mobile: '',
  isMobileHidden: false,
  userAvatar: '',
  post: '',
})
const makePost = (orgName: string, post: string) => ({
  userId: idOf(9),
  orgId: school,
  orgName,
  departmentId: office,
  departmentName: '教务处',
  post,
  subject: '',
  officePhone: '86001',
  orgPhone: '86000',
})
const person = (at: number, name: string, mobile: string) => ({
  id: idOf(at),
  name,
  mobile,
  isMobileHidden: mobile === '',
  userAvatar: '',
  isFavourite: false,
  posts: [makePost('实验小学', '主任'), ...(at === 5 ? [makePost('文澜中学', '教研员')] : [])],
})
const zhao = person(5, '赵文敏', '13900000001')
const wang = person(6, '王强', '')
const page = (...items: object[]) => ({ itemCount: items.length, pageCount: 1, items })

let served: ReturnType<typeof createTestPage>
let address: string

function Page() {
  const [search, setSearch] = useState(() => new URLSearchParams())
  return (
    <PageSearchContext
      value={{
        search,
        setSearch: (change) =>
          setSearch((before) => {
            const next = change(before)
            address = next.toString()
            return next
          }),
        isFront: true,
      }}
    >
      <DirectoryPage />
    </PageSearchContext>
  )
}

beforeEach(async () => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  const user = { userId: idOf(8), realName: '李敏', userType: 3, orgId: school, orgName: '实验小学', orgType: 1 }
  startSession({ ...user, token: '1.abc' })
  served = createTestPage({
    [api.tree.path]: ({ query }) => {
      if (query['parentId'] === bureau) return [node(school, '实验小学', true)]
      if (query['parentId'] === school) return [node(office, '教务处', false)]
      return [node(bureau, '云禾区教育局', true)]
    },
    [api.trail.path]: ({ query }) =>
      [
        { id: bureau, name: '云禾区教育局' },
        { id: school, name: '实验小学' },
        { id: office, name: '教务处' },
      ].slice(0, query['id'] === office ? 3 : query['id'] === bureau ? 1 : 2),
    [api.favourites.path]: () => page(),
    [contactGroupApi.list.path]: () => page({ id: idOf(7), name: '校长', count: 1, version: 1 }),
    [api.members.path]: () => page(wang),
    [api.people.path]: () => page(zhao, wang),
    [api.search.path]: ({ body }) => ({ items: keywordIn(body) === 'zwm' ? [zhao] : [], more: false }),
    [api.setting.path]: () => ({
      scope: 2,
      parentVisible: false,
      quietFrom: '',
      quietTo: '',
      isDefault: true,
      version: 0,
    }),
  })
  const info = { title: '通讯录', group: '通讯录', permission: { code: 'staff', title: '' }, actions: [] }
  await served.show(
    <PageContext value={info}>
      <PreferenceStoreContext value={createPreferenceStore([])}>
        <Page />
      </PreferenceStoreContext>
    </PageContext>,
  )
  await settle(500)
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const treeItem = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=treeitem]')].find(({ textContent }) =>
    textContent.startsWith(name),
  )!
const choose = async (name: string) => {
  await click(treeItem(name).querySelector<HTMLElement>(`[title=${name}]`)!)
  await settle(500)
}
const keywordIn = (body: unknown) => (body as { keyword: string }).keyword
const search = async (text: string) => {
  await typeInto(document.querySelector<HTMLInputElement>('input[aria-label="搜索"]')!, text)
  await clickOn('查询')
  await settle(500)
}
const calls = () => [...document.querySelectorAll('a[href^="tel:"]')].map((link) => link.getAttribute('href'))

it('opens at the own organisation and shows callable and hidden numbers', () => {
  expect(served.callsTo(api.people.path)[0]!.query['nodeId']).toBe(school)
  expect(treeItem('实验小学').getAttribute('aria-selected')).toBe('true')
  expect(treeItem('教务处')).toBeDefined()
  expect(calls()).toEqual(['tel:13900000001'])
  expect(getPageText()).toContain('139 0000 0001')
  expect(getPageText()).toContain('对方未公开联系方式')
  expect(getPageText()).toContain('我的手机号：本校可见')
})

it('searches the whole district, marks the keyword, and shows all organisations of a person', async () => {
  await search('zwm')
  expect(served.callsTo(api.search.path).map(({ body }) => keywordIn(body))).toEqual(['zwm'])
  expect(document.querySelector('mark')!.textContent).toBe('赵文敏')
  expect(getPageText()).toContain('实验小学、文澜中学')
  expect(getPageText()).toContain('搜索结果')
  await choose('云禾区教育局')
  expect(address).not.toContain('keyword')
  expect(served.callsTo(api.people.path).at(-1)!.query['nodeId']).toBe(bureau)
})

it('requires more than a single letter, also in the command palette', async () => {
  await search('z')
  expect(getPageText()).toContain('请输入关键字')
  expect(await findPeople('z', new AbortController().signal)).toEqual([])
  expect(served.callsTo(api.search.path)).toEqual([])
  await search('nobody')
  expect(getPageText()).toContain('没有找到相关人员')
})

it('lists the own groups above the organisations and removes people from them', async () => {
  await choose('我的群组')
  await choose('校长')
  expect(served.callsTo(api.members.path)[0]!.query['id']).toBe(idOf(7))
  await clickOn('更多操作 王强')
  expect(getListText()).toContain('移出群组')
})

it('the command palette finds people with their organisation', async () => {
  const [hit] = await findPeople('zwm', new AbortController().signal)
  expect(hit).toMatchObject({
    title: '赵文敏',
    about: '实验小学、文澜中学 · 主任、教研员',
    to: `/directory?open=${idOf(5)}`,
  })
})
