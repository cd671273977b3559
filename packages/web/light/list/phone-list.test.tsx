import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import {
  choice,
  choices,
  date,
  defineModule,
  entitiesOf,
  entityRoutes,
  flag,
  integer,
  money,
  organisation,
  reference,
  text,
} from '#packages/contract'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, getField, getPageText, hasButton, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { CallError } from '#packages/web/core/call-error.ts'
import { formAction } from '#packages/web/core/list/list-spec.ts'
import { Ret } from '#packages/core/ret.ts'
import { createEntityList } from '#packages/web/core/entity/entity-list.ts'
import { createPhonePicker } from '../form/reference-field.tsx'
import { PhoneControlsContext, StaffPermissionsContext } from '../module-parts.ts'
import { PhoneList } from './phone-list.tsx'

const manifest = defineModule({
  key: 'lab',
  title: '实验室',
  permissions: { 'lab.edit': { title: '修改', defaultFor: [] } },
})
const tool = entitiesOf(manifest)('tool', {
  title: '工具',
  measure: '件',
  access: { read: 'staff', create: 'lab.edit', update: 'lab.edit' },
  scope: { org: 'orgId' },
  fields: {
    orgId: organisation('单位', { show: 'none', write: 'create' }),
    name: text('名称', { max: 20, required: true }),
    kind: choice('类别', { hammer: '锤', saw: '锯' }, { required: true }),
    tags: choices('标签', { sharp: '锋利', heavy: '重物' }),
    count: integer('数量', { max: 100, unit: '件' }),
    price: money('单价'),
    boughtOn: date('购入日期'),
    shelf: reference('shelf', 'v_shelf')('货架'),
    isDisabled: flag('停用'),
  },
  name: 'name',
  disabled: 'isDisabled',
  list: { columns: ['kind', 'count', 'isDisabled'], filters: ['kind', 'shelf'], search: ['name'], order: ['name'] },
  form: ['name', 'kind', { title: '存放', fields: ['tags', 'count', 'price', 'boughtOn', 'shelf', 'isDisabled'] }],
  detail: ['shelf', 'price'],
})
const api = entityRoutes(tool, { path: '/api/tool', actions: ['list', 'get', 'create', 'update', 'disable'] })
const idOf = (at: number) => `0190b1a0-0000-7000-8000-${String(at).padStart(12, '0')}`
const toolOf = (at: number) => ({
  id: idOf(at),
  name: `工具${at}`,
  kind: 'hammer',
  tags: [],
  count: at,
  price: 1250,
  boughtOn: null,
  shelf: { id: idOf(800), name: '甲架' },
  isDisabled: at === 2,
  version: 3,
})
const all = Array.from({ length: 25 }, (_, at) => toolOf(at + 1))

let served: ReturnType<typeof createTestPage>
const createAnswers = () => ({
  [api.list.path]: ({ query }: { query: Record<string, string> }) => {
    const found = all.filter(({ name }) => name.includes(query['keyword'] ?? ''))
    const page = Number(query['pageNumber'])
    return {
      itemCount: found.length,
      pageCount: Math.ceil(found.length / 20),
      items: found.slice((page - 1) * 20, page * 20),
    }
  },
  [api.get.path]: ({ query }: { query: Record<string, string> }) => all.find(({ id }) => id === query['id']),
  [api.create.path]: () => ({ id: idOf(99) }),
  [api.update.path]: () => ({ id: idOf(1) }),
  [api.disable.path]: () => ({ count: 1 }),
})

