import type { ScopeKind } from '#packages/contract'
import { changedByOthers, dayOf, newId, orNotFound, Refusal, type Ctx } from '#packages/core'
import { onConstraint, toLikePattern } from '#packages/db'
import { publish } from '#packages/jobs'
import { findMembership } from '#kernel/staff/server/api.ts'
import { roleChanged } from '../../contract.ts'
import {
  findMemberRole,
  insertMemberRole,
  listOrgRoleHolders,
  listTitlesLike,
  searchOrgMembers,
} from '../member-role-queries.ts'
import type { MembershipRow } from '../member-queries.ts'
import { resolvePermissions, listPermissionHolders } from '../resolve-permissions.ts'
import { getRolePermissions } from '../role-definitions.ts'
import { replaceRolePermissions, updateRole } from '../role-edit-queries.ts'
import { assignRoleToMemberships } from '../role-grant-queries.ts'
import { listHiddenFields } from '../role-holding-queries.ts'
import { lockRole } from '../role-queries.ts'
import { containsScope, type RoleScope } from '../role-scope.ts'
import { announceRoleGiven } from './announce-grants.ts'
import { listPermissionReasons, type PermissionReason } from './effective-permissions.ts'
import { getGrantablePermissions, mayGrantFunctions, refuseBeyondOwn } from './grantable-permissions.ts'
import { loadRoleDefinitions } from './load-role-definitions.ts'
import { refuseOwnLoss } from './own-permission-guards.ts'
import { describeRoleChange, recordRoleChange } from './role-history.ts'
import { getOrgInScope, listVisibleMembers } from './visible-roles.ts'

export interface MemberFunction {
  code: string
  scope: ScopeKind
}

export interface MemberRole {
  userId: string
  name: string
  post: string
  /** 0 while the person has no role of her own. */
  version: number
  own: MemberFunction[]
  /** Permissions from other roles and appointments. */
  given: Pick<PermissionReason, 'permission' | 'roleName' | 'kind'>[]
}

/** What a person of the caller's scope has: by the role that is hers alone, and by other roles. */
export async function getMemberRole(ctx: Ctx, userId: string): Promise<MemberRole> {
  const member = (await listVisibleMembers(ctx, 'role.assign', [userId]))[0]!
  const role = await findMemberRole(ctx.db, userId)
  const position = orNotFound(await findMembership(ctx, userId), '人员')
  const reasons = await listPermissionReasons(ctx, position)
  return {
    userId,
    name: member.name,
    post: member.post,
    version: role?.version ?? 0,
    own: role ? toFunctions(await readFunctions(ctx, role.id)) : [],
    given: reasons
      .filter(({ roleId }) => roleId === null || roleId !== role?.id)
      .map(({ permission, roleName, kind }) => ({ permission, roleName, kind })),
  }
}

const toFunctions = (held: ReadonlyMap<string, RoleScope>): MemberFunction[] =>
  [...held].map(([code, { scope }]) => ({ code, scope }))

const readFunctions = async (ctx: Ctx, roleId: string): Promise<ReadonlyMap<string, RoleScope>> =>
  getRolePermissions(await loadRoleDefinitions(ctx, [roleId]), roleId)

/** Which of these permissions the caller may grant to the person, in the whole organisation. */
export async function listGrantableTo(ctx: Ctx, userId: string, codes: readonly string[]): Promise<Set<string>> {
  const member = (await listVisibleMembers(ctx, 'role.assign', [userId]))[0]!
  const grantable = await getGrantablePermissions(ctx, { forSelf: member.personId === ctx.actor.personId })
  const wide = (code: string) => [[code, { scope: 'org-tree', orgIds: [] }]] as const
  return new Set(codes.filter((code) => mayGrantFunctions(grantable, wide(code), member, new Map())))
}

interface MemberRoleForm {
  userId: string
  /** As it was read; 0 for the first time. */
  version: number
  /** The permissions that the form is about; others of the role stay as they are. */
  among: readonly string[]
  functions: readonly MemberFunction[]
}

/**
 * Sets the special permissions of one person: a role of the organisation with this one member. A change is like that of
 * every other role: nobody grants what she lacks, it is in the history of the role, and sessions see it at once.
 */
export async function saveMemberRole(ctx: Ctx, form: MemberRoleForm): Promise<{ version: number }> {
  const member = (await listVisibleMembers(ctx, 'role.assign', [form.userId]))[0]!
  const role = await openMemberRole(ctx, member, form.version)
  const before = await readFunctions(ctx, role.id)
  const kept = [...before].filter(([code]) => !form.among.includes(code))
  const asked = form.functions.map(({ code, scope }) => [code, { scope, orgIds: [] }] as const)
  const after: ReadonlyMap<string, RoleScope> = new Map([...kept, ...asked])
  await refuseWidening(ctx, member, before, after)
  const snapshotOf = (functions: ReadonlyMap<string, RoleScope>) => ({
    name: role.name,
    remark: role.remark,
    parentId: null,
    functions: [...functions].map(([code, held]) => ({ code, ...held })),
    hiddenFields: [],
  })
  const [was, is] = [snapshotOf(before), snapshotOf(after)]
  const lines = describeRoleChange(ctx, was, is)
  await refuseLosingAdministrators(ctx, member, () =>
    refuseOwnLoss(ctx, async () => {
      const facts = { name: role.name, remark: role.remark, parentId: null, by: ctx.actor.personId }
      if (!(await updateRole(ctx.db, role.id, role.version, facts, ctx.now))) throw changedByOthers()
      const rows = [...after].map(([permission, held]) => ({ roleId: role.id, permission, ...held }))
      // The role says nothing about fields: it hides what any role hides, so it never shows what another role hides.
      await replaceRolePermissions(ctx.db, role.id, rows, await listHiddenFields(ctx.db))
      const days = { beginsOn: null, overOn: null, by: ctx.actor.personId, day: dayOf(ctx.now) }
      const given = await assignRoleToMemberships(
        ctx.db,
        { roleId: role.id, membershipIds: [form.userId], ...days },
        ctx.now,
      )
      if (given.length > 0) await announceRoleGiven(ctx, role.id, given)
    }),
  )
  if (lines.length > 0) {
    const changeId = await recordRoleChange(ctx, role.id, { title: '修改功能', lines, before: was })
    await publish(ctx, roleChanged, { roleId: role.id, changeId })
  }
  return { version: role.version + 1 }
}

