import type { Ctx } from '#packages/core'
import { findModulePage, listAdministratorIds, listPermissionHolders } from '#kernel/access/server/api.ts'
import type { ApproverKind } from '#kernel/approval/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import { listAllApplications, type AppRow } from '../../application-list.ts'

/** The access that somebody lacks: a permission or an application. */
export type MissingAccess = { permission: string } | { app: AppRow; isForUnit: boolean }

interface AccessDecider {
  personId: string
  orgId: string
}
interface AccessGranter extends AccessDecider {
  memberId: string
}
interface Requester {
  orgId: string
  personId: string
}

/** Those who decide: who can grant the access, or else the administrators of the district. Never the requester. */
export async function listDeciders(ctx: Ctx, requester: Requester, missing: MissingAccess): Promise<AccessDecider[]> {
  const granters = await listGranters(ctx, requester, missing)
  if (granters.length > 0) return granters
  const orgId = await getTopOrg(ctx, requester.orgId)
  return (await listAdministratorIds(ctx, null))
    .filter(({ personId }) => personId !== requester.personId)
    .map((one) => ({ ...one, orgId }))
}

/**
 * The people who can grant the missing access: those of the requester's organisation, or if there are none, those
 * above. Never the requester. A permission can be granted by people who have it or who may grant permissions beyond
 * their own.
 */
async function listGranters(
  ctx: Ctx,
  { orgId, personId }: Requester,
  missing: MissingAccess,
): Promise<AccessGranter[]> {
  const top = await getTopOrg(ctx, orgId)
  // A school can open only what it was given, so the managing organisation of the application decides about its
  // request.
  const at = 'app' in missing && missing.isForUnit ? (missing.app.manageOrgId ?? top) : orgId
  const able = (await listAbleToGrant(ctx, at, missing)).filter((one) => one.personId !== personId)
  const near = able.filter((one) => one.orgId === orgId)
  return near.length > 0 ? near : able
}

/** The approvers of a request. */
export const accessGranters: ApproverKind = {
  kind: 'access-granter',
  title: '能够授权的人员',
  resolve: async (ctx, _, { orgId, applicant, values }) => {
    const missing = await findMissingAccess(ctx, String(values['kind']), String(values['target']))
    const people = missing ? await listGranters(ctx, { orgId, personId: applicant.personId }, missing) : []
    return people.map(({ personId, memberId }) => ({ personId, memberId }))
  },
}

/** The target of a request of a person; undefined if it is gone. */
async function findMissingAccess(ctx: Ctx, kind: string, target: string): Promise<MissingAccess | undefined> {
  if (kind === 'page') return findModulePage(ctx, target)
  const app = (await listAllApplications(ctx)).find(({ key }) => key === target)
  return app && { app, isForUnit: false }
}

async function listAbleToGrant(ctx: Ctx, orgId: string, missing: MissingAccess): Promise<AccessGranter[]> {
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
  people: readonly AccessGranter[],
): Promise<AccessGranter[]> {
  const holders = new Set((await listPermissionHolders(ctx, permission, orgId)).map(({ personId }) => personId))
  return people.filter(({ personId }) => holders.has(personId))
}

async function getTopOrg(ctx: Ctx, orgId: string): Promise<string> {
  const path = (await findUnitById(ctx, orgId))?.path ?? ''
  const top = path.split('.')[0] ?? ''
  return top ? top.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : orgId
}
