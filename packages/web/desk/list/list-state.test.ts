import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  parseViewQuery,
  parseListState,
  formatViewQuery,
  writeListState,
  type ListState,
  type ListVocabulary,
} from './list-state.ts'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'

const vocabulary: ListVocabulary = {
  search: '名称',
  filters: [
    { name: 'type', label: '类型', options: ['school', 'bureau'].map((value) => ({ value, label: value })) },
    { name: 'status', label: '状态', options: ['open', 'forbidden'].map((value) => ({ value, label: value })) },
  ],
  name: { sortable: true },
  columns: [{ key: 'people', sortable: true }, { key: 'phone' }],
}
const defaultState: ListState = {
  node: undefined,
  below: false,
  filter: {},
  sort: undefined,
  page: 1,
  size: 20,
  view: undefined,
  open: undefined,
  fill: undefined,
}
const at = (search: string) => parseListState(new URLSearchParams(search), vocabulary)
const go = (search: string, change: Partial<ListState>) =>
  writeListState(new URLSearchParams(search), vocabulary, change).toString()

it('reads the whole list state from the address', () => {
  expect(at('node=n&below=1&keyword=%E6%95%99&type=school&sort=-people&page=3&size=200&view=v&open=o&fill=f')).toEqual({
    node: 'n',
    below: true,
    filter: { keyword: '教', type: 'school' },
    sort: { key: 'people', desc: true },
    page: 3,
    size: 200,
    view: 'v',
    open: 'o',
    fill: 'f',
  })
})

it('replaces invalid values by the defaults', () => {
  expect(at('page=-1&size=7&below=yes&type=castle&keyword=+&sort=phone')).toEqual(defaultState)
  expect(at('sort=-nothing').sort).toBeUndefined()
})

it('writes only values that differ from the defaults, and leaves the rest of the address unchanged', () => {
  expect(go('x=1&page=3&size=50&type=school', { filter: {}, size: 20 })).toBe('x=1')
  expect(go('', { node: 'n', size: 100, sort: { key: 'name', desc: false } })).toBe('node=n&sort=name&size=100')
})

it('starts another node at its first page with nothing open, but keeps the filter', () => {
  expect(go('node=a&type=school&page=3&size=50&open=o', { node: 'b' })).toBe('node=b&type=school&size=50')
  expect(go('node=a&page=3', { open: 'o' })).toBe('node=a&page=3&open=o')
})

it('starts another filter, order or page size at its first page, and keeps the open row', () => {
  expect(go('page=3&open=o', { filter: { type: 'school' } })).toBe('open=o&type=school')
  expect(go('page=3', { below: true })).toBe('below=1')
  expect(go('page=3', { sort: { key: 'people', desc: true } })).toBe('sort=-people')
  expect(go('page=3', { size: 50 })).toBe('size=50')
})

it('includes everything below a node where that is the default, and writes when it does not', () => {
  const deep = { ...vocabulary, isDeep: true }
  const belowAt = (search: string) => parseListState(new URLSearchParams(search), deep).below
  expect([belowAt(''), belowAt('below=yes'), belowAt('below=0')]).toEqual([true, true, false])
  expect(writeListState(new URLSearchParams(), deep, { below: false }).toString()).toBe('below=0')
  expect(writeListState(new URLSearchParams('below=0'), deep, { below: true }).toString()).toBe('')
})

it('reads back everything it wrote', () => {
  const word = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== '')
  const listStates = fc.record<ListState>({
    node: fc.option(word, { nil: undefined }),
    below: fc.boolean(),
    filter: fc.record({ keyword: word, type: fc.constantFrom('school', 'bureau') }, { requiredKeys: [] }),
    sort: fc.option(fc.record({ key: fc.constantFrom('name', 'people'), desc: fc.boolean() }), { nil: undefined }),
    page: fc.integer({ min: 1, max: 500 }),
    size: fc.constantFrom(20, 50, 100, 200),
    view: fc.option(word, { nil: undefined }),
    open: fc.option(word, { nil: undefined }),
    fill: fc.option(word, { nil: undefined }),
  })
  fc.assert(
    fc.property(listStates, (one) => {
      expect(at(go('page=9&type=bureau&sort=people', one))).toEqual(one)
    }),
  )
})

it('writes the same state as the same text, in whatever order it was chosen', () => {
  const one = parseViewQuery('status=open&type=school&sort=-people', vocabulary)
  const other = parseViewQuery('sort=-people&type=school&status=open&page=4&node=n', vocabulary)
  expect(formatViewQuery(one, vocabulary)).toBe('type=school&status=open&sort=-people')
  expect(formatViewQuery(other, vocabulary)).toBe(formatViewQuery(one, vocabulary))
})

it('accepts one of the four shortcuts or two days for a range, and nothing else', () => {
  const ranged: ListVocabulary = { ...vocabulary, filters: [createDayRangeFilter('时间')] }
  const days = (text: string) => parseListState(new URLSearchParams({ days: text }), ranged).filter
  for (const good of ['7', '30', '90', '365', '2026-10-08~2026-10-11', '~2026-10-11', '2026-10-08~'])
    expect(days(good)).toEqual({ days: good })
  for (const nonsense of ['', '8', '~', '2026-10-08', '2026-13-40~']) expect(days(nonsense)).toEqual({})
})

it('accepts any day for a day filter, and nothing else', () => {
  const daily: ListVocabulary = {
    ...vocabulary,
    filters: [{ name: 'on', label: '截至日期', options: [], isDay: true }],
  }
  const on = (text: string) => parseListState(new URLSearchParams({ on: text }), daily).filter
  expect(on('2026-10-08')).toEqual({ on: '2026-10-08' })
  for (const nonsense of ['', '2026-10', 'today', '2026-13-40']) expect(on(nonsense)).toEqual({})
})