/** The role of the person, locked; it is created with her first special permission. */
async function openMemberRole(ctx: Ctx, member: MembershipRow, version: number) {
  const there = await findMemberRole(ctx.db, member.userId)
  if (there) {
    const held = await lockRole(ctx.db, there.id)
    if (held?.version !== version) throw changedByOthers()
    return there
  }
  if (version !== 0) throw changedByOthers()
  const id = newId()
  const title = `${member.name.slice(0, 30)}的单独授权`
  const taken = await listTitlesLike(ctx.db, member.orgId, title)
  const name = taken.includes(title) ? `${title}${taken.length + 1}` : title
  const row = { id, orgId: member.orgId, userId: member.userId, title: name, by: ctx.actor.personId }
  await insertMemberRole(ctx.db, row, ctx.now)
    .catch(onConstraint('role_of_one', changedByOthers().message))
    .catch(onConstraint('role_title', '角色名称已存在'))
  await recordRoleChange(ctx, id, { title: '新建角色', lines: [member.name], before: null })
  return { id, name, remark: '', version: 1 }
}

/** Added and widened permissions must be grantable by the caller to this person; removing is always allowed. */
async function refuseWidening(
  ctx: Ctx,
  member: MembershipRow,
  before: ReadonlyMap<string, RoleScope>,
  after: ReadonlyMap<string, RoleScope>,
) {
  const wider = [...after].filter(([code, scope]) => {
    const had = before.get(code)
    return !had || !containsScope(had, scope)
  })
  if (wider.length === 0) return
  const grantable = await getGrantablePermissions(ctx, { forSelf: member.personId === ctx.actor.personId })
  refuseBeyondOwn(grantable, wider, member, new Map())
}

/** Runs a change, and refuses it if nobody is left who assigns roles there. */
async function refuseLosingAdministrators(ctx: Ctx, { orgId, ...member }: MembershipRow, change: () => Promise<void>) {
  const isAdministrator = async () =>
    (await resolvePermissions(ctx, { ...member, orgId }))?.permissions.has('role.assign') === true
  const was = await isAdministrator()
  await change()
  if (!was || (await isAdministrator())) return
  if ((await listPermissionHolders(ctx, 'role.assign', orgId)).length === 0) throw new Refusal('至少保留一名权限管理员')
}

export interface OrgPermissionHolder {
  userId: string
  name: string
  post: string
  /** The permissions of the list that roles give, each with its widest use: in the organisation, or in classes only. */
  functions: { code: string; onlyClasses: boolean }[]
}

/** The members of the caller's organisation whose roles give any of these permissions. */
export async function listOrgPermissionHolders(ctx: Ctx, codes: readonly string[]): Promise<OrgPermissionHolder[]> {
  const orgId = await requireOwnOrg(ctx)
  const definitions = await loadRoleDefinitions(ctx, 'all')
  const byRole = new Map(
    [...definitions.roles.keys()].map((id) => {
      const held = getRolePermissions(definitions, id)
      return [id, codes.flatMap((code) => (held.has(code) ? [{ code, ...held.get(code)! }] : []))] as const
    }),
  )
  const roleIds = [...byRole].flatMap(([id, held]) => (held.length > 0 ? [id] : []))
  const people = await listOrgRoleHolders(ctx.db, { orgId, roleIds, day: dayOf(ctx.now) })
  return people.map(({ roleIds: held, ...person }) => {
    const functions = Map.groupBy(
      held.flatMap((id) => byRole.get(id) ?? []),
      ({ code }) => code,
    )
    const list = [...functions].map(([code, ways]) => ({
      code,
      onlyClasses: ways.every(({ scope }) => scope === 'classes'),
    }))
    return { ...person, functions: list }
  })
}

/** Members of the caller's organisation by name. */
export async function searchMembersOfOwnOrg(ctx: Ctx, keyword: string) {
  const orgId = await requireOwnOrg(ctx)
  return searchOrgMembers(ctx.db, { orgId, part: toLikePattern(keyword), day: dayOf(ctx.now), limit: 20 })
}

/** The current organisation, if the caller assigns roles there: she may work in one organisation and manage another. */
const requireOwnOrg = async (ctx: Ctx): Promise<string> => (await getOrgInScope(ctx, 'role.assign', ctx.actor.orgId)).id
