import { call } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { accessApi, type AdministratorForm } from '../contract.ts'

const administratorsKey = ['access', 'administrators'] as const

export const administratorsQuery = (orgId: string) =>
  queryOf(administratorsKey, accessApi.administratorsOfOrg, { query: { orgId } })

export const inviteAdministrator = (form: AdministratorForm) => call(accessApi.inviteAdministrator, { body: form })
export const removeAdministrator = (orgId: string, userId: string) =>
  call(accessApi.removeAdministrator, { body: { orgId, userId } })
