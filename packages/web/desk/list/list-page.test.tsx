import { act, useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { defineListPage, defineListPageOf } from './list-page.tsx'
import type { ListSpec } from './list-spec.ts'
import {
  getAddress,
  clickByName,
  waitForDialog,
  createPreferenceStore,
  getByName,
  openPage,
  pressKey,
  listRowNames,
  createSchoolList,
  createSchools,
  settle,
  getListText,
  listTickedNames,
  typeText,
  waitUntil,
  type School,
  type FakeServer,
} from './testing/open-list.tsx'

let server: FakeServer
let close: () => Promise<void>

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  Object.assign(window, { innerWidth: 1366 })
  server = { schools: createSchools(30), requests: [], done: [], fault: undefined }
})
afterEach(async () => {
  await close()
  vi.useRealTimers()
})

const open = async (options: Parameters<typeof openPage>[1] = {}, more: Partial<ListSpec<School>> = {}) => {
  close = await openPage(defineListPage({ ...createSchoolList(server), ...more }), options)
}
const lastRequest = () => server.requests.at(-1)
const heading = (name: string) => [...document.querySelectorAll('th')].find((th) => th.textContent?.includes(name))!

describe('list state', () => {
  it('is read from the address, page by page', async () => {
    await open({ address: 'page=2' })
    expect(lastRequest()).toMatchObject({ pageNumber: 2, pageSize: 20, sort: null, filter: {} })
    expect(listRowNames()).toEqual(
      createSchools(30)
        .slice(20)
        .map(({ name }) => name),
    )
    expect(getListText()).toContain('共 30 所')
  })

  it('searches with Enter, and updates the address', async () => {
    await open({ address: 'page=2' })
    await typeText(getByName('搜索'), ' 学校3 ')
    expect(getAddress()).toBe('page=2')
    await clickByName('查询')
    expect(getAddress()).toBe('keyword=%E5%AD%A6%E6%A0%A13')
    expect(listRowNames()).toEqual(['学校3', '学校30'])
    await clickByName('重置')
    expect(getAddress()).toBe('')
    expect(getByName('搜索').value).toBe('')
  })

  it('says that a search is cut, and how to narrow it', async () => {
    const page = createSchoolList(server).page
    const cutPage: typeof page = (query) => ({
      queryKey: ['schools', 'cut', query],
      queryFn: async (context) => ({ ...(await page(query).queryFn(context)), more: true, isCut: true }),
    })
    await open({}, { page: cutPage })
    expect(getListText()).toContain('只列出前 30 条。请输入更完整的关键字')
    await close()
    await open()
    expect(getListText()).not.toContain('只列出前')
  })

  it('loads the sums of the filter after the rows, once for all pages', async () => {
    const asked: unknown[] = []
    const sums: ListSpec<School>['sums'] = (listFilter) => ({
      queryKey: ['schools', 'sums', listFilter],
      queryFn: async () => (asked.push(listFilter), ['中小学 15']),
    })
    await open({}, { sums })
    expect(getListText()).toContain('中小学 15')
    await clickByName('名称')
    expect([getAddress(), asked.length]).toEqual(['sort=name', 1])
  })

  it('is reloaded by 查询 when nothing changed', async () => {
    await open()
    const before = server.requests.length
    await clickByName('查询')
    expect(server.requests.length).toBe(before + 1)
  })

  it('is sorted by a column ascending, descending, and in the default order', async () => {
    await open()
    expect(heading('类型').querySelector('button')).toBeNull()
    const orders = []
    for (let pressed = 0; pressed < 3; pressed++) {
      await clickByName('名称')
      orders.push([getAddress(), heading('名称').getAttribute('aria-sort')])
    }
    expect(orders).toEqual([
      ['sort=name', 'ascending'],
      ['sort=-name', 'descending'],
      ['', null],
    ])
    expect(server.requests.map(({ sort }) => sort)).toEqual([
      null,
      { key: 'name', desc: false },
      { key: 'name', desc: true },
    ])
  })

  it('goes back to the last page when the address names one that no longer exists', async () => {
    await open({ address: 'page=9' })
    expect(getAddress()).toBe('page=2')
  })
})

