import { useEffect, useRef, useState } from 'react'
import type { Page, PageQuery } from '#packages/contract/params.ts'

export type EntityRow = { id: string } & Readonly<Record<string, unknown>>
type RowsQuery = PageQuery & { keyword: string }

const pageSize = 20

interface Loaded {
  /** The query that this is the answer to. */
  query: RowsQuery
  rows: readonly EntityRow[]
  pageCount: number
  at: string
}

/** The rows of a list, page after page. A failed load keeps the rows that are shown. */
export function useRows(load: (query: RowsQuery) => Promise<Page<EntityRow>>) {
  const [query, setQuery] = useState<RowsQuery>({ keyword: '', pageNumber: 1, pageSize })
  const [loaded, setLoaded] = useState<Loaded>()
  const [failed, setFailed] = useState<RowsQuery>()
  const latestLoad = useRef(load)
  useEffect(() => {
    latestLoad.current = load
  })
  useEffect(() => {
    let isGone = false
    latestLoad.current(query).then(
      ({ items, pageCount }) => {
        if (isGone) return
        setLoaded((before) => {
          const shown = query.pageNumber > 1 ? (before?.rows ?? []) : []
          // A row that was created meanwhile has moved a shown one to this page.
          const rows = [...shown, ...items.filter(({ id }) => shown.every((row) => row.id !== id))]
          return { query, rows, pageCount, at: new Date().toISOString() }
        })
      },
      () => isGone || setFailed(query),
    )
    return () => {
      isGone = true
    }
  }, [query])
  const hasFailed = failed === query
  return {
    /** Undefined until the first page is here, and while another keyword is searched. */
    rows: loaded?.query.keyword === query.keyword ? loaded.rows : undefined,
    keyword: query.keyword,
    isLoading: loaded?.query !== query && !hasFailed,
    hasFailed,
    hasMore: loaded !== undefined && loaded.query.pageNumber < loaded.pageCount,
    at: loaded?.at ?? '',
    search: (keyword: string) => setQuery({ keyword, pageNumber: 1, pageSize }),
    loadMore: () => setQuery({ ...query, pageNumber: query.pageNumber + 1 }),
    retry: () => setQuery({ ...query }),
    reload: () => setQuery({ ...query, pageNumber: 1 }),
  }
}
