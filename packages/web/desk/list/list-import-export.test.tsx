import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExporterProps } from '#packages/web/core/module.ts'
import type { SheetImportExport } from '../sheet-import-export.ts'
import type { TreeSpec } from '../tree-list/tree-list-spec.ts'
import { defineTreeListPage } from '../tree-list/tree-list-page.tsx'
import { defineListPage } from './list-page.tsx'
import type { ListSpec, SheetSpec } from './list-spec.ts'
import {
  clickByName,
  getByName,
  openPage,
  createSchoolList,
  createSchools,
  settle,
  getListText,
  type School,
  type FakeServer,
} from './testing/open-list.tsx'

let server: FakeServer
let exported: Omit<ExporterProps, 'onClose'>[]
let imported: [target: string, orgId: string][]
let close: () => Promise<void>

const sheets: SheetImportExport = {
  openImport: (target, orgId) => imported.push([target, orgId]),
  permission: 'data.export',
  Exporter: function Exporter({ onClose, ...exportRequest }) {
    exported = [exportRequest]
    return (
      <button type="button" onClick={onClose}>
        导出完了
      </button>
    )
  },
}
const sheet: SheetSpec = {
  import: { target: 'school', permission: 'school.edit' },
  export: { source: 'schools', filterOf: ({ node, below, filter }) => ({ nodeId: node, below, ...filter }) },
}
const everything = ['school.close', 'school.edit', 'data.export']

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  Object.assign(window, { innerWidth: 1366 })
  server = { schools: createSchools(30), requests: [], done: [], fault: undefined }
  exported = []
  imported = []
})
afterEach(async () => {
  await close()
  vi.useRealTimers()
})

type OpenOptions = NonNullable<Parameters<typeof openPage>[1]>
const open = async (options: OpenOptions = {}, more: Partial<ListSpec<School>> = {}) => {
  const spec = { ...createSchoolList(server), sheet, ...more }
  close = await openPage(defineListPage(spec), { sheets, permissions: everything, ...options })
}
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent)

describe('visibility of the buttons', () => {
  it('shows them to users who may import, and to users who may export', async () => {
    await open()
    expect(buttons()).toEqual(expect.arrayContaining(['导入', '导出']))
    await close()
    await open({ permissions: ['data.export'] })
    expect(buttons()).toContain('导出')
    expect(buttons()).not.toContain('导入')
    await close()
    await open({ permissions: ['school.edit'] })
    expect(buttons()).not.toContain('导出')
  })

  it('hides them where the list or the app has no spreadsheet support', async () => {
    close = await openPage(defineListPage(createSchoolList(server)), { sheets, permissions: everything })
    expect(buttons()).not.toContain('导出')
    await close()
    close = await openPage(defineListPage({ ...createSchoolList(server), sheet }), { permissions: everything })
    expect(buttons()).not.toContain('导出')
  })

  it('has them in a menu on a phone', async () => {
    Object.assign(window, { innerWidth: 390 })
    await open()
    expect(buttons()).not.toContain('导出')
    await clickByName('更多')
    await clickByName('导出')
    expect(exported).toEqual([{ source: 'schools', filter: { nodeId: null, below: false }, columns: seen }])
  })
})

const seen = ['name', 'kind', 'status']

