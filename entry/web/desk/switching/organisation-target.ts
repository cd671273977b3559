import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import type { OrganisationTarget } from '#packages/web/core/other-organisation.ts'

let current: OrganisationTarget = { orgId: '', orgName: '', url: '/' }

/** The organisation to switch to; the dialog asks for confirmation. */
export const getOrganisationTarget = () => current
export const setOrganisationTarget = (target: OrganisationTarget) => {
  current = target
}

/**
 * The organisation to switch to for a record, if any. For a record of a school where the user does not belong (for
 * example its question to the district) the user's home organisation is offered: the record is visible from there.
 */
export async function resolveOrganisationTarget(target: OrganisationTarget): Promise<OrganisationTarget | undefined> {
  const targets = await call(sessionApi.switchTargets, { query: { keyword: '' } }).catch(() => undefined)
  // Unknown: the user can still cancel.
  if (!targets || targets.own.some(({ id }) => id === target.orgId)) return target
  return targets.home ? { ...target, orgId: targets.home.id, orgName: targets.home.name } : undefined
}