describe('ticking', () => {
  it('lays a bar over the header, and clears with 取消', async () => {
    await open()
    await clickByName('选择 学校2')
    await clickByName('选择 学校4')
    expect(document.querySelector('[aria-label=批量操作]')?.textContent).toContain('已选 2 所')
    // The names of the columns stay for screen readers; invisible buttons must not be pressed.
    expect(heading('名称').querySelector('button')).toBeNull()
    await clickByName('取消Esc')
    expect(listTickedNames()).toEqual([])
    expect(document.querySelector('[aria-label=批量操作]')).toBeNull()
  })

  it('selects a range with Shift', async () => {
    await open()
    await clickByName('选择 学校2')
    await clickByName('选择 学校5', { shiftKey: true })
    expect(listTickedNames()).toEqual(['学校2', '学校3', '学校4', '学校5'])
  })

  it('stays while pages are turned, and ends when the filter changes', async () => {
    await open()
    await clickByName('选择 学校2')
    await clickByName('下一页')
    await clickByName('选择 学校21')
    expect(getListText()).toContain('已选 2 所')
    await typeText(getByName('搜索'), '学校2')
    await clickByName('查询')
    expect(document.querySelector('[aria-label=批量操作]')).toBeNull()
  })

  it('selects all results, visible or not, and sends the exceptions to the server', async () => {
    server.schools = createSchools(50)
    await open({ address: 'kind=中小学' })
    await clickByName('选择本页')
    expect(getListText()).toContain('已选 20 所')
    await clickByName('选择全部 25 个结果')
    expect(getListText()).toContain('已选全部 25 所（含未显示的）')
    await clickByName('选择 学校3')
    expect(getListText()).toContain('已选 24 所')
    await clickByName('停用')
    await clickByName('停用（24 所）')
    const expected = { all: true, listFilter: { node: null, below: false, filter: { kind: '中小学' } }, except: ['s3'] }
    await waitUntil(() => expect(server.done).toEqual([expected]))
  })

  it('is not available to users without actions on rows', async () => {
    await open({ permissions: [] })
    expect(document.querySelector('th input')).toBeNull()
    expect(document.querySelector('[data-act]')).toBeNull()
  })
})

describe('actions', () => {
  it('asks before a dangerous action, with the figures of the preview, and can be undone', async () => {
    server.schools[1]!.isOff = true
    await open()
    await clickByName('选择 学校1')
    await clickByName('选择 学校2')
    await clickByName('停用')
    const dialog = await waitForDialog()
    await waitUntil(() => expect(dialog.textContent).toContain('停用：2 所学校'))
    expect(dialog.textContent).toContain('正常 → 停用')
    expect(dialog.textContent).toContain('学生将不能登录')
    await clickByName('停用（1 所）')
    await waitUntil(() => expect(document.querySelector('dialog')).toBeNull())
    expect(server.schools[0]!.isOff).toBe(true)
    expect(getListText()).toContain('已停用 1 所学校')
    expect(listTickedNames()).toEqual([])
    await clickByName('撤销')
    expect(server.schools.map(({ isOff }) => isOff).slice(0, 2)).toEqual([false, true])
    expect(getListText()).toContain('已撤销')
  })

  it('asks about a single row too, with its count', async () => {
    await open()
    await clickByName('更多操作 学校3')
    await clickByName('停用')
    expect((await waitForDialog()).textContent).toContain('停用：学校3')
    await clickByName('取消')
    expect(server.done).toEqual([])
  })

  it('runs a harmless action on one row at once', async () => {
    server.schools[2]!.isOff = true
    await open()
    await clickByName('更多操作 学校3')
    await clickByName('启用')
    expect(document.querySelector('dialog')).toBeNull()
    expect(server.done).toEqual([{ ids: ['s3'] }])
    await pressKey('z', { ctrlKey: true })
    expect(server.schools[2]!.isOff).toBe(true)
  })

  it('has no button when the preview finds nothing to change', async () => {
    server.schools[0]!.isOff = true
    await open()
    await clickByName('选择 学校1')
    await clickByName('停用')
    await waitUntil(() => expect(getByName('停用（0 所）').disabled).toBe(true))
    await waitUntil(() => expect(document.querySelector('dialog')?.textContent).toContain('都不需要停用'))
    await clickByName('取消')
  })

  it('keeps its dialog open when it fails', async () => {
    const actions = createSchoolList(server).actions!.map((act) => ({
      ...act,
      run: async () => Promise.reject(new CallError({ ret: Ret.refused, msg: '下级机构尚未停用', status: 200 })),
    }))
    await open({}, { actions })
    await clickByName('选择 学校1')
    await clickByName('停用')
    await clickByName('停用（1 所）')
    await waitUntil(() => expect(getListText()).toContain('下级机构尚未停用'))
    expect(document.querySelector('dialog')).not.toBeNull()
    await clickByName('取消')
  })
})

