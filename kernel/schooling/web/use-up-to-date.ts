import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'

/** Reads something again whenever the page comes to the front: meanwhile it was changed elsewhere. */
export function useRefetchOnFront(queryKey: QueryKey) {
  const client = useQueryClient()
  const { isFront } = usePageSearch()
  const wasFront = useRef(isFront)
  useEffect(() => {
    if (isFront && !wasFront.current) void client.invalidateQueries({ queryKey })
    wasFront.current = isFront
    // By its words: the key is written out anew each time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFront, client])
}
