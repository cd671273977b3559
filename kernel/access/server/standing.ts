import { dayOf, type Ctx, type Scope } from '#packages/core'
import { roleTemplates, type RoleTemplate } from '#packages/contract'
import { readUnit } from '#kernel/org/server'
import { findPlace } from '#kernel/staff/server'
import { defaultsOf } from './catalogue.ts'
import { holdersOverOrg } from './holder-queries.ts'
import { permissionsOf } from './service.ts'
import { cutToVisit } from './visit.ts'

interface Standing {
  permissions: Map<string, Scope>
  /** While one visits another organisation. */
  homeOrgId?: string
}

/**
 * What somebody may do at this moment, in a place and in the organisation she is in or visits. Nothing when the place is
 * no longer hers, or the organisation is closed: for whoever comes in, and for work that goes on without her.
 */
export async function standingOf(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { personId, userId, orgId }: { personId: string; userId: string; orgId: string },
): Promise<Standing | undefined> {
  const place = await findPlace(ctx, userId)
  if (place?.personId !== personId) return undefined
  const { permissions } = await permissionsOf(ctx, place)
  if (orgId === place.orgId) return { permissions }
  const visited = await readUnit(ctx, orgId)
  return visited && { homeOrgId: place.orgId, permissions: cutToVisit(permissions, visited) }
}

/** The people who may do something over an organisation and can sign in, each with a place of theirs. */
export function holdersOver({ db, now }: Pick<Ctx, 'db' | 'now'>, permission: string, orgId: string) {
  const defaults = (Object.keys(roleTemplates) as RoleTemplate[]).flatMap((template) => {
    const scope = defaultsOf(template).get(permission)
    return scope ? [{ template, scope }] : []
  })
  return holdersOverOrg(db, { permission, defaults, orgId, day: dayOf(now) })
}
