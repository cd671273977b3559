import type { RoleTemplate } from '#packages/contract'
import type { Actor, Ctx } from '#packages/core'
import { twoSchools } from '#kernel/org/server/example.ts'
import { aTeacher, type TeacherFacts } from '#kernel/staff/server/example.ts'
import { resolvePermissions } from './resolve-permissions.ts'
import { assignTemplates, createTemplateRoles } from './role-templates.ts'

/** A bureau with two schools, and the roles of the district. */
export async function twoSchoolsWithRoles(ctx: Ctx) {
  await createTemplateRoles(ctx)
  return twoSchools(ctx)
}

/** A new colleague with these roles, and with their permissions unless `can` gives others. */
export async function aUserWithRoles(ctx: Ctx, roles: readonly RoleTemplate[], facts: TeacherFacts): Promise<Actor> {
  const actor = await aTeacher(ctx, facts)
  await assignTemplates(ctx, actor.userId, roles)
  return facts.can ? actor : withCurrentPermissions(ctx, actor)
}

/** The actor as the next request will see it. */
export const withCurrentPermissions = async (ctx: Ctx, actor: Actor): Promise<Actor> => ({
  ...actor,
  ...(await resolvePermissions(ctx, actor))!,
})