describe('keys', () => {
  it('move through the rows, tick them and open them', async () => {
    await open()
    await pressKey('ArrowDown')
    expect(document.activeElement?.textContent).toBe('学校1')
    await pressKey('ArrowDown')
    await pressKey(' ')
    expect(listTickedNames()).toEqual(['学校2'])
    await pressKey('ArrowDown', { shiftKey: true })
    await pressKey('ArrowDown', { shiftKey: true })
    expect(listTickedNames()).toEqual(['学校2', '学校3', '学校4'])
    await pressKey('ArrowUp', { shiftKey: true })
    expect(listTickedNames()).toEqual(['学校2', '学校3'])
    await pressKey('Escape')
    expect(listTickedNames()).toEqual([])
    await clickByName('学校3')
    expect(getAddress()).toBe('open=s3')
    await pressKey('Escape')
    expect(getAddress()).toBe('')
  })

  it('select all results with Ctrl+A, and focus the search field with /', async () => {
    await open()
    await pressKey('a', { ctrlKey: true })
    expect(getListText()).toContain('已选全部 30 所（含未显示的）')
    await pressKey('/')
    expect(document.activeElement).toBe(getByName('搜索'))
    const typed = await pressKey('a', { ctrlKey: true })
    expect(typed.defaultPrevented).toBe(false)
  })

  it('do nothing on a page that is behind another one', async () => {
    await open({ isBehind: true })
    await pressKey('a', { ctrlKey: true })
    await pressKey('/')
    expect(listTickedNames()).toEqual([])
    expect(document.activeElement).toBe(document.body)
  })
})

describe('forms', () => {
  const schema = z.object({ name: z.string().min(1, '请填写名称') })
  const formOf = (name: string) => ({
    schema,
    initial: () => ({ name }),
    sections: [{ fields: [{ name: 'name', label: '名称', kind: 'text', required: true } as const] }],
  })
  const filled: Pick<ListSpec<School, School, z.infer<typeof schema>>, 'create' | 'edit'> = {
    create: {
      label: '新建学校',
      permission: 'school.close',
      done: '已新建学校',
      form: () => formOf(''),
      submit: async ({ name }) => {
        server.schools.unshift({ id: 'new', name, kind: '中小学', isOff: false })
        return { id: 'new' }
      },
    },
    edit: {
      permission: 'school.close',
      done: '已保存学校',
      form: ({ name }) => formOf(name),
      submit: async ({ name }, row) => Object.assign(row, { name }),
    },
  }
  const openFilled = async (options: Parameters<typeof openPage>[1] = {}) => {
    const { create: _, edit: __, ...list } = createSchoolList(server)
    close = await openPage(defineListPage<School, School, z.infer<typeof schema>>({ ...list, ...filled }), options)
  }
  // The form is loaded only when it is opened.
  beforeAll(() => import('../form/form-dialog.tsx'))
  const field = () => document.querySelector<HTMLInputElement>('dialog input')!
  const save = () =>
    act(async () =>
      document
        .querySelector('form:not([role])')!
        .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    )

  it('create a new row with n, after validation', async () => {
    await openFilled()
    await pressKey('n')
    await save()
    await settle()
    expect(getListText()).toContain('请填写名称')
    await typeText(field(), '新学校')
    await save()
    await settle()
    expect(document.querySelector('dialog')).toBeNull()
    expect(getListText()).toContain('已新建学校')
    expect(listRowNames()[0]).toBe('新学校')
    expect(document.querySelector('[data-fresh]')?.textContent).toContain('新学校')
  })

  it('open the created row, where it needs further work', async () => {
    const { create: _, edit: __, ...list } = createSchoolList(server)
    const create = { ...filled.create!, opens: ({ name }: { name: string }) => name === '新学校' }
    close = await openPage(defineListPage<School, School, z.infer<typeof schema>>({ ...list, create }), {})
    await pressKey('n')
    await typeText(field(), '新学校')
    await save()
    await settle()
    expect(getAddress()).toBe('open=new')
  })

  it('edit the focused row with e', async () => {
    await openFilled()
    await pressKey('ArrowDown')
    await pressKey('e')
    expect(field().value).toBe('学校1')
    await typeText(field(), '第一学校')
    await save()
    await settle()
    expect(listRowNames()[0]).toBe('第一学校')
  })

  it('are not available to users without the permission', async () => {
    await openFilled({ permissions: [] })
    expect(getListText()).not.toContain('新建学校')
    expect(getListText()).not.toContain('编辑')
    await pressKey('n')
    expect(document.querySelector('dialog')).toBeNull()
  })
})

