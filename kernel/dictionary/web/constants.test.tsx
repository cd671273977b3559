import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, hasButton, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { constantApi } from '../contract.ts'
import ConstantSelect from './components/constant-select.tsx'
import { SortDialog } from './components/sort-dialog.tsx'
import { TypesDialog } from './components/types-dialog.tsx'
import { makeConstantItem, Shell, makeConstantType } from './constants.fixture.tsx'
import ConstantPage from './pages/constants.tsx'
import { enableConstants, typeSearchQuery, itemPageQuery, parentQuery, treeLevelQuery } from './queries.ts'
import { applyOrder, listParentOptions } from './constant-order.ts'
import { getDateRangeLabel, getConstantStatus } from './constant-labels.ts'

let served: ReturnType<typeof createTestPage>
const signal = new AbortController().signal
const sent = (path: string) => served.callsTo(path).map(({ body }) => body)
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle(50)
  expect(ready()).toBe(true)
}
const pageOf = (items: unknown[]) => ({ itemCount: items.length, pageCount: 1, items })

const types = [
  makeConstantType({}),
  makeConstantType({ code: 'nation', name: '民族', itemCount: 56, mayAdd: false, mayHide: false, maySort: false }),
  makeConstantType({
    code: 'region',
    name: '片区',
    level: 'district',
    isTree: true,
    mayEdit: true,
    itemCount: 0,
    version: 4,
  }),
]
const items = [makeConstantItem({}), makeConstantItem({ code: '31', name: '专科', isEnabled: false, isOffered: false })]

