import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { defineListPage } from './list-page.tsx'
import type { ListSpec } from './spec.ts'
import {
  addressNow,
  click,
  dialogNow,
  keeperOf,
  named,
  openPage,
  press,
  rowNames,
  schoolList,
  schoolsOf,
  settle,
  text,
  tickedNames,
  type,
  until,
  type School,
  type Server,
} from './testing/open-list.tsx'

let server: Server
let close: () => Promise<void>

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  Object.assign(window, { innerWidth: 1366 })
  server = { schools: schoolsOf(30), asked: [], done: [], fault: undefined }
})
afterEach(async () => {
  await close()
  vi.useRealTimers()
})

const open = async (place: Parameters<typeof openPage>[1] = {}, more: Partial<ListSpec<School>> = {}) => {
  close = await openPage(defineListPage({ ...schoolList(server), ...more }), place)
}
const asked = () => server.asked.at(-1)
const heading = (name: string) => [...document.querySelectorAll('th')].find((th) => th.textContent?.includes(name))!

describe('what is looked at', () => {
  it('is read from the address, page by page', async () => {
    await open({ address: 'page=2' })
    expect(asked()).toMatchObject({ pageNumber: 2, pageSize: 20, sort: null, filter: {} })
    expect(rowNames()).toEqual(
      schoolsOf(30)
        .slice(20)
        .map(({ name }) => name),
    )
    expect(text()).toContain('共 30 所')
  })

  it('is looked for with Enter, and the address says so', async () => {
    await open({ address: 'page=2' })
    await type(named('搜索'), ' 学校3 ')
    expect(addressNow()).toBe('page=2')
    await click('查询')
    expect(addressNow()).toBe('keyword=%E5%AD%A6%E6%A0%A13')
    expect(rowNames()).toEqual(['学校3', '学校30'])
    await click('重置')
    expect(addressNow()).toBe('')
    expect(named('搜索').value).toBe('')
  })

  it('is asked for once more by 查询 when nothing changed', async () => {
    await open()
    const before = server.asked.length
    await click('查询')
    expect(server.asked.length).toBe(before + 1)
  })

  it('is sorted by a column upwards, downwards, and as it was', async () => {
    await open()
    expect(heading('类型').querySelector('button')).toBeNull()
    const orders = []
    for (let pressed = 0; pressed < 3; pressed++) {
      await click('名称')
      orders.push([addressNow(), heading('名称').getAttribute('aria-sort')])
    }
    expect(orders).toEqual([
      ['sort=name', 'ascending'],
      ['sort=-name', 'descending'],
      ['', null],
    ])
    expect(server.asked.map(({ sort }) => sort)).toEqual([
      null,
      { key: 'name', desc: false },
      { key: 'name', desc: true },
    ])
  })

  it('goes back to the last page when an old address names one that is gone', async () => {
    await open({ address: 'page=9' })
    expect(addressNow()).toBe('page=2')
  })
})

describe('ticking', () => {
  it('lays a bar over the header, and lets it go with 取消', async () => {
    await open()
    await click('选择 学校2')
    await click('选择 学校4')
    expect(document.querySelector('[aria-label=批量操作]')?.textContent).toContain('已选 2 所')
    // The names of the columns stay for readers; what cannot be seen cannot be pressed.
    expect(heading('名称').querySelector('button')).toBeNull()
    await click('取消Esc')
    expect(tickedNames()).toEqual([])
    expect(document.querySelector('[aria-label=批量操作]')).toBeNull()
  })

  it('takes a range with Shift', async () => {
    await open()
    await click('选择 学校2')
    await click('选择 学校5', { shiftKey: true })
    expect(tickedNames()).toEqual(['学校2', '学校3', '学校4', '学校5'])
  })

  it('stays while pages are turned, and ends when something else is asked for', async () => {
    await open()
    await click('选择 学校2')
    await click('下一页')
    await click('选择 学校21')
    expect(text()).toContain('已选 2 所')
    await type(named('搜索'), '学校2')
    await click('查询')
    expect(document.querySelector('[aria-label=批量操作]')).toBeNull()
  })

  it('takes all results, shown or not, and tells the server what is left out', async () => {
    server.schools = schoolsOf(50)
    await open({ address: 'kind=中小学' })
    await click('选择本页')
    expect(text()).toContain('已选 20 所')
    await click('选择全部 25 个结果')
    expect(text()).toContain('已选全部 25 所（含未显示的）')
    await click('选择 学校3')
    expect(text()).toContain('已选 24 所')
    await click('停用')
    await click('停用（24 所）')
    const meant = { all: true, asked: { node: null, below: false, filter: { kind: '中小学' } }, except: ['s3'] }
    await until(() => expect(server.done).toEqual([meant]))
  })

  it('is not there for those who may do nothing to rows', async () => {
    await open({ permissions: [] })
    expect(document.querySelector('th input')).toBeNull()
    expect(document.querySelector('[data-act]')).toBeNull()
  })
})

