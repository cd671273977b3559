import { dayOf, isHidden, type Ctx } from '#packages/core'
import { permissionsOf } from '#kernel/access/server'
import { phonesOf } from '#kernel/identity/server'
import { findPlace } from '#kernel/staff/server'
import { chosenScopes } from '../own-queries.ts'
import { mayCall, type Viewer } from '../policy.ts'
import { postsOf, type PostRow } from '../queries.ts'
import { usualScope } from './usual-scope.ts'

/**
 * Who looks, as far as numbers go: where he or she works, and whom that person leads. Whoever visits a school is no
 * colleague there.
 */
async function viewerOf(ctx: Ctx): Promise<Viewer> {
  const { personId, userId, orgId, homeOrgId } = ctx.actor
  const place = await findPlace(ctx, userId)
  if (!place) return { personId, orgId: homeOrgId ?? orgId, leads: { district: false, orgPath: undefined } }
  const { templates } = await permissionsOf(ctx, place)
  const leadsHere = templates.has('head') || templates.has('school-admin')
  return {
    personId,
    orgId: place.orgId,
    leads: { district: templates.has('district-admin'), orgPath: leadsHere ? place.orgPath : undefined },
  }
}

export interface Reachable {
  mobile: string
  isMobileHidden: boolean
}

/** What these people do today, and the numbers of those who tell them to whoever asks. Only these are opened. */
export async function lookAt(ctx: Ctx, personIds: readonly string[]) {
  const ids = [...new Set(personIds)]
  const posts = Map.groupBy(await postsOf(ctx.db, ids, dayOf(ctx.now)), ({ personId }) => personId)
  const numbers = await numbersFor(ctx, ids, posts)
  return {
    postsOf: (personId: string): readonly PostRow[] => posts.get(personId) ?? [],
    numberOf: (personId: string): Reachable => numbers.get(personId) ?? { mobile: '', isMobileHidden: true },
  }
}

async function numbersFor(ctx: Ctx, ids: readonly string[], posts: ReadonlyMap<string, readonly PostRow[]>) {
  const somewhere = [...posts.values()][0]?.[0]
  if (!somewhere) return new Map<string, Reachable>()
  const viewer = await viewerOf(ctx)
  const usual = await usualScope(ctx, somewhere.orgPath)
  const chosen = await chosenScopes(ctx.db, ids)
  // Whose roles show no phones is told of none but her own, whatever the others have chosen.
  const told = isHidden(ctx, 'user.phone') ? ids.filter((personId) => personId === ctx.actor.personId) : ids
  const shown = new Set(
    told.filter((personId) =>
      mayCall(viewer, { personId, scope: chosen.get(personId) ?? usual, places: posts.get(personId) ?? [] }),
    ),
  )
  const phones = await phonesOf({ db: ctx.db, districtId: ctx.actor.districtId }, [...shown])
  return new Map(ids.map((id) => [id, { mobile: phones.get(id) ?? '', isMobileHidden: !shown.has(id) }]))
}
