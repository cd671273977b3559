import { roleTemplates } from '#packages/contract'
import { addDays, dayOf, orNotFound, Refusal, type Ctx } from '#packages/core'
import type { HeldResponsibility, Responsibility, Successor } from '#kernel/org/server/api.ts'
import { findLastAdministrators } from './appoint-administrators.ts'
import { assignRoleToMemberships, listTemplateRolesOf, revokeRole } from './role-grant-queries.ts'
import { announceRoleTaken } from './service/announce-grants.ts'
import { setRoleMembers } from './service/role-members.ts'
import { administratorTemplates } from './service/separate-duties.ts'

const listAdministratorRoles = (ctx: Ctx, membershipIds: readonly string[]) =>
  listTemplateRolesOf(ctx.db, membershipIds, administratorTemplates, dayOf(ctx.now))

/** Administrator roles. Other roles end with the membership and nobody has to take them over. */
export const administratorResponsibility: Responsibility = {
  key: 'access.administrators',
  title: '管理员职责',
  list: async (ctx, memberIds) =>
    (await listAdministratorRoles(ctx, memberIds)).map(({ membershipId, roleId, template, overOn }) => ({
      memberId: membershipId,
      ref: roleId,
      title: roleTemplates[template].title,
      overOn,
    })),
  hand: handRole,
  force: forceRole,
}

/** By the rules of every assignment; until the day both have the role. */
async function handRole(ctx: Ctx, { ref: id, memberId }: HeldResponsibility, to: Successor, from: string) {
  const always = { from: null, to: null }
  await setRoleMembers(ctx, { id, add: [to.memberId], remove: [], ...always })
  if (from <= dayOf(ctx.now)) await setRoleMembers(ctx, { id, add: [], remove: [memberId], ...always })
  else await setRoleMembers(ctx, { id, add: [memberId], remove: [], from: null, to: addDays(from, -1) })
}

async function forceRole(ctx: Ctx, { ref: roleId, memberId }: HeldResponsibility, from: string) {
  const held = (await listAdministratorRoles(ctx, [memberId])).find((one) => one.roleId === roleId)
  const { template } = orNotFound(held, '角色')
  const refused = (await findLastAdministrators(ctx, [memberId], template)).get(memberId)
  if (refused) throw new Refusal(`该人员${refused}`)
  const day = dayOf(ctx.now)
  if (from > day) {
    const end = { beginsOn: null, overOn: from, by: ctx.actor.personId, day }
    await assignRoleToMemberships(ctx.db, { roleId, membershipIds: [memberId], ...end }, ctx.now)
    return
  }
  await revokeRole(ctx.db, roleId, [memberId])
  await announceRoleTaken(ctx, roleId, [memberId])
}