beforeEach(() => {
  history.replaceState(null, '', '/tools')
  vi.useFakeTimers({ now: new Date('2026-11-17T02:00:00Z') })
  Object.assign(window, { innerWidth: 390 })
  HTMLDialogElement.prototype.showModal ??= () => {}
  HTMLDialogElement.prototype.close ??= () => {}
  served = createTestPage(createAnswers())
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const list = createEntityList(tool, api, {
  key: 'lab:tools',
  empty: { text: '登记后会显示在这里。' },
})
const ShelfPicker = createPhonePicker({
  search: async ({ keyword }) => ({
    itemCount: 1,
    pageCount: 1,
    items: [{ id: idOf(801), name: `乙架${keyword}` }],
  }),
})
const show = (permissions: readonly string[] = ['lab.edit']) =>
  served.show(
    <StaffPermissionsContext value={permissions}>
      <PhoneControlsContext value={{ controls: { shelf: ShelfPicker } }}>
        <PhoneList list={list} title="工具" back="/" help="tools" />
      </PhoneControlsContext>
    </StaffPermissionsContext>,
  )
const rows = () => [...document.querySelectorAll('li > button')].map(({ textContent }) => textContent)
/** Presses something whose part of the page is loaded on demand. */
const press = async (element: HTMLElement) => {
  await click(element)
  await act(() => vi.dynamicImportSettled())
  await settle(50)
}
const search = async (keyword: string) => {
  await typeInto(document.querySelector<HTMLElement>('input[type=search]')!, keyword)
  await act(async () =>
    document
      .querySelector('form[role=search]')!
      .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  )
  await settle(50)
}

it('a phone shows rows as cards, more of them on demand, and searches on the server', async () => {
  await show()
  expect(rows()).toHaveLength(20)
  expect(rows()[0]).toBe('工具1锤1 件')
  expect(rows()[1]).toContain('停用')
  await click(getButton('更多'))
  await settle(50)
  expect(rows()).toHaveLength(25)
  expect(hasButton('更多')).toBe(false)
  await search('工具25')
  expect(served.callsTo(api.list.path).at(-1)!.query).toMatchObject({ keyword: '工具25', pageNumber: '1' })
  expect(rows()).toHaveLength(1)
  await search('没有的')
  expect(getPageText()).toContain('没有与“没有的”相符的工具')
})

it('a phone says that a search is cut, and how to narrow it', async () => {
  await show()
  expect(getPageText()).toContain('共 25 件')
  await served.close()
  served = createTestPage({
    [api.list.path]: () => ({ itemCount: 25, pageCount: 2, isCut: true, items: all.slice(0, 20) }),
  })
  await show()
  expect(getPageText()).toContain('只列出前 25 条。请输入更完整的关键字')
  expect(getPageText().split('结果较多')).toHaveLength(2)
})

it('a list says that it is empty, refused, or could not be loaded', async () => {
  await served.close()
  served = createTestPage({ [api.list.path]: () => ({ itemCount: 0, pageCount: 0, items: [] }) })
  await show()
  expect(getPageText()).toContain('还没有工具')
  await served.close()
  served = createTestPage({})
  await show()
  expect(getPageText()).toContain('没有权限')
  await served.close()
  served = createTestPage({ [api.list.path]: () => ({}) })
  await show()
  expect(getPageText()).toContain('没有加载成功')
  await served.close()
  served = createTestPage(createAnswers())
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await show()
  expect(getPageText()).toContain('没有网络')
  vi.restoreAllMocks()
})

it('the detail of a row leads to its form, which sends all fields and the version', async () => {
  await show()
  await press(document.querySelector<HTMLElement>('li > button')!)
  expect(getPageText()).toContain('甲架')
  expect(getPageText()).toContain('12.50 元')
  expect(getPageText()).toContain('锤，1 件')
  expect(getPageText()).not.toContain('，否')
  await press(getButton('编辑'))
  await typeInto(getField('数量选填'), '7')
  await click(getField('货架选填'))
  await settle(50)
  await click(getButton('乙架'))
  await click(getButton('保存'))
  await settle(50)
  expect(served.callsTo(api.update.path)[0]!.body).toEqual({
    id: idOf(1),
    version: 3,
    name: '工具1',
    kind: 'hammer',
    tags: [],
    count: 7,
    price: 1250,
    boughtOn: null,
    shelf: idOf(801),
    isDisabled: false,
  })
  expect(getPageText()).toContain('已保存工具')
})

const chooseKind = (label: string) =>
  act(async () => {
    const select = document.querySelector<HTMLSelectElement>('select[name=kind]')!
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(select, label)
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })

it('a new row is checked before it is sent', async () => {
  await show()
  await press(getButton('新建工具'))
  expect(getField('类别*').value).toBe('')
  expect(() => getField('停用')).toThrow('no field')
  await click(getButton('保存'))
  expect(getPageText()).toContain('请填写名称')
  expect(getPageText()).toContain('请选择类别')
  expect(served.callsTo(api.create.path)).toHaveLength(0)
  await typeInto(getField('名称*'), '羊角锤')
  await chooseKind('锤')
  await typeInto(getField('单价（元）选填'), '12.5')
  await click(getButton('保存'))
  await settle(50)
  expect(served.callsTo(api.create.path)[0]!.body).toMatchObject({
    name: '羊角锤',
    price: 1250,
    orgId: null,
    shelf: null,
  })
  expect(rows()).toHaveLength(20)
})

it('what was typed stays when it cannot be saved, with the reason', async () => {
  await served.close()
  const { [api.create.path]: _, ...others } = createAnswers()
  served = createTestPage(others)
  await show()
  await press(getButton('新建工具'))
  await typeInto(getField('名称*'), '羊角锤')
  await chooseKind('锤')
  await click(getButton('保存'))
  await settle(50)
  expect(document.querySelector('[role=alert]')).not.toBeNull()
  expect(getField('名称*').value).toBe('羊角锤')
})

it('without the permission a phone only reads', async () => {
  await show([])
  expect(hasButton('新建工具')).toBe(false)
  await press(document.querySelector<HTMLElement>('li > button')!)
  expect(hasButton('编辑')).toBe(false)
  expect(hasButton('停用')).toBe(false)
})

it('filters are those of the address, as on the desk, and the keyword is never in it', async () => {
  history.replaceState(null, '', '/tools?kind=saw')
  await show()
  expect(served.callsTo(api.list.path).at(-1)!.query).toMatchObject({ kind: 'saw' })
  await search('13800000001')
  expect(served.callsTo(api.list.path).at(-1)!.query).toMatchObject({ kind: 'saw', keyword: '13800000001' })
  expect(location.search).toBe('?kind=saw')
  await click(getButton('类别：锯'))
  await settle(50)
  expect(served.callsTo(api.list.path).at(-1)!.query).not.toHaveProperty('kind')
  expect(location.search).toBe('')
})

it('a reference is a filter too, chosen with the control of its module and shown with its name', async () => {
  await show()
  await press(getButton('筛选'))
  await click(getField('货架选填'))
  await settle(50)
  await click(getButton('乙架'))
  await click(getButton('查看结果'))
  await settle(50)
  expect(served.callsTo(api.list.path).at(-1)!.query).toMatchObject({ shelf: idOf(801) })
  // No row has it, so the name is that of the choice.
  expect(hasButton('货架：乙架')).toBe(true)
  history.replaceState(null, '', `/tools?shelf=${idOf(800)}`)
  await served.close()
  served = createTestPage(createAnswers())
  await show()
  expect(hasButton('货架：甲架')).toBe(true)
})

it('an action that disables asks first, and only users with the permission have it', async () => {
  await show()
  await press(document.querySelector<HTMLElement>('li > button')!)
  await click(getButton('停用'))
  await settle(50)
  expect(getPageText()).toContain('停用“工具1”？')
  expect(served.callsTo(api.disable.path)).toHaveLength(0)
  await click(getButton('停用'))
  await settle(50)
  expect(served.callsTo(api.disable.path)[0]!.body).toEqual({ ids: [idOf(1)], disabled: true })
  expect(getPageText()).toContain('已停用 1 件')
})

const moveForm = z.object({ to: z.string().trim().min(1, '请填写去处') })
let moves: string[]
let refusal: CallError | undefined
const move = formAction<(typeof all)[number], z.output<typeof moveForm>>({
  key: 'move',
  label: '移动…',
  verb: '移动',
  permission: 'lab.edit',
  done: () => '已移动',
  createForm: () => ({
    schema: moveForm,
    initial: () => ({ to: '' }),
    sections: [{ fields: [{ name: 'to', label: '去处', kind: 'text', required: true }] }],
  }),
  preview: async (_targets, { to }) => ({
    count: 1,
    names: [],
    changes: [{ label: '货架', before: '甲架', after: to }],
    consequences: [],
  }),
  run: async (_targets, { to }) => {
    if (refusal) throw refusal
    moves.push(to)
    return async () => void moves.push('undone')
  },
})
const showMove = async (when: boolean) => {
  moves = []
  refusal = undefined
  const { create, ...others } = list
  await served.show(
    <StaffPermissionsContext value={['lab.edit']}>
      <PhoneControlsContext value={{ controls: { shelf: ShelfPicker } }}>
        <PhoneList
          list={{ ...others, create: { ...create!, when: () => when }, actions: [move as never] }}
          title="工具"
          back="/"
          help="tools"
          deskUrl="/tools"
        />
      </PhoneControlsContext>
    </StaffPermissionsContext>,
  )
  await press(document.querySelector<HTMLElement>('li > button')!)
  await press(getButton('移动…'))
  await typeInto(getField('去处*'), '丙架')
  await press(getButton('移动'))
}

it('an action with a form says what would happen, can be given up, and can be undone', async () => {
  await showMove(true)
  expect(getPageText()).toContain('移动“工具1”？')
  expect(getPageText()).toContain('货架：甲架 → 丙架')
  await click(getButton('取消'))
  await settle(50)
  expect([moves, getField('去处*').value]).toEqual([[], '丙架'])
  await press(getButton('移动'))
  await press(getButton('移动'))
  expect(moves).toEqual(['丙架'])
  expect(getPageText()).toContain('已移动')
  await press(getButton('撤销 8 秒'))
  expect(moves).toEqual(['丙架', 'undone'])
  expect(hasButton('新建工具')).toBe(true)
})

it('an action that needs a code leads to the desk, and a list may refuse new rows', async () => {
  await showMove(false)
  refusal = new CallError({ ret: Ret.secondStepNeeded, msg: '', status: 200, data: { msgId: 'm', phone: '' } })
  await press(getButton('移动'))
  expect(getPageText()).toContain('需要先输入验证码')
  expect(document.querySelector('a[href="/tools"]')!.textContent).toBe('打开电脑版')
  expect(moves).toEqual([])
  await served.close()
  served = createTestPage(createAnswers())
  const { create, ...others } = list
  await served.show(
    <StaffPermissionsContext value={['lab.edit']}>
      <PhoneList list={{ ...others, create: { ...create!, when: () => false } }} title="工具" back="/" help="tools" />
    </StaffPermissionsContext>,
  )
  expect(hasButton('新建工具')).toBe(false)
})

it('the back key does not lose what was typed', async () => {
  await show()
  await press(getButton('新建工具'))
  await typeInto(getField('名称*'), '羊角锤')
  await act(async () => {
    history.replaceState(null, '')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(getPageText()).toContain('填写的内容不会保留')
  await click(getButton('继续填写'))
  expect(getField('名称*').value).toBe('羊角锤')
})
