import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import type { Elsewhere } from '#packages/web/core/elsewhere.ts'

let wanted: Elsewhere = { orgId: '', orgName: '', url: '/' }

/** Where somebody would have to go; the dialog asks whether to. */
export const wantedElsewhere = () => wanted
export const wantElsewhere = (place: Elsewhere) => {
  wanted = place
}

/**
 * Where somebody has to go for it, if anywhere. Of a school that one does not belong to – its question to the district –
 * one is told where one does belong: it is looked at from there.
 */
export async function placeToGo(place: Elsewhere): Promise<Elsewhere | undefined> {
  const targets = await call(sessionApi.switchTargets, { query: { keyword: '' } }).catch(() => undefined)
  // Not known: whoever is asked can still say no.
  if (!targets || targets.own.some(({ id }) => id === place.orgId)) return place
  return targets.home ? { ...place, orgId: targets.home.id, orgName: targets.home.name } : undefined
}
