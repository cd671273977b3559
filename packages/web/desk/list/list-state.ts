import { useCallback, useMemo } from 'react'
import { containsPersonalNumber } from '#packages/core/personal-number.ts'
import { usePageSearch } from '../page-search.tsx'
import { isRangeValue } from '#packages/web/core/list/day-range-filter.ts'
import type { ListFilter, Column, FilterSpec, ListQuery, NameSpec, Sort } from './list-spec.ts'

export const pageSizes = [20, 50, 100, 200] as const
const defaultPageSize = pageSizes[0]
/** The key of the first column, where it is sortable. */
export const nameKey = 'name'
export const keyword = 'keyword'
/** Chosen explicitly where a default view would open. */
export const allView = 'all'

/** Filters, sorting and paging of a list in the URL; a shared link shows the same. */
export interface ListState {
  /** The chosen node of the tree; undefined for the first one. */
  node: string | undefined
  below: boolean
  filter: Readonly<Record<string, string>>
  sort: Sort | undefined
  page: number
  size: number
  /** The saved view that was opened. */
  view: string | undefined
  /** The row whose details are open. */
  open: string | undefined
  /** The row whose long form is open, or `new`: the back button leads from the form to the list. */
  fill: string | undefined
}

export const newRow = 'new'

export type MoveListState = (change: Partial<ListState>, options?: { replace?: boolean }) => void

/** The values allowed in the address of a list: everything else is invalid, or belongs to other code. */
export interface ListVocabulary {
  /** By default everything below a node is included. */
  isDeep?: boolean
  search?: string
  filters?: readonly FilterSpec[]
  name: Pick<NameSpec<never>, 'sortable'>
  columns: readonly Pick<Column<never>, 'key' | 'sortable'>[]
}

export function parseListState(search: URLSearchParams, vocabulary: ListVocabulary): ListState {
  const page = Number(search.get('page') ?? 1)
  const size = Number(search.get('size'))
  return {
    node: search.get('node') ?? undefined,
    below: vocabulary.isDeep ? search.get('below') !== '0' : search.get('below') === '1',
    filter: parseFilter(search, vocabulary),
    sort: parseKnownSort(search.get('sort') ?? '', vocabulary),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((one) => one === size) ?? defaultPageSize,
    view: search.get('view') ?? undefined,
    open: search.get('open') ?? undefined,
    fill: search.get('fill') ?? undefined,
  }
}

function parseFilter(search: URLSearchParams, { search: canSearch, filters = [] }: ListVocabulary) {
  const filter: Record<string, string> = {}
  const text = canSearch && search.get(keyword)?.trim()
  if (text) filter[keyword] = text
  for (const filterSpec of filters) {
    const value = search.get(filterSpec.name)
    if (value !== null && isKnown(filterSpec, value)) filter[filterSpec.name] = value
  }
  return filter
}

function isKnown({ options, isDay, isRange, reference }: FilterSpec, value: string) {
  if (reference) return isId(value)
  if (isRange) return isRangeValue({ options }, value)
  return isDay ? isDate(value) : options.some((option) => option.value === value)
}

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** `name` is ascending, `-name` descending. */
export const parseSort = (text: string): Sort =>
  text.startsWith('-') ? { key: text.slice(1), desc: true } : { key: text, desc: false }
export const formatSort = ({ key, desc }: Sort) => (desc ? `-${key}` : key)

function parseKnownSort(text: string, { name, columns }: ListVocabulary): Sort | undefined {
  const sort = parseSort(text)
  const isKnown =
    sort.key === nameKey ? name.sortable : columns.some(({ key, sortable }) => sortable && key === sort.key)
  return isKnown ? sort : undefined
}

/** Other rows start at their first page, with nothing open. */
function follow(now: ListState, change: Partial<ListState>): Partial<ListState> {
  if ('node' in change && change.node !== now.node) return { page: 1, open: undefined }
  return 'filter' in change || 'below' in change || 'sort' in change || 'size' in change ? { page: 1 } : {}
}

/** Only values that differ from the defaults are in the address. */
export function writeListState(
  search: URLSearchParams,
  vocabulary: ListVocabulary,
  change: Partial<ListState>,
): URLSearchParams {
  const now = parseListState(search, vocabulary)
  const { node, page, size, view, open, fill, ...looked } = { ...now, ...follow(now, change), ...change }
  const next = new URLSearchParams(search)
  const put = (name: string, value: string | undefined) => (value ? next.set(name, value) : next.delete(name))
  put('node', node)
  for (const [name, value] of listViewParams(looked, vocabulary)) put(name, value)
  put('page', page > 1 ? String(page) : undefined)
  put('size', size === defaultPageSize ? undefined : String(size))
  put('view', view)
  put('open', open)
  put('fill', fill)
  return next
}

export type ViewQuery = Pick<ListState, 'below' | 'filter' | 'sort'>

/** The part of an address that a view stores. */
function listViewParams(
  { below, filter, sort }: ViewQuery,
  { filters = [], isDeep = false }: ListVocabulary,
): [name: string, value: string | undefined][] {
  return [
    ['below', below === isDeep ? undefined : below ? '1' : '0'],
    ...[keyword, ...filters.map(({ name }) => name)].map((name): [string, string | undefined] => [name, filter[name]]),
    ['sort', sort && formatSort(sort)],
  ]
}

/** Whether the keyword contains a mobile or ID number. */
export const hasPersonalNumber = ({ filter }: Pick<ListState, 'filter'>) =>
  containsPersonalNumber(filter[keyword] ?? '')

/** The query of a view: the same state always gives the same text. It never contains a personal number. */
export function formatViewQuery(viewQuery: ViewQuery, vocabulary: ListVocabulary) {
  const { [keyword]: keywordText, ...others } = viewQuery.filter
  const filter = keywordText && !hasPersonalNumber(viewQuery) ? viewQuery.filter : others
  const pairs = listViewParams({ ...viewQuery, filter }, vocabulary)
  return new URLSearchParams(pairs.filter((pair): pair is [string, string] => Boolean(pair[1]))).toString()
}

export function parseViewQuery(query: string, vocabulary: ListVocabulary): ViewQuery {
  const { below, filter, sort } = parseListState(new URLSearchParams(query), vocabulary)
  return { below, filter, sort }
}

export const isNarrowed = ({ filter }: Pick<ListState, 'filter'>) => Object.keys(filter).length > 0

export const createListFilter = (node: string | undefined, { below, filter }: ViewQuery): ListFilter => ({
  node: node ?? null,
  below,
  filter,
})

export const createListQuery = (node: string | undefined, listState: ListState): ListQuery => ({
  ...createListFilter(node, listState),
  sort: listState.sort ?? null,
  pageNumber: listState.page,
  pageSize: listState.size,
})

export function useListState(vocabulary: ListVocabulary): [ListState, MoveListState] {
  const { search, setSearch } = usePageSearch()
  const listState = useMemo(() => parseListState(search, vocabulary), [search, vocabulary])
  const move = useCallback<MoveListState>(
    (change, { replace = false } = {}) =>
      setSearch((before) => writeListState(before, vocabulary, change), { replace }),
    [setSearch, vocabulary],
  )
  return [listState, move]
}
