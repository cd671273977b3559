import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { queryOf } from '#packages/web/core/query-of.ts'
import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { indexOrganisations } from './organisation-tree.ts'

const pauseMs = 200

/** The typed text, after a pause in typing. */
function useDebounced(value: string) {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const clock = setTimeout(() => setDebounced(value), value ? pauseMs : 0)
    return () => clearTimeout(clock)
  }, [value])
  return value && debounced
}

/** The possible targets: the tree and the usual ones at once, others by a part of their name. */
export function useSwitchTargets(typed: string) {
  const mayVisit = useMay()('org.visit')
  const keyword = useDebounced(typed.trim())
  const suggested = useQuery(queryOf(['switch'], sessionApi.switchTargets, { query: { keyword: '' } }))
  const search = useQuery({
    queryKey: ['switch', 'search', keyword],
    queryFn: ({ signal }) => call(sessionApi.switchTargets, { query: { keyword }, signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  const tree = useQuery({
    queryKey: ['switch', 'tree'],
    queryFn: ({ signal }) => call(sessionApi.baseTree, { signal }),
    enabled: mayVisit,
  })
  const organisations = useMemo(() => indexOrganisations(tree.data ?? []), [tree.data])
  return { mayVisit, keyword, suggested, search, tree, organisations }
}
