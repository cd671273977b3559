import { HomeOutlined } from '@ant-design/icons'
import { expect, it } from 'vitest'
import { choice, defineModule, entitiesOf, entityRoutes, integer, text } from '#packages/contract'
import { col } from '../list/columns.tsx'
import { createEntityListSpec } from './entity-list.tsx'

// Each derived part of a page is replaced by a hand-written one: it is used, and the others stay as they are.
const manifest = defineModule({
  key: 'lab',
  title: '实验室',
  permissions: { 'lab.edit': { title: '修改', defaultFor: [] } },
})
const tool = entitiesOf(manifest)('tool', {
  title: '工具',
  measure: '件',
  access: { read: 'staff', update: 'lab.edit' },
  scope: {},
  fields: {
    name: text('名称', { max: 20, required: true }),
    kind: choice('类别', { hammer: '锤', saw: '锯' }, { required: true }),
    count: integer('数量'),
  },
  name: 'name',
  list: { columns: ['kind', 'count'], filters: ['kind'], search: ['name'], order: ['name'] },
  form: ['name', 'kind', 'count'],
  detail: ['kind'],
})
const api = entityRoutes(tool, { path: '/api/tool', actions: ['list', 'get', 'create', 'update'] })
const options = { key: 'lab:Tools', icon: HomeOutlined }
const derived = createEntityListSpec(tool, api, options)
const row = { id: '1', name: '羊角锤', kind: 'hammer', count: 3, version: 1 } as const
/** Functions are compared by their text. */
const print = (part: unknown) =>
  JSON.stringify(part, (_, value: unknown) => (typeof value === 'function' ? String(value) : value))

it('a replaced column is drawn, and the other columns stay derived', () => {
  const [kind, ...others] = derived.columns
  const hand = col.text<typeof row>({ key: 'kind', title: '种类', width: 200, of: () => '手写' })
  const spec = { ...derived, columns: [hand, ...others] }
  expect(spec.columns[0]!.text(row as never)).toBe('手写')
  expect(kind!.text(row)).toBe('锤')
  expect(spec.columns[1]!.text(row as never)).toBe('3')
  expect(print({ ...spec, columns: derived.columns })).toBe(print(derived))
})

it('a replaced control is drawn in the form, and the other fields stay derived', () => {
  const Hand = () => <input aria-label="手写" />
  const replaced = createEntityListSpec(tool, api, { ...options, controls: { count: Hand } })
  const fieldsOf = ({ create }: typeof derived) => create!.form({ node: undefined, isReady: true }).sections[0]!.fields
  expect(fieldsOf(replaced)[2]).toMatchObject({ kind: 'custom', draw: Hand, label: '数量' })
  expect(fieldsOf(derived)[2]).toMatchObject({ kind: 'number' })
  expect(fieldsOf(replaced).slice(0, 2)).toEqual(fieldsOf(derived).slice(0, 2))
})

it('a replaced fact is shown in the detail, and a replaced creation is sent', async () => {
  const replaced = createEntityListSpec(tool, api, { ...options, facts: { kind: ({ kind }) => `手写 ${kind}` } })
  const factsOf = ({ detail }: typeof derived) =>
    'sections' in detail! ? detail.sections!(row)[0]!.facts.map(({ value }) => value) : []
  expect(factsOf(replaced)).toEqual(['手写 hammer'])
  expect(factsOf(derived)).toEqual(['锤'])
  const spec = { ...derived, create: { ...derived.create!, submit: async () => ({ id: 'hand' }) } }
  expect(await spec.create.submit()).toEqual({ id: 'hand' })
  expect(print({ ...spec.create, submit: derived.create!.submit })).toBe(print(derived.create))
  expect(print({ ...spec, create: derived.create })).toBe(print(derived))
})
