import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import {
  getAddress,
  clickByName,
  getByName,
  openPage,
  pressKey,
  createSchoolList,
  createSchools,
  settle,
  getListText,
  typeText,
  type FakeServer,
} from '../list/testing/open-list.tsx'
import type { ListContext } from '../list/list-spec.ts'
import type { TreeNode, TreeSpec } from './tree-list-spec.ts'
import { defineTreeListPage } from './tree-list-page.tsx'

let server: FakeServer
let close: () => Promise<void>

const node = (id: string, name: string, hasChild = false): TreeNode => ({
  id,
  name,
  count: 3,
  hasChild,
  kind: 'bureau',
})
const levels: Record<string, TreeNode[]> = {
  '': [node('district', '云禾区', true)],
  district: [node('east', '城东学区', true), node('office', '办公室')],
  east: [node('branch', '东城分校')],
}
const parents: Record<string, string | null> = { district: null, east: 'district', office: 'district', branch: 'east' }
const tree: TreeSpec = {
  title: '机构树',
  change: '切换机构',
  empty: { title: '没有可以查看的机构' },
  level: (parentId) => ({
    queryKey: ['schools', 'level', parentId],
    queryFn: async () => levels[parentId ?? ''] ?? [],
  }),
  parentOf: (id) => ({
    queryKey: ['schools', 'parent', id],
    queryFn: async () => {
      if (id in parents) return parents[id]!
      throw new CallError({ ret: Ret.notFound, msg: '', status: 200 })
    },
  }),
  search: {
    placeholder: '名称',
    find: (keyword) => ({
      queryKey: ['schools', 'find', keyword],
      queryFn: async () => (keyword === '分校' ? [{ id: 'branch', name: '东城分校', about: '城东学区' }] : []),
    }),
  },
}

const open = async (address = '') => {
  close = await openPage(defineTreeListPage({ ...createSchoolList(server), tree }), { address })
  await settle()
}
const lastRequest = () => server.requests.at(-1)
const heading = () => document.querySelector('section h2')?.textContent

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  Object.assign(window, { innerWidth: 1366 })
  server = { schools: createSchools(3), requests: [], done: [], fault: undefined }
})
afterEach(async () => {
  await close()
  vi.useRealTimers()
})

it('starts at the first node, and loads its direct children', async () => {
  await open()
  expect(heading()).toBe('云禾区')
  expect(lastRequest()).toMatchObject({ node: 'district', below: false })
  expect(getAddress()).toBe('')
})

it('includes everything below a node with 含下级, and updates the address', async () => {
  await open('node=east')
  expect(lastRequest()).toMatchObject({ node: 'east', below: false })
  await act(async () => document.querySelector<HTMLElement>('[role=switch]')!.click())
  await settle()
  expect(getAddress()).toBe('node=east&below=1')
  expect(lastRequest()).toMatchObject({ node: 'east', below: true })
})

it('shows a column only where it is useful: the school of each row, above several schools', async () => {
  const list = createSchoolList(server)
  const school = {
    ...list.columns[0]!,
    key: 'school',
    title: '学校',
    when: ({ node: at }: ListContext) => at !== 'branch',
  }
  const Page = defineTreeListPage({ ...list, tree, columns: [school, ...list.columns] })
  const heads = () => [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent)
  close = await openPage(Page, { address: 'node=east' })
  await settle()
  expect(heads()).toContain('学校')
  await close()
  close = await openPage(Page, { address: 'node=branch' })
  await settle()
  expect(heads()).toContain('类型')
  expect(heads()).not.toContain('学校')
})

it('expands the tree down to the node of the address', async () => {
  await open('node=branch')
  await settle()
  expect(heading()).toBe('东城分校')
  expect(document.querySelector('section header')?.textContent).toContain('城东学区')
})

it('goes back to the first node, and shows that, when the node of the address does not exist', async () => {
  await open('node=gone')
  await settle()
  expect(getListText()).toContain('要找的内容不存在或不可见')
  expect(getAddress()).toBe('')
})

it('finds a node by its name and opens it, or shows that there is none', async () => {
  await open()
  const field = getByName('搜索机构树')
  await typeText(field, '分校')
  for (let step = 0; step < 6; step++) await settle()
  await clickByName('东城分校城东学区')
  await settle()
  expect(getAddress()).toBe('node=branch')
  expect(field.value).toBe('')
  await typeText(field, '没有的')
  for (let step = 0; step < 6; step++) await settle()
  expect(getListText()).toContain('没有找到')
})

it('keeps the ticks of one node separate from another', async () => {
  await open()
  await clickByName('选择 学校1')
  expect(getListText()).toContain('已选 1 所')
  await act(async () => document.querySelector<HTMLElement>('[role=treeitem] [title=办公室]')!.click())
  await settle()
  expect(getAddress()).toBe('node=office')
  expect(getListText()).not.toContain('已选')
})

it('moves between tree and rows with F6', async () => {
  await open()
  await pressKey('F6')
  expect(document.activeElement?.closest('[role=tree]')).not.toBeNull()
  await pressKey('F6')
  expect(document.activeElement?.textContent).toBe('学校1')
})

it('can be resized by its edge, within limits, and stays so', async () => {
  await open()
  const edge = () => document.querySelector<HTMLElement>('[role=separator]')!
  edge().focus()
  for (let step = 0; step < 20; step++) await pressKey('ArrowRight')
  expect(edge().getAttribute('aria-valuenow')).toBe('320')
  await close()
  await open()
  expect(edge().getAttribute('aria-valuenow')).toBe('320')
})

it('is a line with a sheet on a phone', async () => {
  Object.assign(window, { innerWidth: 390 })
  await open()
  expect(document.querySelector('[role=tree]')).toBeNull()
  await clickByName('云禾区切换机构')
  expect(document.querySelector('dialog [role=tree]')).not.toBeNull()
  await act(async () => document.querySelector<HTMLElement>('[role=treeitem] [title=办公室]')!.click())
  await settle()
  expect(getAddress()).toBe('node=office')
  expect(document.querySelector('dialog')).toBeNull()
})
