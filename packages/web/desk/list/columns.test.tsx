import { CheckOutlined, StopOutlined } from '@ant-design/icons'
import { expect, it } from 'vitest'
import { getRowCardContent } from './row-card-content.ts'
import { col } from './columns.tsx'
import type { Column } from './list-spec.ts'

interface School {
  id: string
  name: string
  kind: string
  people: number | null
  phone: string
  opened: string
  isOff: boolean
}
const school: School = {
  id: '1',
  name: '文澜中学',
  kind: '中小学',
  people: 1_028,
  phone: '0500-86000037',
  opened: '2026-09-01T00:00:00+08:00',
  isOff: false,
}
const columns: Column<School>[] = [
  col.text({ key: 'kind', title: '类型', width: 100, card: 'kind' }),
  col.number({ key: 'people', title: '人数', width: 100, unit: '人', card: 'fact', of: ({ people }) => people }),
  col.date({ key: 'opened', title: '开办', width: 100, card: 'fact', of: ({ opened }) => opened }),
  col.text({ key: 'phone', title: '电话', width: 100, card: 'call', of: ({ phone }) => phone }),
  col.status({
    key: 'status',
    title: '状态',
    width: 100,
    of: ({ isOff }) =>
      isOff
        ? { tone: 'closed', icon: StopOutlined, label: '停用' }
        : { tone: 'success', icon: CheckOutlined, label: '正常', isNormal: true },
  }),
]
const cell = (key: string, row: School) => columns.find((column) => column.key === key)!.cell(row)

it('formats figures with commas, dates as days, and empty values as a dash', () => {
  expect(cell('people', school)).toBe('1,028')
  expect(cell('opened', school)).toBe('2026-09-01')
  const unknown = { ...school, kind: '', people: null, opened: '' }
  expect(['kind', 'people', 'opened'].map((key) => cell(key, unknown))).toEqual(['—', '—', '—'])
})

it('right-aligns figures only', () => {
  expect(columns.filter(({ align }) => align === 'right').map(({ key }) => key)).toEqual(['people'])
})

it('builds a card from the columns, without empty values and without the normal state', () => {
  expect(getRowCardContent({ columns }, school)).toEqual({
    kind: '中小学',
    facts: ['1,028 人', '2026-09-01'],
    phone: '0500-86000037',
  })
  const closed = getRowCardContent({ columns }, { ...school, people: 0, opened: '', phone: '', isOff: true })
  expect(closed).toMatchObject({ kind: '中小学', facts: [] })
  expect(closed.tag).toBeDefined()
  expect(closed.phone).toBeUndefined()
})

it('lets a page render its own card', () => {
  expect(getRowCardContent({ columns, card: ({ name }) => ({ kind: name, facts: [] }) }, school)).toEqual({
    kind: '文澜中学',
    facts: [],
  })
})
