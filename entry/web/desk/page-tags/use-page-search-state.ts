import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PageSearch, SetSearch } from '#packages/web/desk/page-search.tsx'
import { splitPersonalNumbers, toHistoryState, joinPersonalNumbers } from './personal-numbers.ts'

/** The address at which a page was left, or the current one if it is in front. */
export interface PageAddress {
  address: string
  isFront: boolean
  /** The personal numbers in the current history entry, for the page in front. */
  numbers: string | undefined
}

/** The page's own search parameters: behind another page they stay as they were left, and cannot be changed. */
export function usePageSearchState(url: string, { address, isFront, numbers: given }: PageAddress): PageSearch {
  const navigate = useNavigate()
  const query = /\?([^#]*)/.exec(address)?.[1] ?? ''
  const numbers = useNumbers(query, isFront, given)
  const search = useMemo(() => joinPersonalNumbers(query, numbers), [query, numbers])
  const now = useRef({ search, isFront })
  useLayoutEffect(() => {
    now.current = { search, isFront }
  }, [search, isFront])
  const setSearch = useCallback<SetSearch>(
    (change, { replace = false } = {}) => {
      if (!now.current.isFront) return
      // Two changes in one update: the second sees the first, although the router has not navigated yet.
      now.current.search = change(new URLSearchParams(now.current.search))
      const next = splitPersonalNumbers(now.current.search)
      void navigate({ pathname: url, search: next.query }, { replace, state: toHistoryState(next.numbers) })
    },
    [navigate, url],
  )
  const isUnwritten = isFront && numbers !== '' && given === undefined
  useEffect(() => {
    // Reopened by its tag: from now on the back button leads to this entry as well.
    if (isUnwritten) void navigate({ pathname: url, search: query }, { replace: true, state: toHistoryState(numbers) })
  }, [isUnwritten, navigate, url, query, numbers])
  return useMemo(() => ({ search, setSearch, isFront }), [search, setSearch, isFront])
}

/** The numbers of the history entry. The address of a tag has none, so a page that was behind another keeps its own. */
function useNumbers(query: string, isFront: boolean, given: string | undefined): string {
  const [seen, setSeen] = useState({ query, isFront, given, numbers: given ?? '' })
  if (seen.query === query && seen.isFront === isFront && seen.given === given) return seen.numbers
  const isAsLeft = !seen.isFront && seen.query === query
  const numbers = isFront ? (given ?? (isAsLeft ? seen.numbers : '')) : seen.numbers
  setSeen({ query, isFront, given, numbers })
  return numbers
}
