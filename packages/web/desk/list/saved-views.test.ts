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

const known: ListVocabulary = {
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
const at = (search: string) => parseListState(new URLSearchParams(search), known)
const stateAt = (search: string, views = [seven]) => getViewState(views, at(search), known)
const go = (search: string, change: Partial<ListState>) =>
  writeListState(new URLSearchParams(search), known, change).toString()

it('is in no view, and has nothing to save, when nothing is asked for', () => {
  expect(stateAt('')).toEqual({ current: undefined, isChanged: false, canSave: false })
})

it('can give a name to what is asked for outside of any view', () => {
  expect(stateAt('grade=8')).toEqual({ current: undefined, isChanged: false, canSave: true })
})

it('opens a view at its first page with nothing open, and stays in the chosen node', () => {
  expect(go('node=n&page=3&open=o&state=away', getViewListState(seven, known))).toBe(
    'node=n&grade=7&sort=name&view=seven',
  )
  expect(stateAt('grade=7&sort=name&view=seven')).toEqual({ current: seven, isChanged: false, canSave: false })
})

it('tells that a view was changed, and goes back to it', () => {
  const now = 'grade=7&sort=name&state=away&view=seven'
  expect(stateAt(now)).toEqual({ current: seven, isChanged: true, canSave: true })
  expect(go(now, getViewListState(seven, known))).toBe('grade=7&sort=name&view=seven')
})

it('is no longer changed once the change was kept', () => {
  const kept = { ...seven, query: 'grade=7&state=away&sort=name' }
  const views = upsertView([seven], kept)
  expect(getViewState(views, at('grade=7&sort=name&state=away&view=seven'), known)).toMatchObject({
    current: kept,
    isChanged: false,
  })
})

it('does not mind turning pages, opening a row, or another node', () => {
  expect(stateAt('grade=7&sort=name&view=seven&page=2&size=50&open=o&node=n').isChanged).toBe(false)
})

it('does not take a filter that is no longer known for a change', () => {
  const old = view('old', 'grade=7&colour=red')
  expect(getViewState([old], at('grade=7&view=old'), known).isChanged).toBe(false)
})

it('stands outside of all views when the address names one that is gone', () => {
  expect(stateAt('view=gone')).toEqual({ current: undefined, isChanged: false, canSave: false })
})

it('leads to everything, and says so where a view would come by itself', () => {
  expect(go('grade=7&view=seven', getAllViewListState([seven]))).toBe('')
  expect(go('grade=7&view=seven', getAllViewListState([{ ...seven, isDefault: true }]))).toBe('view=all')
  expect(isDefaultListState(at(''), known)).toBe(true)
  expect(isDefaultListState(at('view=all'), known)).toBe(false)
  expect(isDefaultListState(at('grade=7'), known)).toBe(false)
})

it('has but one default', () => {
  const first = { ...seven, isDefault: true }
  const second = view('second', '', { isDefault: true })
  expect(upsertView([first], second).map(({ id, isDefault }) => [id, isDefault])).toEqual([
    ['seven', false],
    ['second', true],
  ])
})

it('tells the keeper all of a view, with what changed', () => {
  expect(applyViewChange(seven, 'school:Pupils', { name: '七年级' })).toEqual({
    id: 'seven',
    list: 'school:Pupils',
    name: '七年级',
    query: 'grade=7&sort=name',
    isShared: false,
    isDefault: false,
  })
})

it('keeps nobody’s number, and comes by itself over nobody’s number', () => {
  expect(formatViewQuery(at('keyword=138+0013+8000&grade=7'), known)).toBe('grade=7')
  expect(stateAt('keyword=13800138000').canSave).toBe(false)
  expect(stateAt('grade=7&sort=name&keyword=33019919900101123x&view=seven')).toMatchObject({ isChanged: false })
  expect(isDefaultListState(at('keyword=13800138000'), known)).toBe(false)
})
