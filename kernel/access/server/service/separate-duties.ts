import type { RoleTemplate, ScopeKind } from '#packages/contract'
import { dayOf, Refusal, type Ctx } from '#packages/core'
import { getRolePermissions } from '../role-definitions.ts'
import { listDuties, lockDuties, hasTwoDuties } from '../role-grant-queries.ts'
import { isDutySeparationOn, listRolesOfMemberships } from '../role-holding-queries.ts'
import { isSeparateDuty } from '../policy.ts'
import { loadRoleDefinitions } from './load-role-definitions.ts'

export const twoDutiesMessage = '系统管理员、安全管理员和审计管理员不能由同一人担任'

/** Administrator roles are granted by name, and their last holder cannot be removed. */
export const administratorTemplates: readonly RoleTemplate[] = [
  'district-admin',
  'school-admin',
  'security-admin',
  'auditor',
]

/** Runs a grant of one of the three duties, and refuses if a person then has two. */
export async function refuseTwoDuties<T>(
  ctx: Ctx,
  { templates, membershipIds }: { templates: readonly (RoleTemplate | null)[]; membershipIds: readonly string[] },
  give: () => Promise<T>,
): Promise<T> {
  if (!templates.some(isSeparateDuty)) return give()
  await lockDuties(ctx.db)
  const given = await give()
  if (await hasTwoDuties(ctx.db, membershipIds, dayOf(ctx.now))) throw new Refusal(twoDutiesMessage)
  return given
}

/** Refuses a merge of two persons who together have two of the duties. */
export async function refuseMergedDuties(ctx: Ctx, personIds: readonly string[]) {
  await lockDuties(ctx.db)
  if ((await listDuties(ctx.db, personIds, dayOf(ctx.now))).length > 1) throw new Refusal(twoDutiesMessage)
}

/**
 * With separated duties nobody may take over the account of a security administrator or auditor, by a password reset or
 * a merge. Their duty has to be moved to another person first.
 */
export async function refuseAccountTakeover(
  ctx: Ctx,
  personId: string,
  otherMemberships: readonly { id: string; orgName: string }[],
) {
  await refuseManagerElsewhere(ctx, otherMemberships)
  if (!(await isDutySeparationOn(ctx.db))) return
  const duties = await listDuties(ctx.db, [personId], dayOf(ctx.now))
  if (duties.some((duty) => duty !== 'district-admin'))
    throw new Refusal('安全管理员和审计的账号不能由他人更改，请先调整其角色')
}

/**
 * The school of a person's main membership manages the account, but not that of a person who manages others in another
 * organisation: with the account the school would get those permissions too.
 */
async function refuseManagerElsewhere(ctx: Ctx, otherMemberships: readonly { id: string; orgName: string }[]) {
  if (otherMemberships.length === 0) return
  const ids = otherMemberships.map(({ id }) => id)
  const held = await listRolesOfMemberships(ctx.db, ids, dayOf(ctx.now))
  const definitions = await loadRoleDefinitions(ctx, [...new Set(held.map(({ roleId }) => roleId))])
  const manages = (roleId: string) =>
    [...getRolePermissions(definitions, roleId).values()].some(({ scope }) => !ownScopes.has(scope))
  const managing = held.find(({ roleId }) => manages(roleId))
  if (!managing) return
  const { orgName } = otherMemberships.find(({ id }) => id === managing.userId)!
  throw new Refusal(`该人员在${orgName}有管理权限，登录信息须由能管理其全部任职的管理员处理`)
}

/** Scopes of every teacher: oneself and the classes one teaches. */
const ownScopes: ReadonlySet<ScopeKind> = new Set(['self', 'classes'])
