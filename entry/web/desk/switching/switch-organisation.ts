import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { startSession } from '#packages/web/core/session.ts'

/** Begins anew in another organisation, at a page of it. Until the server agrees, everything stays as it is. */
export async function switchOrganisation(orgId: string, proof: { msgId?: string; code?: string } = {}, to = '/') {
  startSession(await call(sessionApi.switchOrg, { body: { orgId, ...proof } }))
  location.assign(to)
}

/** Where a visitor belongs. */
export const findHomeOrganisation = async () => (await call(sessionApi.switchTargets, { query: { keyword: '' } })).home