describe('export', () => {
  it('covers the current filter, with the visible columns, until the dialog is closed', async () => {
    await open({ address: 'kind=幼儿园&keyword=学校1&page=2' })
    await clickByName('导出')
    const filter = { nodeId: null, below: false, kind: '幼儿园', keyword: '学校1' }
    expect(exported).toEqual([{ source: 'schools', filter, columns: seen }])
    await clickByName('导出完了')
    expect(getListText()).not.toContain('导出完了')
  })

  it("has the columns in the user's order", async () => {
    localStorage.setItem('columns:test:schools', JSON.stringify({ order: ['status', 'kind'], shown: [], hidden: [] }))
    await open()
    await clickByName('导出')
    expect(exported[0]!.columns).toEqual(['name', 'status', 'kind'])
  })

  it('covers only the ticked rows, wherever it is pressed', async () => {
    await open()
    await clickByName('选择 学校2')
    await clickByName('选择 学校4')
    await clickByName('导出')
    expect(exported[0]!.filter).toEqual({ nodeId: null, below: false, ids: ['s2', 's4'] })
    await clickByName('导出完了')
    const bar = document.querySelector('[aria-label=批量操作]')!
    // Harmless actions come before dangerous ones.
    const labels = [...bar.querySelectorAll('button')].map(({ textContent }) => textContent)
    expect(labels.indexOf('导出')).toBeLessThan(labels.indexOf('停用'))
    exported = []
    await act(async () => bar.querySelectorAll('button')[labels.indexOf('导出')]!.click())
    expect(exported[0]!.filter).toMatchObject({ ids: ['s2', 's4'] })
  })

  it('covers everything except the unticked rows', async () => {
    await open()
    await clickByName('选择本页')
    await clickByName('选择全部 30 个结果')
    await clickByName('导出')
    expect(exported[0]!.filter).toEqual({ nodeId: null, below: false })
    await clickByName('导出完了')
    await clickByName('选择 学校3')
    await clickByName('导出')
    expect(exported[0]!.filter).toEqual({ nodeId: null, below: false, except: ['s3'] })
  })

  it('lets rows be ticked by users who have no other action', async () => {
    await open({ permissions: ['data.export'] })
    expect(getByName('选择 学校2').type).toBe('checkbox')
    await close()
    await open({ permissions: [] })
    expect(() => getByName('选择 学校2')).toThrow('nothing is called')
  })

  it('is one of the actions on picked cards on a phone', async () => {
    Object.assign(window, { innerWidth: 390 })
    await open()
    await clickByName('多选')
    await act(async () => document.querySelector<HTMLInputElement>('li input')!.click())
    await clickByName('操作')
    await clickByName('导出')
    expect(exported[0]!.filter).toMatchObject({ ids: ['s1'] })
  })
})

describe('import', () => {
  const tree: TreeSpec = {
    title: '机构树',
    change: '切换机构',
    empty: { title: '没有可以查看的机构' },
    level: (parentId) => ({
      queryKey: ['schools', 'level', parentId],
      queryFn: async () =>
        parentId === null
          ? [{ id: 'school', name: '实验小学', count: 3, hasChild: true, kind: 'school' }]
          : [{ id: 'office', name: '办公室', count: 1, hasChild: false, kind: 'department' }],
    }),
    parentOf: (id) => ({
      queryKey: ['schools', 'parent', id],
      queryFn: async () => (id === 'office' ? 'school' : null),
    }),
  }
  const openTree = async (address: string, spec: SheetSpec = sheet) => {
    const page = defineTreeListPage({ ...createSchoolList(server), sheet: spec, tree })
    close = await openPage(page, { sheets, permissions: everything, address })
    await settle()
  }

  it('is for the open node', async () => {
    await openTree('node=office')
    await clickByName('导入')
    expect(imported).toEqual([['school', 'office']])
  })

  it('is for the organisation that the page names, which may be above the node', async () => {
    const orgOf: NonNullable<SheetSpec['import']>['orgOf'] = ({ path }) =>
      path?.find(({ kind }) => kind === 'school')?.id
    await openTree('node=office', { import: { ...sheet.import!, orgOf } })
    await clickByName('导入')
    expect(imported).toEqual([['school', 'school']])
  })

  it('is one of the next steps where nothing was created yet', async () => {
    server.schools = []
    await openTree('')
    const next = [...document.querySelectorAll('section button')].map(({ textContent }) => textContent)
    expect(next).toContain('导入')
    await close()
    close = await openPage(defineTreeListPage({ ...createSchoolList(server), sheet, tree }), {
      sheets,
      permissions: [],
    })
    await settle()
    expect(buttons()).not.toContain('导入')
  })
})
