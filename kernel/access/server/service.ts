import { roleTemplates, type RoleTemplate } from '#packages/contract'
import { dayOf, newId, nothing, type Ctx, type Scope } from '#packages/core'
import { defaultsOf, menuFor } from './catalogue.ts'
import { giveRoles, holderIdsAt, holdersAmong, holdersAt, insertRoles, rolesByTemplate } from './queries.ts'
import { hiddenPages } from './page-gates.ts'
import { keepingDutiesApart } from './service/duties.ts'

export { permissionsOf } from './service/reasons.ts'

/** What pupils and guardians may do: what their template says, for themselves. */
export const familyPermissions = (template: 'pupil' | 'guardian', userId: string): Map<string, Scope> =>
  new Map([...defaultsOf(template).keys()].map((permission) => [permission, { ...nothing, self: userId }]))

/** The roles that every district starts with. */
export const createRoles = (ctx: Ctx) =>
  insertRoles(
    ctx.db,
    Object.entries(roleTemplates).map(([template, { title }]) => ({
      id: newId(),
      template: template as RoleTemplate,
      title,
    })),
    ctx.now,
  )

export const grantTemplates = (ctx: Ctx, membershipId: string, templates: readonly RoleTemplate[]) =>
  grantToAll(ctx, [membershipId], templates)

/** The same for many; whoever has a role keeps it. */
export async function grantToAll(ctx: Ctx, membershipIds: readonly string[], templates: readonly RoleTemplate[]) {
  if (templates.length === 0 || membershipIds.length === 0) return []
  const roles = await rolesByTemplate(ctx.db, templates)
  const by = ctx.actor.kind === 'staff' ? ctx.actor.personId : null
  return keepingDutiesApart(ctx, { templates, membershipIds }, () =>
    giveRoles(ctx.db, { membershipIds, roleIds: roles.map(({ id }) => id), by }, ctx.now),
  )
}

export const readMenu = async (ctx: Ctx) => ({
  // The pages of the portal are not open to an application that somebody was handed over to.
  modules: ctx.actor.application === undefined ? menuFor(ctx.actor.permissions, await hiddenPages(ctx)) : [],
  permissions: [...ctx.actor.permissions.keys()].toSorted(),
})

const administratorsTold = 5

/** Whom to ask for a right: those who run the organisation where one is, then those who run the district. */
export async function readAdministrators({ db, now, actor }: Ctx) {
  const asked = { day: dayOf(now), limit: administratorsTold }
  const here = await holdersAt(db, { ...asked, orgId: actor.orgId, template: 'school-admin' })
  const above = await holdersAt(db, { ...asked, orgId: null, template: 'district-admin' })
  return { administrators: [...here, ...above] }
}

/** Those who run an organisation, or with null those who run the district: the people whom something is told to. */
export const administratorsOf = ({ db, now }: Pick<Ctx, 'db' | 'now'>, orgId: string | null) =>
  holderIdsAt(db, { orgId, template: orgId === null ? 'district-admin' : 'school-admin', day: dayOf(now) })

/** The same of several organisations at once, with their names; one that nobody runs is left out. */
export async function administratorsByOrg({ db, now }: Pick<Ctx, 'db' | 'now'>, orgIds: readonly string[]) {
  return Map.groupBy(await holdersAmong(db, orgIds, 'school-admin', dayOf(now)), ({ orgId }) => orgId)
}
