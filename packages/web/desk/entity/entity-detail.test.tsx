import { QuestionCircleOutlined } from '@ant-design/icons'
import { expect, it } from 'vitest'
import { defineModule, entitiesOf, entityRoutes, integer, status, text } from '#packages/contract'
import { createEntityListSpec } from './entity-list.tsx'

const manifest = defineModule({ key: 'letters', title: '信件', permissions: {}, pages: [] })
const letter = entitiesOf(manifest)('letter', {
  title: '信件',
  measure: '封',
  access: { read: 'staff' },
  scope: {},
  fields: {
    title: text('标题', { max: 20, write: 'server' }),
    sender: text('寄信人', { max: 20, write: 'server' }),
    pages: integer('页数', { write: 'server', unit: '页' }),
    text: text('内容', { max: 200, write: 'server', show: 'detail', multiline: true }),
    status: status('状态', {
      open: { label: '待答复', tone: 'warning', next: ['withdrawn'] },
      withdrawn: { label: '已撤回', tone: 'closed' },
    }),
  },
  name: 'title',
  list: { columns: ['sender', 'pages', 'status'], search: ['title'], order: ['title'] },
  form: [],
  detail: ['text', 'pages'],
})
const { name, detail } = createEntityListSpec(
  letter,
  entityRoutes(letter, { path: '/api/letters', actions: ['list', 'get'] }),
  {
    key: 'letters:',
    icon: QuestionCircleOutlined,
    empty: { title: '没有信件' },
    below: ({ sender }) => `答复${sender}`,
  },
)
const row = { id: '1', version: 1, title: '春眠', sender: '李白', pages: 3, text: '不觉晓', status: 'open' } as const

it('a row whose state is closed is grey', () => {
  expect(name.isOff!(row)).toBe(false)
  expect(name.isOff!({ ...row, status: 'withdrawn' })).toBe(true)
})

it('the detail says each fact once, and has what a page puts below', () => {
  if (!detail || 'whole' in detail) throw new Error('there is a detail')
  expect(detail.about(row)).toEqual(['李白'])
  expect(detail.sections!(row)).toEqual([
    {
      facts: [
        { label: '内容', value: '不觉晓' },
        { label: '页数', value: '3 页' },
      ],
      whole: '答复李白',
    },
  ])
})
