import { queryOptions } from '@tanstack/react-query'
import { accessApi } from '#kernel/access/contract.ts'
import { call } from '#packages/web/core/call.ts'

/** Where one works, and the bureau above it. */
export const ownOrgOptions = queryOptions({
  queryKey: ['mine'],
  // The contract of the organisations is heavy, and the frame needs one line of it.
  queryFn: async ({ signal }) => call((await import('#kernel/org/contract.ts')).orgApi.mine, { signal }),
  staleTime: Infinity,
})

/** Whom to ask for what one may not do. */
export const administratorsOptions = queryOptions({
  queryKey: ['administrators'],
  queryFn: ({ signal }) => call(accessApi.administrators, { signal }),
})

/** Who can give the right to a page, and whether one has asked for it. */
export const accessOptions = (url: string) =>
  queryOptions({
    queryKey: ['catalogue', 'asking', 'facts', 'page', url],
    queryFn: async ({ signal }) => {
      const { catalogueApi } = await import('#kernel/catalogue/contract.ts')
      return call(catalogueApi.accessFacts, { query: { kind: 'page', target: url }, signal })
    },
    enabled: url !== '',
  })
