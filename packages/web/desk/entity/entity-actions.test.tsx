import { KeyOutlined } from '@ant-design/icons'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { entitiesOf, entityRoutes, flag, password, text } from '#packages/contract/entity/index.ts'
import { defineModule } from '#packages/contract/manifest.ts'
import { clickByName, waitUntil } from '../list/testing/open-list.tsx'
import { createTestPage } from '../test-page.fixture.tsx'
import { createEntityListSpec } from './entity-list.tsx'

const manifest = defineModule({
  key: 'keys',
  title: '钥匙',
  permissions: { 'key.edit': { title: '修改', defaultFor: [] } },
  pages: [],
})
const doorKey = entitiesOf(manifest)('door-key', {
  title: '钥匙',
  measure: '把',
  access: { read: 'staff', update: 'key.edit' },
  history: true,
  scope: {},
  fields: {
    name: text('名称', { max: 20, required: true }),
    code: password('密码', { max: 20, required: true, hint: '六位数字' }),
    isDisabled: flag('停用', { write: 'server' }),
  },
  name: 'name',
  disabled: 'isDisabled',
  list: { columns: ['isDisabled'], search: ['name'], order: ['name'] },
  form: ['name', 'code'],
  detail: ['name'],
})
const api = entityRoutes(doorKey, {
  path: '/api/key',
  actions: ['list', 'get', 'create', 'update', 'disable', 'remove', 'history'],
})
const spec = createEntityListSpec(doorKey, api, { key: 'keys:', icon: KeyOutlined, empty: { title: '没有钥匙' } })
const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
const row = { id: idOf(1), version: 1, name: '前门', isDisabled: false }
const all = { all: true as const, listFilter: { node: null, below: false, filter: {} }, except: [idOf(2)] }

let hasMore: boolean
let server: ReturnType<typeof createTestPage>
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-14T10:00:00+08:00') })
  hasMore = false
  const change = { at: '2026-11-13T02:00:00.000Z', by: '赵校长' }
  server = createTestPage({
    '/api/key/list': () => ({
      items: [1, 2, 3].map((at) => ({ ...row, id: idOf(at) })),
      itemCount: 3,
      pageCount: 1,
      ...(hasMore && { more: true }),
    }),
    '/api/key/remove': () => ({ count: 1 }),
    '/api/key/history': ({ query }) =>
      query['pageNumber'] === '1'
        ? {
            items: [{ ...change, id: idOf(11), field: 'name', before: '前门', after: '' }],
            itemCount: 2,
            pageCount: 2,
          }
        : {
            items: [{ ...change, id: idOf(12), field: 'code', before: null, after: null }],
            itemCount: 2,
            pageCount: 2,
          },
  })
})
afterEach(async () => {
  await server.close()
  vi.useRealTimers()
})

const remove = spec.actions!.find(({ key }) => key === 'remove')!
const run = async (targets: typeof all | { ids: string[] }) => {
  if (!('run' in remove)) throw new Error('rows are removed at once')
  await remove.run(targets as never, [] as never)
}
const removed = () => server.callsTo('/api/key/remove').map(({ body }) => (body as { ids: string[] }).ids)

it('removes the ticked rows, or all but some, with one request', async () => {
  await run({ ids: [idOf(1), idOf(3)] })
  await run(all)
  expect(removed()).toEqual([
    [idOf(1), idOf(3)],
    [idOf(1), idOf(3)],
  ])
})

it('says that more rows than a list counts cannot be changed at once, and changes none', async () => {
  hasMore = true
  await expect(run(all)).rejects.toMatchObject({ msg: '一次最多处理 10,000 条，请先缩小筛选范围' })
  expect(removed()).toEqual([])
})

it('the hint of a password is on both forms, with what an empty one means', () => {
  const context = { node: undefined, isReady: true }
  const hints = (form: { sections: readonly { fields: readonly object[] }[] }) =>
    form.sections.flatMap(({ fields }) => fields.flatMap((one) => ('hint' in one ? [one.hint] : [])))
  expect(hints(spec.create!.form(context as never))).toEqual(['六位数字'])
  expect(hints(spec.edit!.form(row as never))).toEqual(['六位数字；不填则不变'])
})

it('the detail lists the changes of each field, newest first and page by page, without passwords', async () => {
  const { detail } = spec
  if (!detail || 'whole' in detail) throw new Error('there is a detail')
  const section = detail.sections!(row as never).find(({ title }) => title === '变更记录')!
  await server.show(<>{section.whole}</>)
  const shown = () => document.body.textContent
  await waitUntil(() => expect(shown()).toContain('前门 → 空'))
  expect(shown()).toContain('赵校长')
  expect(shown()).not.toContain('已更换')
  await clickByName('更多')
  await waitUntil(() => expect(shown()).toContain('已更换'))
})
