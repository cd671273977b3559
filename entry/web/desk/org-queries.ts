import { queryOptions } from '@tanstack/react-query'
import { accessApi } from '#kernel/access/contract.ts'
import { call } from '#packages/web/core/call.ts'

/** The user's own organisation, and the bureau above it. */
export const ownOrgOptions = queryOptions({
  queryKey: ['mine'],
  // The contract of organisations is large, and the shell needs one route of it.
  queryFn: async ({ signal }) => call((await import('#kernel/org/contract.ts')).orgApi.mine, { signal }),
  staleTime: Infinity,
})

/** The administrators to contact about missing permissions. */
export const administratorsOptions = queryOptions({
  queryKey: ['administrators'],
  queryFn: ({ signal }) => call(accessApi.administrators, { signal }),
})

/** Who can grant access to a page, and whether the user has requested it. */
export const accessOptions = (url: string) =>
  queryOptions({
    queryKey: ['catalogue', 'asking', 'facts', 'page', url],
    queryFn: async ({ signal }) => {
      const { catalogueApi } = await import('#kernel/catalogue/contract.ts')
      return call(catalogueApi.accessFacts, { query: { kind: 'page', target: url }, signal })
    },
    enabled: url !== '',
  })