describe('details', () => {
  it('open beside the list, step through it, and return the focus', async () => {
    await open({ address: 'open=s2' })
    const drawer = () => document.querySelector('[aria-label=详情]')
    expect(drawer()?.textContent).toContain('2 / 30')
    expect(drawer()?.textContent).toContain('联系方式')
    await pressKey(']')
    expect(getAddress()).toBe('open=s3')
    await clickByName('上一个')
    expect(getAddress()).toBe('open=s2')
    await clickByName('关闭')
    expect(drawer()).toBeNull()
    expect(document.activeElement?.textContent).toBe('学校2')
  })
})

describe('states without rows', () => {
  it('shows that nothing was created yet', async () => {
    server.schools = []
    await open()
    expect(getListText()).toContain('还没有学校')
  })

  it('shows that nothing matches, and clears the filters', async () => {
    await open({ address: 'keyword=x&kind=中小学' })
    expect(getListText()).toContain('没有符合条件的内容')
    await clickByName('清除条件')
    expect(getAddress()).toBe('')
    expect(listRowNames()).toHaveLength(20)
  })

  it('shows that loading failed, and retries', async () => {
    server.fault = new CallError({ ret: Ret.fault, msg: '服务异常', status: 500, requestId: 'r-1' })
    await open()
    expect(getListText()).toContain('数据加载失败')
    server.fault = undefined
    await clickByName('重试')
    expect(listRowNames()).toHaveLength(20)
  })

  it('shows whom to ask when it is forbidden', async () => {
    server.fault = new CallError({ ret: Ret.forbidden, msg: '', status: 200 })
    await open()
    expect(getListText()).toContain('请联系本单位管理员开通')
  })

  it('keeps the old rows, with their age, when reloading fails', async () => {
    await open()
    server.fault = new CallError({ ret: Ret.unavailable, msg: '', status: 0 })
    await clickByName('刷新')
    expect(getListText()).toContain('没有读到新数据')
    expect(listRowNames()).toHaveLength(20)
  })

  it('shows a skeleton, but only after 200 ms', async () => {
    const never = new Promise<never>(() => {})
    await open({}, { page: (query) => ({ queryKey: ['schools', query], queryFn: () => never }) })
    const bars = () => document.querySelectorAll('tbody span').length
    expect(bars()).toBe(0)
    for (let step = 0; step < 4; step++) await settle()
    expect(bars()).toBeGreaterThan(0)
  })
})

describe('columns', () => {
  const titles = () => [...document.querySelectorAll('thead th')].map((th) => th.textContent).filter(Boolean)

  it('are hidden and reordered, and stay so', async () => {
    await open()
    expect(titles()).toEqual(['名称', '类型', '状态', '操作'])
    await clickByName('列设置')
    const box = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')].find(
      (one) => one.closest('label')?.textContent === '类型',
    )!
    box.focus()
    await pressKey('ArrowDown', { altKey: true })
    expect(titles()).toEqual(['名称', '状态', '类型', '操作'])
    expect(getListText()).toContain('类型，第 2 列，共 2 列')
    await act(async () => box.click())
    expect(titles()).toEqual(['名称', '状态', '操作'])
    await close()
    await open()
    expect(titles()).toEqual(['名称', '状态', '操作'])
    await clickByName('列设置')
    await clickByName('恢复默认')
    expect(titles()).toEqual(['名称', '类型', '状态', '操作'])
  })
})