describe('acts', () => {
  it('asks before it takes something away, with the figures of the trial run, and can be undone', async () => {
    server.schools[1]!.isOff = true
    await open()
    await click('选择 学校1')
    await click('选择 学校2')
    await click('停用')
    const dialog = await dialogNow()
    await until(() => expect(dialog.textContent).toContain('停用：2 所学校'))
    expect(dialog.textContent).toContain('正常 → 停用')
    expect(dialog.textContent).toContain('学生将不能登录')
    await click('停用（1 所）')
    await until(() => expect(document.querySelector('dialog')).toBeNull())
    expect(server.schools[0]!.isOff).toBe(true)
    expect(text()).toContain('已停用 1 所学校')
    expect(tickedNames()).toEqual([])
    await click('撤销')
    expect(server.schools.map(({ isOff }) => isOff).slice(0, 2)).toEqual([false, true])
    expect(text()).toContain('已撤销')
  })

  it('asks about a single row too, with its count', async () => {
    await open()
    await click('更多操作 学校3')
    await click('停用')
    expect((await dialogNow()).textContent).toContain('停用：学校3')
    await click('取消')
    expect(server.done).toEqual([])
  })

  it('does to one row at once what takes nothing away', async () => {
    server.schools[2]!.isOff = true
    await open()
    await click('更多操作 学校3')
    await click('启用')
    expect(document.querySelector('dialog')).toBeNull()
    expect(server.done).toEqual([{ ids: ['s3'] }])
    await press('z', { ctrlKey: true })
    expect(server.schools[2]!.isOff).toBe(true)
  })

  it('has nothing to press when the trial run finds nothing to change', async () => {
    server.schools[0]!.isOff = true
    await open()
    await click('选择 学校1')
    await click('停用')
    await until(() => expect(named('停用（0 所）').disabled).toBe(true))
    await until(() => expect(document.querySelector('dialog')?.textContent).toContain('都不需要停用'))
    await click('取消')
  })

  it('stays with its question when it fails', async () => {
    const acts = schoolList(server).acts!.map((act) => ({
      ...act,
      run: async () => Promise.reject(new CallError({ ret: Ret.refused, msg: '下级机构尚未停用', status: 200 })),
    }))
    await open({}, { acts })
    await click('选择 学校1')
    await click('停用')
    await click('停用（1 所）')
    await until(() => expect(text()).toContain('下级机构尚未停用'))
    expect(document.querySelector('dialog')).not.toBeNull()
    await click('取消')
  })
})

