import { act, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { choice, defineModule, entitiesOf, entityRoutes, flag, organisation, reference, text } from '#packages/contract'
import { createTestPage, settle } from '../test-page.fixture.tsx'
import { click, getField, getPageText, typeInto } from '../test-root.fixture.tsx'
import { openPage } from '../list/testing/open-list.tsx'
import { createEntityForm } from '#packages/web/core/entity/entity-form.ts'
import { createEntityListSpec, defineEntityList } from './entity-list.tsx'
import { FieldControl, FieldControlsContext } from './field-control.tsx'
import { createEntityPicker } from './reference-picker.tsx'

const manifest = defineModule({
  key: 'lab',
  title: '实验室',
  permissions: { 'lab.edit': { title: '修改', defaultFor: [] } },
})
const shelf = entitiesOf(manifest)('shelf', {
  title: '货架',
  measure: '个',
  access: { read: 'staff', update: 'lab.edit' },
  scope: { org: 'orgId' },
  fields: {
    orgId: organisation('单位', { show: 'none', write: 'create' }),
    name: text('名称', { max: 20, required: true }),
    isDisabled: flag('停用'),
  },
  name: 'name',
  disabled: 'isDisabled',
  list: { columns: ['isDisabled'], filters: ['isDisabled'], search: ['name'], order: ['name'] },
  form: ['name'],
})
const shelfApi = entityRoutes(shelf, { path: '/api/shelf', actions: ['list'] })
const tool = entitiesOf(manifest)('tool', {
  title: '工具',
  measure: '件',
  access: { read: 'staff', update: 'lab.edit' },
  scope: { org: 'orgId' },
  fields: {
    orgId: organisation('单位', { show: 'none', write: 'create' }),
    name: text('名称', { max: 20, required: true }),
    kind: choice('类别', { hammer: '锤', saw: '锯' }),
    shelf: reference('shelf', 'v_shelf')('货架'),
  },
  name: 'name',
  list: { columns: ['kind', 'shelf'], filters: ['shelf'], search: ['name'], order: ['name'] },
  form: ['name', { title: '存放', fields: ['shelf'] }],
})
const toolApi = entityRoutes(tool, { path: '/api/tool', actions: ['list', 'create', 'update'] })

const controls = { shelf: createEntityPicker(shelf, shelfApi) }
const idOf = (at: number) => `0190b1a0-0000-7000-8000-${String(at).padStart(12, '0')}`
const shelves = Array.from({ length: 30 }, (_, at) => ({
  id: idOf(at + 1),
  name: `货架${at + 1}`,
  isDisabled: false,
  version: 1,
}))
const school = idOf(900)

const answers = {
  [shelfApi.list.path]: ({ query }: { query: Record<string, string> }) => {
    const found = shelves.filter(({ name }) => name.includes(query['keyword'] ?? ''))
    const [page, size] = [Number(query['pageNumber']), Number(query['pageSize'])]
    const items = found.slice((page - 1) * size, page * size)
    return { items, itemCount: found.length, pageCount: Math.ceil(found.length / size) }
  },
  [toolApi.list.path]: () => ({
    itemCount: 1,
    pageCount: 1,
    items: [{ id: idOf(500), name: '羊角锤', kind: 'hammer', shelf: { id: idOf(1), name: '货架1' }, version: 1 }],
  }),
}
let served: ReturnType<typeof createTestPage>

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  served = createTestPage(answers)
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const options = () => [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')]

function ShelfField({ onChange, known }: { onChange: (value: unknown) => void; known?: object }) {
  const [value, setValue] = useState<unknown>(known ? (known as { id: string }).id : null)
  const { sections } = createEntityForm(tool, {
    fixed: { orgId: school },
    initial: undefined,
    controls: {},
    ...(known && { row: { shelf: known } }),
  })
  const field = sections[1]!.fields[0]!
  return (
    <FieldControlsContext value={{ controls }}>
      <label htmlFor="shelf" id="shelf-label">
        {field.label}
      </label>
      <FieldControl
        {...field.control!}
        control={{ id: 'shelf', status: '', 'aria-invalid': false }}
        name="shelf"
        value={value}
        options={[]}
        placeholder={undefined}
        isRequired={false}
        isFilled={false}
        isPhone={false}
        none={null}
        onChange={(next) => {
          setValue(next)
          onChange(next)
        }}
        onPending={() => {}}
      />
    </FieldControlsContext>
  )
}

it('a reference is searched on the server, page by page, without disabled rows', async () => {
  const chosen: unknown[] = []
  await served.show(<ShelfField onChange={(value) => chosen.push(value)} />)
  const pages = () => served.callsTo(shelfApi.list.path).map(({ query }) => query)
  expect(pages()).toEqual([expect.objectContaining({ keyword: '', orgId: school, pageNumber: '1', isDisabled: '0' })])
  const input = getField('货架')
  await act(async () => input.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
  await settle(100)
  const list = document.querySelector<HTMLElement>('.ant-select-dropdown-list-holder')!
  const scroll = async (height: number) => {
    Object.defineProperty(list, 'scrollHeight', { value: height, configurable: true })
    await act(async () => list.dispatchEvent(new Event('scroll', { bubbles: true })))
    await settle(100)
  }
  await scroll(1_000)
  expect(pages()).toHaveLength(1)
  await scroll(0)
  expect(pages().at(-1)).toMatchObject({ pageNumber: '2' })

  await typeInto(input, '货架27')
  await settle(400)
  await settle(400)
  expect(pages().at(-1)).toMatchObject({ keyword: '货架27', pageNumber: '1' })
  expect(options().map(({ textContent }) => textContent)).toEqual(['货架27'])
  await click(options()[0]!)
  expect(chosen).toEqual([idOf(27)])
})

it('the form shows the name of the present reference, which need not be among the first rows', async () => {
  await served.show(<ShelfField onChange={() => {}} known={{ id: idOf(700), name: '旧货架' }} />)
  expect(getPageText()).toContain('旧货架')
})

it('a form has the sections of its entity', () => {
  const { sections } = createEntityForm(tool, { fixed: {}, initial: undefined, controls: {} })
  expect(sections.map(({ title, fields }) => [title, fields.map(({ name }) => name)])).toEqual([
    [undefined, ['name']],
    ['存放', ['shelf']],
  ])
})

it('a list is filtered by a reference, and shows the name of the chosen row after it was opened by its address', async () => {
  const spec = createEntityListSpec(tool, toolApi, {
    key: 'lab:Tools',
    icon: () => null,
  })
  expect(spec.filters).toMatchObject([{ name: 'shelf', label: '货架', reference: { control: 'shelf' } }])
  const Tools = defineEntityList(tool, toolApi, { key: 'lab:Tools', icon: () => null })
  const Page = () => (
    <FieldControlsContext value={{ controls }}>
      <Tools />
    </FieldControlsContext>
  )
  const close = await openPage(Page, { address: `shelf=${idOf(1)}` })
  expect(served.callsTo(toolApi.list.path)[0]!.query).toMatchObject({ shelf: idOf(1) })
  const filter = document.querySelector('[role=search]')!
  expect(filter.textContent).toContain('货架1')
  await close()
})
