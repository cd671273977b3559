import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { startSession } from '#packages/web/core/session.ts'

/** Reloads the app in another organisation, at one of its pages. Nothing changes until the server agrees. */
export async function switchOrganisation(orgId: string, proof: { msgId?: string; code?: string } = {}, to = '/') {
  startSession(await call(sessionApi.switchOrg, { body: { orgId, ...proof } }))
  location.assign(to)
}

/** The home organisation of a visitor. */
export const findHomeOrganisation = async () => (await call(sessionApi.switchTargets, { query: { keyword: '' } })).home
