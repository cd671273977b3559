import { dayOf, forbidden, found, invalid, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import type { RoleForm } from '../../contract-roles.ts'
import { orgsWithin } from '../administrator-queries.ts'
import { isField, isFunction } from '../catalogue.ts'
import { baseOf, definitionOf, type OwnRow } from '../definition.ts'
import { canEdit, isFamilyRole, isSeparateDuty, receivingOf } from '../policy.ts'
import { contains, type Reach } from '../reach.ts'
import { findRole, type RoleRow } from '../role-queries.ts'
import { childrenOf, countAudiences, countGiven, personHolds } from '../role-writing-queries.ts'
import { readBook, type Shelf } from './books.ts'
import { grantableBy, pathsNamedIn, refuseBeyond, refuseShowing } from './grantable.ts'
import { reachedOrg } from './holding.ts'
import { refuseUnlocking } from './locked.ts'

type Functions = ReadonlyMap<string, Reach>

/** A role that somebody is about to change, or to make. */
export interface Desk {
  role: RoleRow | null
  orgId: string | null
  orgPath: string | null
  book: Shelf
  before: Functions
  after: Functions
  /** What it says itself then. */
  rows: OwnRow[]
}

/** Everything that can be wrong with a form is found here, for the preview and for saving alike. */
export async function deskFor(ctx: Ctx, form: RoleForm): Promise<Desk> {
  const { role, orgId, orgPath } = await subjectOf(ctx, form)
  const ids = [role?.id, form.parentId].flatMap((id) => id ?? [])
  const book = await readBook(ctx, ids)
  await refuseParent(ctx, role, form.parentId, orgId)
  if (form.parentId && form.parentId !== role?.parentId) await refuseInheriting(ctx, book, form.parentId, orgPath)
  const before: Functions = role ? definitionOf(book, role.id) : new Map()
  const after = functionsOf(form)
  await refuseUnknownOrgs(ctx, before, after)
  refuseUnlocking(role?.template ?? null, after)
  if (role?.template && role.name !== form.name) throw new Refusal('系统角色的名称不能修改')
  await refuseWidening(ctx, { role, orgPath, before, after, form, book })
  return { role, orgId, orgPath, book, before, after, rows: differencesTo(book, role, form.parentId, after) }
}

async function subjectOf(ctx: Ctx, { id, orgId }: RoleForm) {
  if (id) {
    const role = found(await findRole(ctx.db, scopeOf(ctx, 'role.edit'), id), '角色')
    if (!canEdit(ctx.actor, role)) throw forbidden()
    if (isFamilyRole(role.template)) throw new Refusal('学生和家长的权限由系统维护')
    return { role, orgId: role.orgId, orgPath: role.orgPath }
  }
  if (!orgId) {
    if (!canEdit(ctx.actor, { orgPath: null })) throw forbidden()
    return { role: null, orgId: null, orgPath: null }
  }
  const org = await reachedOrg(ctx, 'role.edit', orgId)
  if (org.type === 'department') throw new Refusal('部门的角色由所在单位维护')
  if (!canEdit(ctx.actor, { orgPath: org.path })) throw forbidden()
  return { role: null, orgId: org.id, orgPath: org.path }
}

/** One level, from a role of the district: so that what a role holds can be told in a sentence. */
async function refuseParent(ctx: Ctx, role: RoleRow | null, parentId: string | null, orgId: string | null) {
  if (parentId === (role?.parentId ?? null)) return
  if (role?.template) throw new Refusal('系统角色不能设置上级角色')
  if (!parentId) return
  const parent = found(await findRole(ctx.db, scopeOf(ctx, 'role.edit'), parentId), '上级角色')
  if (parent.orgId !== null || parent.parentId !== null || parent.id === role?.id)
    throw new Refusal('上级角色只能是区级的顶层角色')
  if (role && (await childrenOf(ctx.db, role.id)).length > 0)
    throw new Refusal('该角色已被其他角色继承，不能再设置上级角色')
  // Who holds two of the three duties is asked when a role is given, and not when it becomes one of them.
  if (!isSeparateDuty(parent.template)) return
  if (orgId !== null) throw new Refusal('学校的角色不能继承区级管理角色')
  if (role && (await countGiven(ctx.db, role.id, dayOf(ctx.now))) + (await countAudiences(ctx.db, role.id)) > 0)
    throw new Refusal('该角色已有成员，不能改为继承管理角色')
}

/** What the role above is given later comes to this one by itself: so it has to be the caller's to give as a whole. */
async function refuseInheriting(ctx: Ctx, book: Shelf, parentId: string, orgPath: string | null) {
  const functions = definitionOf(book, parentId)
  const paths = await pathsNamedIn(ctx, functions)
  refuseBeyond(await grantableBy(ctx, { forSelf: false }), functions, receivingOf({ orgPath }), paths)
}

function functionsOf({ functions, hiddenFields }: RoleForm): Functions {
  const held = new Map<string, Reach>()
  for (const { code, scope, orgIds } of functions) {
    if (!isFunction(code)) throw invalid([{ field: 'functions', msg: `未知的功能：${code.slice(0, 40)}` }])
    if (held.has(code)) throw invalid([{ field: 'functions', msg: `功能重复：${code}` }])
    if (scope === 'listed-orgs' && orgIds.length === 0) throw invalid([{ field: 'functions', msg: '请选择指定的单位' }])
    held.set(code, { scope, orgIds: scope === 'listed-orgs' ? [...new Set(orgIds)] : [] })
  }
  for (const field of hiddenFields)
    if (!isField(field)) throw invalid([{ field: 'hiddenFields', msg: `未知的字段：${field.slice(0, 40)}` }])
  return held
}

const orgIdsIn = (functions: Functions) => new Set([...functions.values()].flatMap(({ orgIds }) => orgIds))

/** Organisations that are named anew have to be within reach; those that were named may stay. */
async function refuseUnknownOrgs(ctx: Ctx, before: Functions, after: Functions) {
  const known = orgIdsIn(before)
  const named = [...orgIdsIn(after)].filter((id) => !known.has(id))
  if (named.length === 0) return
  if ((await orgsWithin(ctx.db, scopeOf(ctx, 'role.edit'), named)).length < named.length) throw notFound('组织')
}

interface Widening {
  role: RoleRow | null
  orgPath: string | null
  before: Functions
  after: Functions
  form: RoleForm
  book: Shelf
}

/** Whatever is added, or reaches further, has to be the caller's to give; taking away is free. */
async function refuseWidening(ctx: Ctx, { role, orgPath, before, after, form, book }: Widening) {
  const wider = [...after].filter(([code, reach]) => {
    const had = before.get(code)
    return !had || !contains(had, reach)
  })
  const hid = role ? (book.hidden.get(role.id) ?? []) : []
  const shown = hid.filter((field) => !form.hiddenFields.includes(field))
  if (wider.length === 0 && shown.length === 0) return
  const forSelf = role !== null && (await comesToOneself(ctx, role.id))
  const grantable = await grantableBy(ctx, { forSelf })
  // A role that held nothing showed nothing either; one that is new shows what it does to whoever is given it.
  const kept = role && before.size > 0 ? [...grantable.hidden].filter((field) => !hid.includes(field)) : []
  if (role) refuseShowing(grantable, after, [...form.hiddenFields, ...kept])
  refuseBeyond(grantable, wider, receivingOf({ orgPath }), await pathsNamedIn(ctx, wider))
}

/** Whether what a role holds is also the caller's own: in whichever place, from whichever day on, or by a role below it. */
async function comesToOneself(ctx: Ctx, roleId: string): Promise<boolean> {
  const below = await childrenOf(ctx.db, roleId)
  return personHolds(ctx.db, ctx.actor.personId, [roleId, ...below], dayOf(ctx.now))
}

/** Only what differs from what it takes from elsewhere is kept, so that what is decided there later arrives here. */
function differencesTo(book: Shelf, role: RoleRow | null, parentId: string | null, after: Functions): OwnRow[] {
  const roleId = role?.id ?? ''
  const base = baseOf(book, { template: role?.template ?? null, parentId })
  const isAsBase = (code: string, { scope, orgIds }: Reach) => {
    const held = base.get(code)
    return held?.scope === scope && held.orgIds.toSorted().join() === orgIds.toSorted().join()
  }
  const said = [...after].flatMap(([permission, reach]): OwnRow[] =>
    isAsBase(permission, reach) ? [] : [{ roleId, permission, ...reach }],
  )
  const gone = [...base.keys()].filter((code) => isFunction(code) && !after.has(code))
  return [...said, ...gone.map((permission) => ({ roleId, permission, scope: null, orgIds: [] }))]
}
