import type { Ctx } from '#packages/core'
import { listAdministratorIds, listPermissionHolders } from '#kernel/access/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import type { AppRow } from '../../application-list.ts'

/** The access that somebody lacks: a permission or an application. */
export type MissingAccess = { permission: string } | { app: AppRow; isForUnit: boolean }

interface AccessDecider {
  personId: string
  orgId: string
}

/**
 * The people who can grant the missing access: those of the requester's organisation, or if there are none, those
 * above. Never the requester. A permission can be granted by people who have it or who may grant permissions beyond
 * their own.
 */
export async function listDeciders(
  ctx: Ctx,
  { orgId, personId }: { orgId: string; personId: string },
  missing: MissingAccess,
): Promise<AccessDecider[]> {
  const isOther = (one: AccessDecider) => one.personId !== personId
  const top = await getTopOrg(ctx, orgId)
  // A school can open only what it was given, so the managing organisation of the application decides about its
  // request.
  const at = 'app' in missing && missing.isForUnit ? (missing.app.manageOrgId ?? top) : orgId
  const able = (await listAbleToGrant(ctx, at, missing)).filter(isOther)
  const near = able.filter((one) => one.orgId === orgId)
  if (near.length > 0) return near
  if (able.length > 0) return able
  return (await listAdministratorIds(ctx, null)).map((one) => ({ ...one, orgId: top })).filter(isOther)
}

async function listAbleToGrant(ctx: Ctx, orgId: string, missing: MissingAccess): Promise<AccessDecider[]> {
  const givers = await listPermissionHolders(ctx, 'app.grant', orgId)
  if ('app' in missing && (missing.isForUnit || missing.app.audience === 'person')) return givers
  const both = await filterHolders(ctx, 'role.assign', orgId, givers)
  if ('app' in missing) return both
  const having = await filterHolders(ctx, missing.permission, orgId, both)
  const deciding = await filterHolders(ctx, 'role.grant-any', orgId, both)
  return both.filter((one) => having.includes(one) || deciding.includes(one))
}

async function filterHolders(
  ctx: Ctx,
  permission: string,
  orgId: string,
  people: readonly AccessDecider[],
): Promise<AccessDecider[]> {
  const holders = new Set((await listPermissionHolders(ctx, permission, orgId)).map(({ personId }) => personId))
  return people.filter(({ personId }) => holders.has(personId))
}

async function getTopOrg(ctx: Ctx, orgId: string): Promise<string> {
  const path = (await findUnitById(ctx, orgId))?.path ?? ''
  const top = path.split('.')[0] ?? ''
  return top ? top.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : orgId
}
