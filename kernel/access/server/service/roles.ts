import type { QueryOf } from '#packages/contract'
import { dayOf, found, may, scopeOf, type Ctx } from '#packages/core'
import type { RoleDetail, roleRoutes } from '../../contract-roles.ts'
import { audiencesOf } from '../audience-queries.ts'
import { houseFields, houseModules, isFunction, menuFor } from '../catalogue.ts'
import { baseOf, definitionOf, type Definition } from '../definition.ts'
import { appointsSeparate, canEdit, isFamilyRole } from '../policy.ts'
import { isBelow, type Receiving } from '../reach.ts'
import { countHolders, findRole, rolesOfOrgs, type RoleRow } from '../role-queries.ts'
import { readBook, type Shelf } from './books.ts'
import { grantableBy, mayGive, mayShow, pathsNamedIn, type Grantable } from './grantable.ts'
import { reachedOrg } from './holding.ts'
import { isLocked } from './locked.ts'

/** Whether the caller may give these roles to whoever is there. */
export async function assignableTo(
  ctx: Ctx,
  roles: readonly RoleRow[],
  receiving: Receiving,
  book: Shelf,
  forSelf: boolean,
) {
  if (!may(ctx.actor, 'role.assign')) return new Set<string>()
  const grantable: Grantable = await grantableBy(ctx, { forSelf })
  const definitions = roles.map((role) => [role, definitionOf(book, role.id)] as const)
  const paths = await pathsNamedIn(
    ctx,
    definitions.flatMap(([, functions]) => [...functions]),
  )
  const path = receiving === 'district' ? null : 'below' in receiving ? receiving.below : receiving.orgPath
  return new Set(
    definitions.flatMap(([role, functions]) => {
      if (isFamilyRole(role.template)) return []
      const isThere = role.orgPath === null || (path !== null && isBelow(path, role.orgPath))
      const isGrantable =
        mayGive(grantable, functions, receiving, paths) && mayShow(grantable, functions, book.hidden.get(role.id) ?? [])
      const isAllowed = isGrantable || (!forSelf && appointsSeparate(ctx.actor, role.template))
      return isThere && isAllowed ? [role.id] : []
    }),
  )
}

const present = (role: RoleRow, memberCount: number, mayEdit: boolean, mayAssign: boolean) => {
  const { id, name, remark, orgId, orgName, template, parentId, parentName, version } = role
  const facts = { id, name, remark, orgId, orgName, template, parentId, parentName, version }
  return { ...facts, memberCount, mayEdit, mayAssign }
}

/** The roles that there are for an organisation: the district's, and its own. Pupils and guardians have theirs by being such. */
export async function listRoles(ctx: Ctx, { orgId }: QueryOf<typeof roleRoutes.roles>) {
  const scope = scopeOf(ctx, 'role.read')
  const org = await reachedOrg(ctx, 'role.read', orgId ?? ctx.actor.orgId)
  const roles = (await rolesOfOrgs(ctx.db, [org.id])).filter(({ template }) => !isFamilyRole(template))
  const ids = roles.map(({ id }) => id)
  const counts = await countHolders(ctx.db, scope, ids, dayOf(ctx.now))
  const book = await readBook(ctx, ids)
  const assignable = await assignableTo(ctx, roles, { below: org.path }, book, false)
  return {
    orgId: org.id,
    orgName: org.name,
    roles: roles.map((role) =>
      present(role, counts.get(role.id) ?? 0, canEdit(ctx.actor, role), assignable.has(role.id)),
    ),
    mayCreate: org.type !== 'department' && canEdit(ctx.actor, { orgPath: org.path }),
    mayCreateForDistrict: canEdit(ctx.actor, { orgPath: null }),
  }
}

/** Everything that there is to give, and whether the caller may give it at all. */
export async function listFunctions(ctx: Ctx) {
  const { any, scopes } = await grantableBy(ctx, { forSelf: false })
  const modules = houseModules().map(({ functions, ...module }) => ({
    ...module,
    functions: functions.map((one) => ({ ...one, mayGrant: any !== null || scopes.has(one.code) })),
  }))
  return { modules: modules.filter(({ functions }) => functions.length > 0), fields: houseFields() }
}

const heldIn = (definition: Definition) =>
  [...definition].flatMap(([code, { scope, orgIds, origin }]) =>
    isFunction(code) ? [{ code, scope, orgIds: [...orgIds], origin }] : [],
  )

export async function readRole(ctx: Ctx, id: string): Promise<RoleDetail> {
  const scope = scopeOf(ctx, 'role.read')
  const role = found(await findRole(ctx.db, scope, id), '角色')
  const day = dayOf(ctx.now)
  const book = await readBook(ctx, [id])
  const counts = await countHolders(ctx.db, scope, [id], day)
  const here = await reachedOrg(ctx, 'role.read', role.orgId ?? ctx.actor.orgId)
  const assignable = await assignableTo(ctx, [role], { below: here.path }, book, false)
  return {
    ...present(role, counts.get(id) ?? 0, canEdit(ctx.actor, role) && !isFamilyRole(role.template), assignable.has(id)),
    functions: heldIn(definitionOf(book, id)).map((held) => ({ ...held, isLocked: isLocked(role, held.code) })),
    base: heldIn(baseOf(book, role)).map(({ origin: _, ...held }) => held),
    hiddenFields: [...(book.hidden.get(id) ?? [])],
    audiences: await audiencesOf(ctx.db, scope, { roleId: id, day }),
    updatedAt: role.updatedAt?.toISOString() ?? null,
    updatedBy: role.updatedBy,
  }
}

/** The system menu as somebody with this role alone would have it. */
export async function previewRole(ctx: Ctx, id: string) {
  found(await findRole(ctx.db, scopeOf(ctx, 'role.read'), id), '角色')
  const menu = menuFor(definitionOf(await readBook(ctx, [id]), id))
  return {
    groups: menu.map(({ title, children }) => ({
      title,
      pages: children.map((page) => ({ title: page.title, url: page.url })),
    })),
  }
}