beforeAll(async () => {
  // Loads the lazy chunk before the fake clock starts.
  await import('#packages/web/desk/list/action-dialog.tsx')
})
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-16T02:00:00Z') })
  Object.assign(window, { innerWidth: 1366 })
  served = createTestPage({
    [constantApi.types.path]: () => ({
      orgId: crypto.randomUUID(),
      orgName: '',
      mayAddTypes: true,
      isDistrict: true,
      types,
    }),
    [constantApi.items.path]: () => pageOf(items),
    [constantApi.sort.path]: () => null,
    [constantApi.enable.path]: () => ({ count: 1 }),
    [constantApi.deleteType.path]: () => null,
    [constantApi.offered.path]: () => [
      { code: '21', name: '本科', parentCode: '', isOffered: true },
      { code: '31', name: '专科', parentCode: '', isOffered: false },
    ],
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('lists own types before platform types and omits levels without types', async () => {
  expect(await treeLevelQuery(null).queryFn({ signal })).toMatchObject([
    { id: ':district', name: '区常量', count: 1, isPassing: true },
    { id: ':platform', name: '平台常量', count: 2, isPassing: true },
  ])
  expect(await treeLevelQuery(':platform').queryFn({ signal })).toMatchObject([
    { id: 'diploma', name: '学历', count: 2, kind: 'open' },
    { id: 'nation', name: '民族', count: 56, kind: 'closed' },
  ])
  expect(await parentQuery('region').queryFn({ signal })).toBe(':district')
  expect(await typeSearchQuery('NAT').queryFn({ signal })).toEqual([{ id: 'nation', name: '民族', about: '平台常量' }])
})

it('opens the first type and shows 新建 only where a value can be added', async () => {
  await served.show(
    <Shell>
      <ConstantPage />
    </Shell>,
  )
  await until(() => getPageText().includes('专科'))
  expect(hasButton('新建常量')).toBe(true)
  await served.close()
  served = createTestPage({
    [constantApi.types.path]: () => ({
      orgId: crypto.randomUUID(),
      orgName: '',
      mayAddTypes: true,
      isDistrict: true,
      types,
    }),
    [constantApi.items.path]: () =>
      pageOf([makeConstantItem({ id: 'nation/01', code: '01', name: '汉族', mayHide: false })]),
  })
  await served.show(
    <Shell address="node=nation">
      <ConstantPage />
    </Shell>,
  )
  await until(() => getPageText().includes('汉族'))
  expect(hasButton('新建常量')).toBe(false)
})

it('requests the values of the selected type on a day', async () => {
  const query = { node: 'diploma', below: false, sort: null, pageNumber: 1, pageSize: 20 }
  await itemPageQuery({ ...query, filter: { state: 'off', date: '2020-01-01' } }).queryFn({ signal })
  expect(served.callsTo(constantApi.items.path)[0]!.query).toMatchObject({
    type: 'diploma',
    state: 'off',
    date: '2020-01-01',
  })
})

it('disables the ticked values and undoes it; for all values only the enabled ones', async () => {
  const undo = await enableConstants({ ids: ['diploma/21'] }, false)
  await (undo as () => Promise<unknown>)()
  await enableConstants({ all: true, listFilter: { node: 'diploma', below: false, filter: {} }, except: [] }, false)
  expect(sent(constantApi.enable.path)).toEqual([
    { type: 'diploma', orgId: '', codes: ['21'], isEnabled: false },
    { type: 'diploma', orgId: '', codes: ['21'], isEnabled: true },
    { type: 'diploma', orgId: '', codes: ['21'], isEnabled: false },
  ])
})

it('sorts values', async () => {
  let closed = 0
  await served.show(
    <Shell address="node=diploma">
      <SortDialog onClose={() => void closed++} />
    </Shell>,
  )
  await until(() => hasButton('专科上移'))
  expect(getButton('保存').disabled).toBe(true)
  await click(getButton('专科上移'))
  await click(getButton('保存'))
  await until(() => closed > 0)
  expect(sent(constantApi.sort.path)).toEqual([{ type: 'diploma', orgId: '', codes: ['31', '21'] }])
})

it('sorts siblings of a tree and leaves the other values in place', () => {
  const tree = [
    { code: 'e', name: '东片', parentCode: '' },
    { code: 'e1', name: '东一', parentCode: 'e' },
    { code: 'e2', name: '东二', parentCode: 'e' },
    { code: 'w', name: '西片', parentCode: '' },
  ]
  expect(listParentOptions(tree).map(({ label }) => label)).toEqual(['最上级', '东片'])
  expect(applyOrder(tree, ['e2', 'e1'])).toEqual(['e', 'e2', 'e1', 'w'])
  expect(applyOrder(tree, ['w', 'e'])).toEqual(['w', 'e1', 'e2', 'e'])
})

it('lists own types and deletes an empty one', async () => {
  await served.show(
    <Shell address="node=region">
      <TypesDialog onClose={() => undefined} />
    </Shell>,
  )
  await until(() => hasButton('删除片区'))
  expect(hasButton('编辑学历')).toBe(false)
  await click(getButton('删除片区'))
  await until(() => sent(constantApi.deleteType.path).length > 0)
  expect(sent(constantApi.deleteType.path)).toEqual([{ orgId: '', code: 'region' }])
})

const control = { id: 'x', status: '', 'aria-describedby': undefined, 'aria-invalid': false } as never
function Choosing({ value }: { value: string }) {
  const [chosen, setChosen] = useState<unknown>(value)
  const rest = {
    name: 'diploma',
    options: [],
    placeholder: undefined,
    isRequired: false,
    isFilled: false,
    isPhone: true,
  }
  return (
    <ConstantSelect
      {...rest}
      control={control}
      value={chosen}
      none=""
      onChange={setChosen}
      onPending={() => undefined}
      type="diploma"
      keeps="name"
    />
  )
}
const offered = () => [...document.querySelectorAll('option')].map((option) => option.textContent).slice(1)

it('offers enabled values in a form and keeps the current value', async () => {
  await served.show(<Choosing value="" />)
  await until(() => offered().length > 0)
  expect(offered()).toEqual(['本科'])
  await served.show(<Choosing key="off" value="专科" />)
  await until(() => offered().length > 1)
  expect(offered()).toEqual(['本科', '专科'])
  await served.show(<Choosing key="old" value="大学普通班" />)
  await until(() => offered().length > 1)
  expect(offered()).toEqual(['本科', '大学普通班'])
})

it('shows the first and the last day of a value', () => {
  expect([
    getDateRangeLabel(makeConstantItem({})),
    getDateRangeLabel(makeConstantItem({ fromOn: '2026-01-01' })),
    getDateRangeLabel(makeConstantItem({ toOn: '2026-02-01' })),
  ]).toEqual(['', '2026-01-01 起', '至 2026-02-01'])
  expect(getConstantStatus(makeConstantItem({ isOffered: false, fromOn: '2027-01-01' })).label).toBe('未生效')
  expect(getConstantStatus(makeConstantItem({ isOffered: false, toOn: '2020-01-01' })).label).toBe('已过期')
  expect(getConstantStatus(makeConstantItem({ isEnabled: false, isOffered: false })).label).toBe('停用')
})
