import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { accessRequestApi, catalogueApi, type AccessChoices, type AccessFacts, type AccessTarget } from '../contract.ts'

export const accessRequestKey = ['catalogue', 'asking'] as const

/** Who may use the target, and who decides about it. */
export const accessFactsQuery = (accessTarget: AccessTarget): QueryDefinition<AccessFacts> => ({
  queryKey: [...accessRequestKey, 'facts', accessTarget.kind, accessTarget.target],
  queryFn: ({ signal }) => call(catalogueApi.accessFacts, { query: accessTarget, signal }),
})

export const requestAccess = (accessTarget: AccessTarget, reason: string) =>
  call(catalogueApi.requestAccess, { body: { accessTarget, reason } })

/** What an approval would grant. */
export const accessChoicesQuery = (id: string): QueryDefinition<AccessChoices> => ({
  queryKey: [...accessRequestKey, 'choices', id],
  queryFn: ({ signal }) => call(accessRequestApi.choices, { query: { id }, signal }),
})
