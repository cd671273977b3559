import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'

/** Refetches a query whenever the page becomes visible, because its data may have changed elsewhere. */
export function useRefetchOnFront(queryKey: QueryKey) {
  const client = useQueryClient()
  const { isFront } = usePageSearch()
  const wasFront = useRef(isFront)
  useEffect(() => {
    if (isFront && !wasFront.current) void client.invalidateQueries({ queryKey })
    wasFront.current = isFront
    // `queryKey` is not a dependency, because it is a new array with every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFront, client])
}