describe('keys', () => {
  it('walk through the rows, tick them and open them', async () => {
    await open()
    await press('ArrowDown')
    expect(document.activeElement?.textContent).toBe('学校1')
    await press('ArrowDown')
    await press(' ')
    expect(tickedNames()).toEqual(['学校2'])
    await press('ArrowDown', { shiftKey: true })
    await press('ArrowDown', { shiftKey: true })
    expect(tickedNames()).toEqual(['学校2', '学校3', '学校4'])
    await press('ArrowUp', { shiftKey: true })
    expect(tickedNames()).toEqual(['学校2', '学校3'])
    await press('Escape')
    expect(tickedNames()).toEqual([])
    await click('学校3')
    expect(addressNow()).toBe('open=s3')
    await press('Escape')
    expect(addressNow()).toBe('')
  })

  it('take all results with Ctrl+A, and go to the search field with /', async () => {
    await open()
    await press('a', { ctrlKey: true })
    expect(text()).toContain('已选全部 30 所（含未显示的）')
    await press('/')
    expect(document.activeElement).toBe(named('搜索'))
    const typed = await press('a', { ctrlKey: true })
    expect(typed.defaultPrevented).toBe(false)
  })

  it('do nothing on a page that is behind another one', async () => {
    await open({ isBehind: true })
    await press('a', { ctrlKey: true })
    await press('/')
    expect(tickedNames()).toEqual([])
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
  const openFilled = async (place: Parameters<typeof openPage>[1] = {}) => {
    const { create: _, edit: __, ...list } = schoolList(server)
    close = await openPage(defineListPage<School, School, z.infer<typeof schema>>({ ...list, ...filled }), place)
  }
  // It is only loaded when somebody wants to fill it in.
  beforeAll(() => import('../form/form-dialog.tsx'))
  const field = () => document.querySelector<HTMLInputElement>('dialog input')!
  const save = () =>
    act(async () =>
      document
        .querySelector('form:not([role])')!
        .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    )

  it('make a new row with n, after it was checked', async () => {
    await openFilled()
    await press('n')
    await save()
    await settle()
    expect(text()).toContain('请填写名称')
    await type(field(), '新学校')
    await save()
    await settle()
    expect(document.querySelector('dialog')).toBeNull()
    expect(text()).toContain('已新建学校')
    expect(rowNames()[0]).toBe('新学校')
    expect(document.querySelector('[data-fresh]')?.textContent).toContain('新学校')
  })

  it('open what was made, where that has to go on', async () => {
    const { create: _, edit: __, ...list } = schoolList(server)
    const create = { ...filled.create!, opens: ({ name }: { name: string }) => name === '新学校' }
    close = await openPage(defineListPage<School, School, z.infer<typeof schema>>({ ...list, create }), {})
    await press('n')
    await type(field(), '新学校')
    await save()
    await settle()
    expect(addressNow()).toBe('open=new')
  })

  it('change the row that has the focus with e', async () => {
    await openFilled()
    await press('ArrowDown')
    await press('e')
    expect(field().value).toBe('学校1')
    await type(field(), '第一学校')
    await save()
    await settle()
    expect(rowNames()[0]).toBe('第一学校')
  })

  it('are not there for those who may not fill them in', async () => {
    await openFilled({ permissions: [] })
    expect(text()).not.toContain('新建学校')
    expect(text()).not.toContain('编辑')
    await press('n')
    expect(document.querySelector('dialog')).toBeNull()
  })
})

describe('details', () => {
  it('open beside the list, step through it, and give the focus back', async () => {
    await open({ address: 'open=s2' })
    const drawer = () => document.querySelector('[aria-label=详情]')
    expect(drawer()?.textContent).toContain('2 / 30')
    expect(drawer()?.textContent).toContain('联系方式')
    await press(']')
    expect(addressNow()).toBe('open=s3')
    await click('上一个')
    expect(addressNow()).toBe('open=s2')
    await click('关闭')
    expect(drawer()).toBeNull()
    expect(document.activeElement?.textContent).toBe('学校2')
  })
})

describe('what stands in the place of rows', () => {
  it('says that nothing was made yet', async () => {
    server.schools = []
    await open()
    expect(text()).toContain('还没有学校')
  })

  it('says that nothing matches, and clears the filters', async () => {
    await open({ address: 'keyword=x&kind=中小学' })
    expect(text()).toContain('没有符合条件的内容')
    await click('清除条件')
    expect(addressNow()).toBe('')
    expect(rowNames()).toHaveLength(20)
  })

  it('says that it failed, and tries again', async () => {
    server.fault = new CallError({ ret: Ret.fault, msg: '服务异常', status: 500, requestId: 'r-1' })
    await open()
    expect(text()).toContain('数据加载失败')
    server.fault = undefined
    await click('重试')
    expect(rowNames()).toHaveLength(20)
  })

  it('says whom to ask when it is forbidden', async () => {
    server.fault = new CallError({ ret: Ret.forbidden, msg: '', status: 200 })
    await open()
    expect(text()).toContain('请联系本单位管理员开通')
  })

  it('keeps the old rows, with their age, when new ones do not come', async () => {
    await open()
    server.fault = new CallError({ ret: Ret.unavailable, msg: '', status: 0 })
    await click('刷新')
    expect(text()).toContain('没有读到新数据')
    expect(rowNames()).toHaveLength(20)
  })

  it('is grey bars, but only after 200 ms', async () => {
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

  it('are hidden and put in another order, and stay so', async () => {
    await open()
    expect(titles()).toEqual(['名称', '类型', '状态', '操作'])
    await click('列设置')
    const box = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')].find(
      (one) => one.closest('label')?.textContent === '类型',
    )!
    box.focus()
    await press('ArrowDown', { altKey: true })
    expect(titles()).toEqual(['名称', '状态', '类型', '操作'])
    expect(text()).toContain('类型，第 2 列，共 2 列')
    await act(async () => box.click())
    expect(titles()).toEqual(['名称', '状态', '操作'])
    await close()
    await open()
    expect(titles()).toEqual(['名称', '状态', '操作'])
    await click('列设置')
    await click('恢复默认')
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

  it('are chosen, changed, put back and kept', async () => {
    const views = [{ ...kindergartens }]
    await open({ keeper: keeperOf(views) })
    await click('幼儿园15')
    expect(decodeURIComponent(addressNow())).toBe('kind=幼儿园&view=v1')
    expect(text()).not.toContain('视图已改动')
    await click('名称')
    expect(text()).toContain('视图已改动')
    await click('还原')
    expect(decodeURIComponent(addressNow())).toBe('kind=幼儿园&view=v1')
    await click('名称')
    await click('保存更改')
    expect(text()).not.toContain('视图已改动')
    expect(decodeURIComponent(views[0]!.query)).toBe('kind=幼儿园&sort=name')
  })

  it('take no room while there are none, and are offered once something was chosen', async () => {
    await open({ keeper: keeperOf([]) })
    expect(document.querySelector('ul[aria-label=视图]')).toBeNull()
    expect(text()).not.toContain('存为视图')
    await close()
    await open({ keeper: keeperOf([]), address: 'keyword=3' })
    expect(document.querySelector('ul[aria-label=视图]')).toBeNull()
    expect(text()).toContain('存为视图')
  })

  it('get a name', async () => {
    const views: (typeof kindergartens)[] = []
    await open({ keeper: keeperOf(views), address: 'keyword=3' })
    await click('存为视图')
    await type((await dialogNow()).querySelector('input')!, '带三的')
    await click('保存')
    expect(views).toMatchObject([{ name: '带三的', query: 'keyword=3', isShared: false, isDefault: false }])
    expect(addressNow()).toBe('keyword=3&view=v1')
  })

  it('keep nobody’s number: it is said, and left out of what is saved', async () => {
    const views: (typeof kindergartens)[] = []
    await open({ keeper: keeperOf(views), address: 'keyword=13800138000' })
    await click('存为视图')
    await until(() => expect(text()).toContain('视图不能保存手机号或身份证号'))
    expect(document.querySelector('dialog')).toBeNull()
    await close()
    await open({ keeper: keeperOf(views), address: 'keyword=13800138000&kind=幼儿园' })
    await click('存为视图')
    expect((await dialogNow()).textContent).toContain('搜索的手机号或身份证号不会存入视图')
    await type((await dialogNow()).querySelector('input')!, '幼儿园')
    await click('保存')
    await until(() =>
      expect(views).toMatchObject([{ name: '幼儿园', query: new URLSearchParams({ kind: '幼儿园' }).toString() }]),
    )
    expect(server.asked.some(({ filter }) => filter['keyword'] === '13800138000')).toBe(true)
  })

  it('are renamed, made the default, shared and deleted from their menu', async () => {
    const views = [{ ...kindergartens }]
    await open({ keeper: keeperOf(views), address: 'kind=幼儿园&view=v1' })
    const choose = async (item: string) => {
      await click('视图“幼儿园”的操作')
      await click(item)
    }
    await choose('设为默认')
    await choose('共享给本单位')
    expect(views[0]).toMatchObject({ isDefault: true, isShared: true })
    await choose('改名')
    await type((await dialogNow()).querySelector('input')!, '幼教')
    await click('保存')
    expect(views[0]!.name).toBe('幼教')
    await click('视图“幼教”的操作')
    await click('删除')
    await click('删除 1 个视图')
    expect(views).toEqual([])
    expect(addressNow()).toBe('')
  })

  it('open by themselves before any row is seen, when one is the default', async () => {
    await open({ keeper: keeperOf([{ ...kindergartens, isDefault: true }]) })
    expect(decodeURIComponent(addressNow())).toBe('kind=幼儿园&view=v1')
    expect(rowNames()).toHaveLength(15)
    await click('全部30')
    expect(addressNow()).toBe('view=all')
    expect(rowNames()).toHaveLength(20)
  })

  it('leave an address alone that says what it wants', async () => {
    await open({ address: 'kind=中小学', keeper: keeperOf([{ ...kindergartens, isDefault: true }]) })
    expect(decodeURIComponent(addressNow())).toBe('kind=中小学')
  })

  it('never hold the rows up when they fail, or do not come', async () => {
    await open({ keeper: keeperOf([], new CallError({ ret: Ret.fault, msg: '', status: 500 })) })
    expect(rowNames()).toHaveLength(20)
    await close()
    const never = { queryKey: ['views'], queryFn: () => new Promise<never>(() => {}) }
    await open({ keeper: { ...keeperOf([]), views: () => never } })
    for (let step = 0; step < 6; step++) await settle()
    expect(rowNames()).toHaveLength(20)
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
    await click('筛选')
    await click('幼儿园')
    await click('查询')
    expect(decodeURIComponent(addressNow())).toBe('kind=幼儿园')
    await click('去掉筛选 幼儿园')
    expect(addressNow()).toBe('')
  })

  it('several are chosen in a mode of its own, with what can be done below', async () => {
    await open()
    await click('多选')
    await act(async () => document.querySelectorAll<HTMLInputElement>('li input')[1]!.click())
    expect(text()).toContain('已选 1 所')
    await click('全选 30')
    expect(text()).toContain('已选全部 30 所')
    await click('操作')
    await click('停用')
    expect((await dialogNow()).textContent).toContain('停用：30 所学校')
    await click('取消')
  })
})
