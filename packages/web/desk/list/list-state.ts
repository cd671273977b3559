import { useCallback, useMemo } from 'react'
import { containsPersonalNumber } from '#packages/core/personal-number.ts'
import { usePageSearch } from '../page-search.tsx'
import { isRangeValue } from './day-range-filter.ts'
import type { ListFilter, Column, FilterSpec, ListQuery, NameSpec, Sort } from './list-spec.ts'

export const pageSizes = [20, 50, 100, 200] as const
const defaultPageSize = pageSizes[0]
/** The name of the first column, where it can be sorted by. */
export const nameKey = 'name'
export const keyword = 'keyword'
/** Chosen by hand where there is a view that would come by itself. */
export const allView = 'all'

/** What the address of a list says; whoever is sent it sees the same. */
export interface ListState {
  /** The chosen node of the tree; undefined for the first one. */
  node: string | undefined
  below: boolean
  filter: Readonly<Record<string, string>>
  sort: Sort | undefined
  page: number
  size: number
  /** The saved view that this came from. */
  view: string | undefined
  /** The row whose details are open. */
  open: string | undefined
  /** The row whose long form is open, or `new`: going back leads from the form to the list. */
  fill: string | undefined
}

export const newRow = 'new'

export type MoveListState = (change: Partial<ListState>, options?: { replace?: boolean }) => void

/** What may stand in the address of a list: everything else in it is nonsense, or somebody else's. */
export interface ListVocabulary {
  /** Everything below a node is meant, unless somebody says otherwise. */
  isDeep?: boolean
  search?: string
  filters?: readonly FilterSpec[]
  name: Pick<NameSpec<never>, 'sortable'>
  columns: readonly Pick<Column<never>, 'key' | 'sortable'>[]
}

export function parseListState(search: URLSearchParams, known: ListVocabulary): ListState {
  const page = Number(search.get('page') ?? 1)
  const size = Number(search.get('size'))
  return {
    node: search.get('node') ?? undefined,
    below: known.isDeep ? search.get('below') !== '0' : search.get('below') === '1',
    filter: parseFilter(search, known),
    sort: parseKnownSort(search.get('sort') ?? '', known),
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
  for (const known of filters) {
    const value = search.get(known.name)
    if (value !== null && isKnown(known, value)) filter[known.name] = value
  }
  return filter
}

function isKnown({ options, isDay, isRange }: FilterSpec, value: string) {
  if (isRange) return isRangeValue({ options }, value)
  return isDay ? isDate(value) : options.some((option) => option.value === value)
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** `name` is upwards, `-name` downwards. */
export const parseSort = (text: string): Sort =>
  text.startsWith('-') ? { key: text.slice(1), desc: true } : { key: text, desc: false }
export const formatSort = ({ key, desc }: Sort) => (desc ? `-${key}` : key)

function parseKnownSort(text: string, { name, columns }: ListVocabulary): Sort | undefined {
  const sort = parseSort(text)
  const isKnown =
    sort.key === nameKey ? name.sortable : columns.some(({ key, sortable }) => sortable && key === sort.key)
  return isKnown ? sort : undefined
}

/** Other rows begin at their first page, with nothing open. */
function follow(now: ListState, change: Partial<ListState>): Partial<ListState> {
  if ('node' in change && change.node !== now.node) return { page: 1, open: undefined }
  return 'filter' in change || 'below' in change || 'sort' in change || 'size' in change ? { page: 1 } : {}
}

/** Only what differs from the usual stands in the address. */
export function writeListState(
  search: URLSearchParams,
  known: ListVocabulary,
  change: Partial<ListState>,
): URLSearchParams {
  const now = parseListState(search, known)
  const { node, page, size, view, open, fill, ...looked } = { ...now, ...follow(now, change), ...change }
  const next = new URLSearchParams(search)
  const put = (name: string, value: string | undefined) => (value ? next.set(name, value) : next.delete(name))
  put('node', node)
  for (const [name, value] of listViewParams(looked, known)) put(name, value)
  put('page', page > 1 ? String(page) : undefined)
  put('size', size === defaultPageSize ? undefined : String(size))
  put('view', view)
  put('open', open)
  put('fill', fill)
  return next
}

export type ViewQuery = Pick<ListState, 'below' | 'filter' | 'sort'>

/** The part of an address that is a way of looking at the list. */
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

/** Whether somebody's mobile or ID number is looked for. */
export const hasPersonalNumber = ({ filter }: Pick<ListState, 'filter'>) =>
  containsPersonalNumber(filter[keyword] ?? '')

/** As a view keeps it: the same look always gives the same text. Nobody's number is kept in one. */
export function formatViewQuery(viewQuery: ViewQuery, known: ListVocabulary) {
  const { [keyword]: keywordText, ...others } = viewQuery.filter
  const filter = keywordText && !hasPersonalNumber(viewQuery) ? viewQuery.filter : others
  const pairs = listViewParams({ ...viewQuery, filter }, known)
  return new URLSearchParams(pairs.filter((pair): pair is [string, string] => Boolean(pair[1]))).toString()
}

export function parseViewQuery(query: string, known: ListVocabulary): ViewQuery {
  const { below, filter, sort } = parseListState(new URLSearchParams(query), known)
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

export function useListState(known: ListVocabulary): [ListState, MoveListState] {
  const { search, setSearch } = usePageSearch()
  const listState = useMemo(() => parseListState(search, known), [search, known])
  const move = useCallback<MoveListState>(
    (change, { replace = false } = {}) => setSearch((before) => writeListState(before, known, change), { replace }),
    [setSearch, known],
  )
  return [listState, move]
}
