import type { Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { recordIdentityChanges, type IdentityChange } from '#kernel/audit/server/api.ts'
import { roleGiven, roleTaken } from '../../contract.ts'
import { getRoleAssignment } from './role-recipients.ts'

/** Publishes that members got a role; administrators are in the identity log too. */
export async function announceRoleGiven(ctx: Ctx, roleId: string, userIds: readonly string[]) {
  await recordAdministrators(ctx, 'administrator-given', roleId, userIds)
  await publish(ctx, roleGiven, { roleId, userIds: [...userIds] })
}

/** Publishes that members lost a role. */
export async function announceRoleTaken(ctx: Ctx, roleId: string, userIds: readonly string[]) {
  await recordAdministrators(ctx, 'administrator-taken', roleId, userIds)
  await publish(ctx, roleTaken, { roleId, userIds: [...userIds] })
}

async function recordAdministrators(ctx: Ctx, kind: IdentityChange, roleId: string, userIds: readonly string[]) {
  const about = await getRoleAssignment(ctx, { roleId, userIds })
  if (!about?.template) return
  const value = (orgName: string) => `${about.roleName}（${orgName}）`
  await recordIdentityChanges(
    ctx,
    about.people.map(({ personId, orgName }) => ({
      kind,
      personId,
      accountId: null,
      before: kind === 'administrator-taken' ? value(orgName) : '',
      after: kind === 'administrator-given' ? value(orgName) : '',
    })),
  )
}
