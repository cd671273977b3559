import { useEffect, useRef, useState } from 'react'
import type { Page, PageQuery } from '#packages/contract/params.ts'
import type { RowWithId } from '#packages/web/core/list/list-spec.ts'

export type Filter = Readonly<Record<string, string>>
interface RowsQuery extends PageQuery {
  /** By name; `keyword` is the text of the search field. */
  filter: Filter
}

const usualPageSize = 20

interface Loaded<Row> {
  /** The query that this is the answer to. */
  query: RowsQuery
  rows: readonly Row[]
  itemCount: number
  pageCount: number
  isCut: boolean
  at: string
}

/** The rows of a list, page after page. A failed load keeps the rows that are shown. */
export function useRows<Row extends RowWithId>(
  load: (query: RowsQuery, signal: AbortSignal) => Promise<Page<Row>>,
  initial: Filter = {},
  pageSize = usualPageSize,
) {
  const [query, setQuery] = useState<RowsQuery>({ filter: initial, pageNumber: 1, pageSize })
  const [loaded, setLoaded] = useState<Loaded<Row>>()
  const [failed, setFailed] = useState<{ query: RowsQuery; error: unknown }>()
  const latestLoad = useRef(load)
  useEffect(() => {
    latestLoad.current = load
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    latestLoad.current(query, signal).then(
      ({ items, itemCount, pageCount, isCut = false }) => {
        if (signal.aborted) return
        setLoaded((before) => {
          const shown = query.pageNumber > 1 ? (before?.rows ?? []) : []
          // A row that was created meanwhile has moved a shown one to this page.
          const rows = [...shown, ...items.filter(({ id }) => shown.every((row) => row.id !== id))]
          return { query, rows, itemCount, pageCount, isCut, at: new Date().toISOString() }
        })
      },
      (error: unknown) => signal.aborted || setFailed({ query, error }),
    )
    return () => stop.abort()
  }, [query])
  const error = failed?.query === query ? failed.error : undefined
  const isCurrent = loaded?.query.filter === query.filter
  return {
    /** Undefined until the first page is here, and while another filter is applied. */
    rows: isCurrent ? loaded.rows : undefined,
    itemCount: isCurrent ? loaded.itemCount : 0,
    /** A search found more than it lists. */
    isCut: isCurrent && loaded.isCut,
    filter: query.filter,
    keyword: query.filter['keyword'] ?? '',
    isLoading: loaded?.query !== query && error === undefined,
    error,
    hasFailed: error !== undefined,
    /** What is shown was loaded before: the newest state could not be read. */
    isStale: isCurrent && error !== undefined && query.pageNumber === 1,
    hasMore: loaded !== undefined && loaded.query.pageNumber < loaded.pageCount,
    at: loaded?.at ?? '',
    setFilter: (filter: Filter) => setQuery({ filter, pageNumber: 1, pageSize }),
    // Updates of the present query: an undo is pressed when the user may have searched for something else.
    search: (keyword: string) =>
      setQuery(({ filter: { keyword: _, ...others } }) => ({
        filter: keyword ? { ...others, keyword } : others,
        pageNumber: 1,
        pageSize,
      })),
    loadMore: () => setQuery((now) => ({ ...now, pageNumber: now.pageNumber + 1 })),
    retry: () => setQuery((now) => ({ ...now })),
    reload: () => setQuery((now) => ({ ...now, pageNumber: 1 })),
    /** Changes a shown row at once, before the server has answered. */
    change: (id: string, part: Partial<Row>) =>
      setLoaded(
        (before) =>
          before && { ...before, rows: before.rows.map((row) => (row.id === id ? { ...row, ...part } : row)) },
      ),
  }
}