describe('saved views', () => {
  const kindergartens = {
    id: 'v1',
    name: '幼儿园',
    query: 'kind=幼儿园',
    isShared: false,
    isMine: true,
    isDefault: false,
  }

  it('are chosen, changed, restored and saved', async () => {
    const views = [{ ...kindergartens }]
    await open({ preferenceStore: createPreferenceStore(views) })
    await clickByName('幼儿园15')
    expect(decodeURIComponent(getAddress())).toBe('kind=幼儿园&view=v1')
    expect(getListText()).not.toContain('视图已改动')
    await clickByName('名称')
    expect(getListText()).toContain('视图已改动')
    await clickByName('还原')
    expect(decodeURIComponent(getAddress())).toBe('kind=幼儿园&view=v1')
    await clickByName('名称')
    await clickByName('保存更改')
    expect(getListText()).not.toContain('视图已改动')
    expect(decodeURIComponent(views[0]!.query)).toBe('kind=幼儿园&sort=name')
  })

  it('take no room while there are none, and are offered once something was chosen', async () => {
    await open({ preferenceStore: createPreferenceStore([]) })
    expect(document.querySelector('ul[aria-label=视图]')).toBeNull()
    expect(getListText()).not.toContain('存为视图')
    await close()
    await open({ preferenceStore: createPreferenceStore([]), address: 'keyword=3' })
    expect(document.querySelector('ul[aria-label=视图]')).toBeNull()
    expect(getListText()).toContain('存为视图')
  })

  it('get a name', async () => {
    const views: (typeof kindergartens)[] = []
    await open({ preferenceStore: createPreferenceStore(views), address: 'keyword=3' })
    await clickByName('存为视图')
    await typeText((await waitForDialog()).querySelector('input')!, '带三的')
    await clickByName('保存')
    expect(views).toMatchObject([{ name: '带三的', query: 'keyword=3', isShared: false, isDefault: false }])
    expect(getAddress()).toBe('keyword=3&view=v1')
  })

  it('store no personal number: the dialog says so, and the number is left out', async () => {
    const views: (typeof kindergartens)[] = []
    await open({ preferenceStore: createPreferenceStore(views), address: 'keyword=13800138000' })
    await clickByName('存为视图')
    await waitUntil(() => expect(getListText()).toContain('视图不能保存手机号或身份证号'))
    expect(document.querySelector('dialog')).toBeNull()
    await close()
    await open({ preferenceStore: createPreferenceStore(views), address: 'keyword=13800138000&kind=幼儿园' })
    await clickByName('存为视图')
    expect((await waitForDialog()).textContent).toContain('搜索的手机号或身份证号不会存入视图')
    await typeText((await waitForDialog()).querySelector('input')!, '幼儿园')
    await clickByName('保存')
    await waitUntil(() =>
      expect(views).toMatchObject([{ name: '幼儿园', query: new URLSearchParams({ kind: '幼儿园' }).toString() }]),
    )
    expect(server.requests.some(({ filter }) => filter['keyword'] === '13800138000')).toBe(true)
  })

  it('are renamed, made the default, shared and deleted from their menu', async () => {
    const views = [{ ...kindergartens }]
    await open({ preferenceStore: createPreferenceStore(views), address: 'kind=幼儿园&view=v1' })
    const choose = async (item: string) => {
      await clickByName('视图“幼儿园”的操作')
      await clickByName(item)
    }
    await choose('设为默认')
    await choose('共享给本单位')
    expect(views[0]).toMatchObject({ isDefault: true, isShared: true })
    await choose('改名')
    await typeText((await waitForDialog()).querySelector('input')!, '幼教')
    await clickByName('保存')
    expect(views[0]!.name).toBe('幼教')
    await clickByName('视图“幼教”的操作')
    await clickByName('删除')
    await clickByName('删除 1 个视图')
    expect(views).toEqual([])
    expect(getAddress()).toBe('')
  })

  it('open automatically before any row is shown, when one is the default', async () => {
    await open({ preferenceStore: createPreferenceStore([{ ...kindergartens, isDefault: true }]) })
    expect(decodeURIComponent(getAddress())).toBe('kind=幼儿园&view=v1')
    expect(listRowNames()).toHaveLength(15)
    await clickByName('全部30')
    expect(getAddress()).toBe('view=all')
    expect(listRowNames()).toHaveLength(20)
  })

  it('leave an address with its own filter unchanged', async () => {
    await open({
      address: 'kind=中小学',
      preferenceStore: createPreferenceStore([{ ...kindergartens, isDefault: true }]),
    })
    expect(decodeURIComponent(getAddress())).toBe('kind=中小学')
  })

  it('never delay the rows when they fail, or do not load', async () => {
    await open({ preferenceStore: createPreferenceStore([], new CallError({ ret: Ret.fault, msg: '', status: 500 })) })
    expect(listRowNames()).toHaveLength(20)
    await close()
    const never = { queryKey: ['views'], queryFn: () => new Promise<never>(() => {}) }
    await open({ preferenceStore: { ...createPreferenceStore([]), views: () => never } })
    for (let step = 0; step < 6; step++) await settle()
    expect(listRowNames()).toHaveLength(20)
  })
})

