import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { RowAction, EditSpec } from '../list/list-spec.ts'
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
  type School,
  type FakeServer,
} from '../list/testing/open-list.tsx'
import type { TreeListSpec, TreeNode } from './tree-list-spec.ts'
import { defineTreeListPage } from './tree-list-page.tsx'
import { getDropIndex } from './use-tree-node-controls.ts'

const schema = z.object({ name: z.string() })
type Values = z.output<typeof schema>

let server: FakeServer
let close: () => Promise<void>
let level: TreeNode[]
let sorted: [string, number][]
let removed: string[]

const node = (id: string, name: string, hasChild = false): TreeNode => ({ id, name, count: 1, hasChild })
const school = (id: string, name: string): School => ({ id, name, kind: '中小学', isOff: false })

const remove: RowAction<School> = {
  key: 'remove',
  label: '删除',
  permission: 'school.close',
  isDanger: true,
  isSingle: true,
  isRemoval: true,
  run: async (targets) => {
    const ids = 'ids' in targets ? targets.ids : []
    removed.push(...ids)
    level = level.filter(({ id }) => !ids.includes(id))
  },
  done: () => '已删除',
}

/** The list of the fixture, without create and edit. */
const list = () => {
  const { create: _, edit: __, ...rest } = createSchoolList(server)
  return rest
}

const edit: EditSpec<School, Values> = {
  permission: 'school.close',
  done: '已保存',
  form: ({ name }) => ({
    schema,
    initial: () => ({ name }),
    sections: [{ fields: [{ name: 'name', label: '名称', kind: 'text' }] }],
  }),
  submit: async (values, row) => Object.assign(row, values),
}

const spec = (): TreeListSpec<School, School, Values> => ({
  ...list(),
  edit,
  actions: [remove],
  canChange: ({ id }, isTop) => !isTop || id === 'nobody',
  tree: {
    title: '机构树',
    change: '切换机构',
    empty: { title: '没有可以查看的机构' },
    level: (parentId) => ({
      queryKey: ['schools', 'level', parentId],
      queryFn: async () => (parentId === null ? [node('top', '云禾区', true)] : parentId === 'top' ? [...level] : []),
    }),
    parentOf: (id) => ({ queryKey: ['schools', 'parent', id], queryFn: async () => (id === 'top' ? null : 'top') }),
    sorting: {
      permission: 'school.close',
      sort: async (id, by) => {
        sorted.push([id, by])
        const from = level.findIndex((one) => one.id === id)
        const [moved] = level.splice(from, 1)
        level.splice(from + by, 0, moved!)
      },
    },
    foot: { actions: ['remove'] },
  },
})
const open = async (address = '', permissions = ['school.close']) => {
  close = await openPage(defineTreeListPage(spec()), { address, permissions })
  await settle()
}
const names = () =>
  [...document.querySelectorAll('[role=treeitem] [title] [title]')].map(({ textContent }) => textContent)
const enterTree = () => act(async () => document.querySelector<HTMLElement>('[role=tree]')!.focus())
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle()
  expect(ready()).toBe(true)
}
const hasDialog = () => document.querySelector('dialog') !== null

beforeAll(() => import('../form/form-dialog.tsx'))
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  Object.assign(window, { innerWidth: 1366 })
  const rows = [school('top', '云禾区'), school('one', '办公室'), school('two', '人事科'), school('three', '财务科')]
  server = { schools: [...rows, ...createSchools(2)], requests: [], done: [], fault: undefined }
  level = [node('one', '办公室'), node('two', '人事科'), node('three', '财务科')]
  sorted = []
  removed = []
})
afterEach(async () => {
  await close()
  vi.useRealTimers()
})

it('moves a node up and down with Alt and the arrows, within its level, and undoes it', async () => {
  await open('node=two')
  await enterTree()
  await pressKey('ArrowUp', { altKey: true })
  await until(() => names().join() === '云禾区,人事科,办公室,财务科')
  await pressKey('ArrowUp', { altKey: true })
  expect(sorted).toEqual([['two', -1]])
  await clickByName('撤销')
  await until(() => names().join() === '云禾区,办公室,人事科,财务科')
})

it('does not sort without the permission', async () => {
  await open('node=two', [])
  await enterTree()
  await pressKey('ArrowUp', { altKey: true })
  expect(sorted).toEqual([])
  expect(getListText()).not.toContain('删除')
})

it('drops a node before or after another, from above or below', () => {
  // Of a b c d: a after c, d before b, b after a.
  expect(getDropIndex(0, 2, true)).toBe(2)
  expect(getDropIndex(3, 1, false)).toBe(1)
  expect(getDropIndex(1, 0, true)).toBe(1)
})

it('has the actions of its row in its menu, opened by the menu key', async () => {
  await open('node=two')
  await enterTree()
  await pressKey('ContextMenu')
  await until(() => document.querySelector('[role=menu]') !== null)
  await clickByName('删除')
  await until(hasDialog)
  expect(document.querySelector('dialog h2')?.textContent).toBe('删除：人事科')
})

it('opens the form of a node with F2, with its name selected', async () => {
  await open('node=two')
  await enterTree()
  await pressKey('F2')
  await until(() => document.querySelector('dialog input') !== null)
  expect(document.querySelector<HTMLInputElement>('dialog input')!.value).toBe('人事科')
})

it('goes to the parent node when the chosen one is deleted, and shows only that message', async () => {
  await open('node=three&open=three')
  await act(async () => getByName('删除').click())
  await until(() => hasDialog() && !getByName('删除').disabled)
  await clickByName('删除')
  await until(() => removed.length > 0)
  await until(() => getAddress() === 'node=top')
  expect(names()).toEqual(['云禾区', '办公室', '人事科'])
  expect(getListText()).toContain('已删除')
  expect(getListText()).not.toContain('不存在或不可见')
})

it('offers no actions on the root of the tree', async () => {
  await open('open=top')
  await until(() => document.querySelector('aside h2') !== null)
  expect(document.querySelector('aside')!.textContent).not.toContain('更多操作')
  expect(() => getByName('更多操作')).toThrow()
})
