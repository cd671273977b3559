import { useCallback, useMemo } from 'react'
import { holdsPersonalNumber } from '#packages/core/personal-number.ts'
import { usePageSearch } from '../page-search.tsx'
import { isRangeValue } from './range.ts'
import type { Asked, Column, Filter, ListQuery, NameSpec, Sort } from './spec.ts'

export const pageSizes = [20, 50, 100, 200] as const
const usualSize = pageSizes[0]
/** The name of the first column, where it can be sorted by. */
export const nameKey = 'name'
export const keyword = 'keyword'
/** Chosen by hand where there is a view that would come by itself. */
export const allView = 'all'

/** What the address of a list says; whoever is sent it sees the same. */
export interface Place {
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

export type Move = (change: Partial<Place>, options?: { replace?: boolean }) => void

/** What may stand in the address of a list: everything else in it is nonsense, or somebody else's. */
export interface Vocabulary {
  /** Everything below a node is meant, unless somebody says otherwise. */
  isDeep?: boolean
  search?: string
  filters?: readonly Filter[]
  name: Pick<NameSpec<never>, 'sortable'>
  columns: readonly Pick<Column<never>, 'key' | 'sortable'>[]
}

export function readPlace(search: URLSearchParams, known: Vocabulary): Place {
  const page = Number(search.get('page') ?? 1)
  const size = Number(search.get('size'))
  return {
    node: search.get('node') ?? undefined,
    below: known.isDeep ? search.get('below') !== '0' : search.get('below') === '1',
    filter: readFilter(search, known),
    sort: readSort(search.get('sort') ?? '', known),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((one) => one === size) ?? usualSize,
    view: search.get('view') ?? undefined,
    open: search.get('open') ?? undefined,
    fill: search.get('fill') ?? undefined,
  }
}

function readFilter(search: URLSearchParams, { search: canSearch, filters = [] }: Vocabulary) {
  const filter: Record<string, string> = {}
  const words = canSearch && search.get(keyword)?.trim()
  if (words) filter[keyword] = words
  for (const known of filters) {
    const value = search.get(known.name)
    if (value !== null && isKnown(known, value)) filter[known.name] = value
  }
  return filter
}

function isKnown({ options, isDay, isRange }: Filter, value: string) {
  if (isRange) return isRangeValue({ options }, value)
  return isDay ? isDate(value) : options.some((option) => option.value === value)
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** `name` is upwards, `-name` downwards. */
export const sortOf = (text: string): Sort =>
  text.startsWith('-') ? { key: text.slice(1), desc: true } : { key: text, desc: false }
export const writeSort = ({ key, desc }: Sort) => (desc ? `-${key}` : key)

function readSort(text: string, { name, columns }: Vocabulary): Sort | undefined {
  const sort = sortOf(text)
  const isKnown =
    sort.key === nameKey ? name.sortable : columns.some(({ key, sortable }) => sortable && key === sort.key)
  return isKnown ? sort : undefined
}

/** Other rows begin at their first page, with nothing open. */
function follow(now: Place, change: Partial<Place>): Partial<Place> {
  if ('node' in change && change.node !== now.node) return { page: 1, open: undefined }
  return 'filter' in change || 'below' in change || 'sort' in change || 'size' in change ? { page: 1 } : {}
}

/** Only what differs from the usual stands in the address. */
export function writePlace(search: URLSearchParams, known: Vocabulary, change: Partial<Place>): URLSearchParams {
  const now = readPlace(search, known)
  const { node, page, size, view, open, fill, ...looked } = { ...now, ...follow(now, change), ...change }
  const next = new URLSearchParams(search)
  const put = (name: string, value: string | undefined) => (value ? next.set(name, value) : next.delete(name))
  put('node', node)
  for (const [name, value] of lookOf(looked, known)) put(name, value)
  put('page', page > 1 ? String(page) : undefined)
  put('size', size === usualSize ? undefined : String(size))
  put('view', view)
  put('open', open)
  put('fill', fill)
  return next
}

export type Look = Pick<Place, 'below' | 'filter' | 'sort'>

/** The part of an address that is a way of looking at the list. */
function lookOf(
  { below, filter, sort }: Look,
  { filters = [], isDeep = false }: Vocabulary,
): [name: string, value: string | undefined][] {
  return [
    ['below', below === isDeep ? undefined : below ? '1' : '0'],
    ...[keyword, ...filters.map(({ name }) => name)].map((name): [string, string | undefined] => [name, filter[name]]),
    ['sort', sort && writeSort(sort)],
  ]
}

/** Whether somebody's mobile or ID number is looked for. */
export const looksForNumber = ({ filter }: Pick<Place, 'filter'>) => holdsPersonalNumber(filter[keyword] ?? '')

/** As a view keeps it: the same look always gives the same text. Nobody's number is kept in one. */
export function writeLook(look: Look, known: Vocabulary) {
  const { [keyword]: words, ...others } = look.filter
  const filter = words && !looksForNumber(look) ? look.filter : others
  const pairs = lookOf({ ...look, filter }, known)
  return new URLSearchParams(pairs.filter((pair): pair is [string, string] => Boolean(pair[1]))).toString()
}

export function readLook(query: string, known: Vocabulary): Look {
  const { below, filter, sort } = readPlace(new URLSearchParams(query), known)
  return { below, filter, sort }
}

export const isNarrowed = ({ filter }: Pick<Place, 'filter'>) => Object.keys(filter).length > 0

export const askedAt = (node: string | undefined, { below, filter }: Look): Asked => ({
  node: node ?? null,
  below,
  filter,
})

export const queryAt = (node: string | undefined, place: Place): ListQuery => ({
  ...askedAt(node, place),
  sort: place.sort ?? null,
  pageNumber: place.page,
  pageSize: place.size,
})

export function usePlace(known: Vocabulary): [Place, Move] {
  const { search, setSearch } = usePageSearch()
  const place = useMemo(() => readPlace(search, known), [search, known])
  const move = useCallback<Move>(
    (change, { replace = false } = {}) => setSearch((before) => writePlace(before, known, change), { replace }),
    [setSearch, known],
  )
  return [place, move]
}
