import { expect, it } from 'vitest'
import type { SavedView } from '../preference-store.ts'
import { parseListState, formatViewQuery, writeListState, type ListState, type ListVocabulary } from './list-state.ts'
import {
  applyViewChange,
  isDefaultListState,
  getViewListState,
  getAllViewListState,
  getViewState,
  upsertView,
} from './saved-views.ts'

const vocabulary: ListVocabulary = {
  search: '姓名',
  filters: [
    { name: 'grade', label: '年级', options: ['7', '8'].map((value) => ({ value, label: value })) },
    { name: 'state', label: '状态', options: [{ value: 'away', label: '休学' }] },
  ],
  name: { sortable: true },
  columns: [],
}
const view = (id: string, query: string, more: Partial<SavedView> = {}): SavedView => ({
  id,
  name: id,
  query,
  isShared: false,
  isMine: true,
  isDefault: false,
  ...more,
})
const seven = view('seven', 'grade=7&sort=name')
const at = (search: string) => parseListState(new URLSearchParams(search), vocabulary)
const stateAt = (search: string, views = [seven]) => getViewState(views, at(search), vocabulary)
const go = (search: string, change: Partial<ListState>) =>
  writeListState(new URLSearchParams(search), vocabulary, change).toString()

it('is in no view, and has nothing to save, without a filter', () => {
  expect(stateAt('')).toEqual({ current: undefined, isChanged: false, canSave: false })
})

it('can save a filter outside of any view', () => {
  expect(stateAt('grade=8')).toEqual({ current: undefined, isChanged: false, canSave: true })
})

it('opens a view at its first page with nothing open, and stays in the chosen node', () => {
  expect(go('node=n&page=3&open=o&state=away', getViewListState(seven, vocabulary))).toBe(
    'node=n&grade=7&sort=name&view=seven',
  )
  expect(stateAt('grade=7&sort=name&view=seven')).toEqual({ current: seven, isChanged: false, canSave: false })
})

it('detects a changed view, and restores it', () => {
  const now = 'grade=7&sort=name&state=away&view=seven'
  expect(stateAt(now)).toEqual({ current: seven, isChanged: true, canSave: true })
  expect(go(now, getViewListState(seven, vocabulary))).toBe('grade=7&sort=name&view=seven')
})

it('is no longer changed after saving', () => {
  const saved = { ...seven, query: 'grade=7&state=away&sort=name' }
  const views = upsertView([seven], saved)
  expect(getViewState(views, at('grade=7&sort=name&state=away&view=seven'), vocabulary)).toMatchObject({
    current: saved,
    isChanged: false,
  })
})

it('ignores turning pages, opening a row, and another node', () => {
  expect(stateAt('grade=7&sort=name&view=seven&page=2&size=50&open=o&node=n').isChanged).toBe(false)
})

it('does not treat an unknown filter as a change', () => {
  const old = view('old', 'grade=7&colour=red')
  expect(getViewState([old], at('grade=7&view=old'), vocabulary).isChanged).toBe(false)
})

it('is outside of all views when the address names one that no longer exists', () => {
  expect(stateAt('view=gone')).toEqual({ current: undefined, isChanged: false, canSave: false })
})

it('shows everything, and puts that into the address where a default view would open', () => {
  expect(go('grade=7&view=seven', getAllViewListState([seven]))).toBe('')
  expect(go('grade=7&view=seven', getAllViewListState([{ ...seven, isDefault: true }]))).toBe('view=all')
  expect(isDefaultListState(at(''), vocabulary)).toBe(true)
  expect(isDefaultListState(at('view=all'), vocabulary)).toBe(false)
  expect(isDefaultListState(at('grade=7'), vocabulary)).toBe(false)
})

it('has at most one default', () => {
  const first = { ...seven, isDefault: true }
  const second = view('second', '', { isDefault: true })
  expect(upsertView([first], second).map(({ id, isDefault }) => [id, isDefault])).toEqual([
    ['seven', false],
    ['second', true],
  ])
})

it('sends all of a view to the store, with the changes', () => {
  expect(applyViewChange(seven, 'school:Pupils', { name: '七年级' })).toEqual({
    id: 'seven',
    list: 'school:Pupils',
    name: '七年级',
    query: 'grade=7&sort=name',
    isShared: false,
    isDefault: false,
  })
})

it('stores no personal number, and does not open automatically over one', () => {
  expect(formatViewQuery(at('keyword=138+0013+8000&grade=7'), vocabulary)).toBe('grade=7')
  expect(stateAt('keyword=13800138000').canSave).toBe(false)
  expect(stateAt('grade=7&sort=name&keyword=33019919900101123x&view=seven')).toMatchObject({ isChanged: false })
  expect(isDefaultListState(at('keyword=13800138000'), vocabulary)).toBe(false)
})
