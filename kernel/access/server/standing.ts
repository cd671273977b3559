import { dayOf, type Ctx, type Scope } from '#packages/core'
import { readUnit } from '#kernel/org/server'
import { findPlace } from '#kernel/staff/server'
import { holdersOverOrg } from './holder-queries.ts'
import { rolesGiving } from './service/books.ts'
import { permissionsOf } from './service/reasons.ts'
import { cutToVisit } from './visit.ts'

interface Standing {
  permissions: Map<string, Scope>
  hiddenFields?: ReadonlySet<string>
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
  const { permissions, hiddenFields } = await permissionsOf(ctx, place)
  const hiding = hiddenFields.size > 0 ? { hiddenFields } : {}
  if (orgId === place.orgId) return { permissions, ...hiding }
  const visited = await readUnit(ctx, orgId)
  return visited && { homeOrgId: place.orgId, permissions: cutToVisit(permissions, visited), ...hiding }
}

/** The people who may do something over an organisation and can sign in, each with a place of theirs. */
export async function holdersOver(ctx: Pick<Ctx, 'db' | 'now'>, permission: string, orgId: string) {
  const given = await rolesGiving(ctx, permission)
  return given.length === 0 ? [] : holdersOverOrg(ctx.db, { given, orgId, day: dayOf(ctx.now) })
}
