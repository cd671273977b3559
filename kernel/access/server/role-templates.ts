import { roleTemplates, type RoleTemplate } from '#packages/contract'
import { dayOf, newId, emptyScope, type Ctx, type Scope } from '#packages/core'
import { getOwnTheme } from '#kernel/identity/server/api.ts'
import { findBureauName } from '#kernel/org/server/api.ts'
import { getTemplateDefaults, buildSystemMenu } from './permission-catalogue.ts'
import {
  insertMembershipRoles,
  listTemplateHolderIds,
  listTemplateHoldersOfOrgs,
  listTemplateHoldersAt,
  insertRoles,
  listTemplateRoleIds,
} from './role-template-queries.ts'
import { listClosedApplications, listHiddenPages } from './page-gates.ts'
import { refuseTwoDuties } from './service/separate-duties.ts'

export { getMembershipPermissions } from './service/effective-permissions.ts'

/** The template's permissions, all with the scope self. */
export const getFamilyPermissions = (
  ctx: Pick<Ctx, 'app'>,
  template: 'pupil' | 'guardian',
  userId: string,
): Map<string, Scope> =>
  new Map(
    [...getTemplateDefaults(ctx, template).keys()].map((permission) => [permission, { ...emptyScope, self: userId }]),
  )

/** Creates the system roles of a new district. */
export const createTemplateRoles = (ctx: Ctx) =>
  insertRoles(
    ctx.db,
    Object.entries(roleTemplates).map(([template, { title }]) => ({
      id: newId(),
      template: template as RoleTemplate,
      title,
    })),
    ctx.now,
  )

export const assignTemplates = (ctx: Ctx, membershipId: string, templates: readonly RoleTemplate[]) =>
  assignTemplatesToAll(ctx, [membershipId], templates)

/** Assigns templates to many memberships; existing roles stay. */
export async function assignTemplatesToAll(
  ctx: Ctx,
  membershipIds: readonly string[],
  templates: readonly RoleTemplate[],
) {
  if (templates.length === 0 || membershipIds.length === 0) return []
  const roles = await listTemplateRoleIds(ctx.db, templates)
  const by = ctx.actor.kind === 'staff' ? ctx.actor.personId : null
  return refuseTwoDuties(ctx, { templates, membershipIds }, () =>
    insertMembershipRoles(ctx.db, { membershipIds, roleIds: roles.map(({ id }) => id), by }, ctx.now),
  )
}

export async function getMenu(ctx: Ctx) {
  const closed = await listClosedApplications(ctx)
  return {
    // An application session has no portal pages.
    modules:
      ctx.actor.application === undefined
        ? buildSystemMenu(ctx, ctx.actor.permissions, await listHiddenPages(ctx))
        : [],
    permissions: [...ctx.actor.permissions.keys()].toSorted(),
    ...(closed.length > 0 && { closedApplications: closed }),
    theme: await getOwnTheme(ctx),
    bureauName: await findBureauName(ctx),
  }
}

const maxAdministratorsShown = 5

/** Administrators to ask for access: of the caller's organisation, then of the district. */
export async function listContactAdministrators({ db, now, actor }: Ctx) {
  const limits = { day: dayOf(now), limit: maxAdministratorsShown }
  const here = await listTemplateHoldersAt(db, { ...limits, orgId: actor.orgId, template: 'school-admin' })
  const above = await listTemplateHoldersAt(db, { ...limits, orgId: null, template: 'district-admin' })
  return { administrators: [...here, ...above] }
}

/** Administrators of an organisation, or (null) of the district, as recipients of notifications. */
export const listAdministratorIds = ({ db, now }: Pick<Ctx, 'db' | 'now'>, orgId: string | null) =>
  listTemplateHolderIds(db, { orgId, template: orgId === null ? 'district-admin' : 'school-admin', day: dayOf(now) })

/** Administrators of several organisations, with names; an organisation without one is left out. */
export async function listAdministratorsByOrg({ db, now }: Pick<Ctx, 'db' | 'now'>, orgIds: readonly string[]) {
  return Map.groupBy(await listTemplateHoldersOfOrgs(db, orgIds, 'school-admin', dayOf(now)), ({ orgId }) => orgId)
}
