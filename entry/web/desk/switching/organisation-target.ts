import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import type { OrganisationTarget } from '#packages/web/core/other-organisation.ts'

let current: OrganisationTarget = { orgId: '', orgName: '', url: '/' }

/** Where somebody would have to go; the dialog asks whether to. */
export const getOrganisationTarget = () => current
export const setOrganisationTarget = (target: OrganisationTarget) => {
  current = target
}

/**
 * Where somebody has to go for it, if anywhere. Of a school that one does not belong to – its question to the district –
 * one is told where one does belong: it is looked at from there.
 */
export async function resolveOrganisationTarget(target: OrganisationTarget): Promise<OrganisationTarget | undefined> {
  const targets = await call(sessionApi.switchTargets, { query: { keyword: '' } }).catch(() => undefined)
  // Not known: whoever is asked can still say no.
  if (!targets || targets.own.some(({ id }) => id === target.orgId)) return target
  return targets.home ? { ...target, orgId: targets.home.id, orgName: targets.home.name } : undefined
}