describe('on a phone', () => {
  beforeEach(() => {
    Object.assign(window, { innerWidth: 390 })
  })
  const cards = () => [...document.querySelectorAll('li strong')].map(({ textContent }) => textContent)

  it('rows are cards, and a sheet has the filters', async () => {
    server.schools[0]!.isOff = true
    await open()
    expect(document.querySelector('table')).toBeNull()
    expect(cards().slice(0, 2)).toEqual(['学校1', '学校2'])
    expect(document.querySelector('li')!.textContent).toContain('停用')
    await clickByName('筛选')
    await clickByName('幼儿园')
    await clickByName('查询')
    expect(decodeURIComponent(getAddress())).toBe('kind=幼儿园')
    await clickByName('去掉筛选 幼儿园')
    expect(getAddress()).toBe('')
  })

  it('several are picked in a separate mode, with the actions below', async () => {
    await open()
    await clickByName('多选')
    await act(async () => document.querySelectorAll<HTMLInputElement>('li input')[1]!.click())
    expect(getListText()).toContain('已选 1 所')
    await clickByName('全选 30')
    expect(getListText()).toContain('已选全部 30 所')
    await clickByName('操作')
    await clickByName('停用')
    expect((await waitForDialog()).textContent).toContain('停用：30 所学校')
    await clickByName('取消')
  })
})

describe('an action', () => {
  it('gets the rows of its targets, not only their ids', async () => {
    let previewed: string[] = []
    let ran: string[] = []
    const namesOf = (rows: readonly School[]) => rows.map(({ name }) => name)
    await open(
      {},
      {
        actions: [
          {
            key: 'check',
            label: '核对',
            permission: 'school.close',
            preview: async (_targets, rows) => {
              previewed = namesOf(rows)
              return { count: rows.length, names: [], changes: [], consequences: [] }
            },
            run: async (_targets, rows) => {
              ran = namesOf(rows)
            },
            done: (count) => `已核对 ${count} 所学校`,
          },
        ],
      },
    )
    await clickByName('选择 学校2')
    await clickByName('选择 学校5')
    await clickByName('核对')
    await waitForDialog()
    await clickByName('核对（2 所）')
    expect(previewed).toEqual(['学校2', '学校5'])
    expect(ran).toEqual(['学校2', '学校5'])
  })
})

describe('a page with parameters', () => {
  it('has a list for each of their values', async () => {
    const kinds: string[] = []
    const Schools = defineListPageOf(({ kind }: { kind: string }) => {
      kinds.push(kind)
      const spec = createSchoolList(server)
      return { ...spec, page: (query) => spec.page({ ...query, filter: { ...query.filter, kind } }) }
    })
    let choose: (kind: string) => void = () => {}
    function Page() {
      const [kind, setKind] = useState('中小学')
      choose = setKind
      return <Schools kind={kind} />
    }
    close = await openPage(Page)
    expect(listRowNames()[0]).toBe('学校1')
    await act(async () => choose('幼儿园'))
    await waitUntil(() => expect(listRowNames()[0]).toBe('学校2'))
    expect(kinds).toEqual(['中小学', '幼儿园'])
  })
})
