import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { accessApi, type Administrator, type AdministratorForm } from '../contract.ts'

const administratorsKey = ['access', 'administrators'] as const

export const administratorsQuery = (orgId: string): QueryDefinition<Administrator[]> => ({
  queryKey: [...administratorsKey, orgId],
  queryFn: ({ signal }) => call(accessApi.administratorsOfOrg, { query: { orgId }, signal }),
})

export const inviteAdministrator = (form: AdministratorForm) => call(accessApi.inviteAdministrator, { body: form })
export const removeAdministrator = (orgId: string, userId: string) =>
  call(accessApi.removeAdministrator, { body: { orgId, userId } })
