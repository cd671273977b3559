import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { sessionApi, type SignIn } from '../contract.ts'

export const mySignInsQuery: QueryDefinition<SignIn[]> = {
  queryKey: ['session', 'sign-ins'],
  queryFn: ({ signal }) => call(sessionApi.mySignIns, { signal }),
}
