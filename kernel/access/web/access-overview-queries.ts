import type { DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { accessApi } from '../contract.ts'

export const accessOverviewQuery: QueryDefinition<DataOf<typeof accessApi.watch>> = {
  queryKey: ['access', 'watch'],
  queryFn: ({ signal }) => call(accessApi.watch, { signal }),
}
