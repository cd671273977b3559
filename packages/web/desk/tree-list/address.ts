import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

export const pageSizes = [20, 50, 100] as const

/** What the address of such a page says; whoever is sent it sees the same. */
export interface Place {
  /** The chosen node; undefined for the first one. */
  node: string | undefined
  page: number
  size: number
  /** The row whose details are open. */
  open: string | undefined
}

export type Move = (change: Partial<Place>, options?: { replace?: boolean }) => void

export function readPlace(search: URLSearchParams): Place {
  const page = Number(search.get('page') ?? 1)
  const size = Number(search.get('size'))
  return {
    node: search.get('node') ?? undefined,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((one) => one === size) ?? pageSizes[0],
    open: search.get('open') ?? undefined,
  }
}

/** Only what differs from the usual stands in the address. Another node begins at its first page, with nothing open. */
export function writePlace(search: URLSearchParams, now: Place, change: Partial<Place>): URLSearchParams {
  const moved = 'node' in change && change.node !== now.node ? { page: 1, open: undefined } : {}
  const { node, page, size, open } = { ...now, ...moved, ...change }
  const next = new URLSearchParams(search)
  const put = (name: string, value: string | undefined) => (value ? next.set(name, value) : next.delete(name))
  put('node', node)
  put('page', page > 1 ? String(page) : undefined)
  put('size', size === pageSizes[0] ? undefined : String(size))
  put('open', open)
  return next
}

export function usePlace(): [Place, Move] {
  const [search, setSearch] = useSearchParams()
  const place = useMemo(() => readPlace(search), [search])
  const move = useCallback<Move>(
    (change, { replace = false } = {}) =>
      setSearch((before) => writePlace(before, readPlace(before), change), { replace, preventScrollReset: true }),
    [setSearch],
  )
  return [place, move]
}
