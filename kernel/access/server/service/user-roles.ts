import { dayOf, orNotFound, may, scopeOf, type Ctx, notFound } from '#packages/core'
import { scopeKinds, type RoleTemplate } from '#packages/contract'
import { findMembership, type RoleChoice } from '#kernel/staff/server/api.ts'
import { listUserRoles, type UserRoleRow } from '../role-holding-queries.ts'
import { listMembershipsInScope } from '../member-queries.ts'
import { listRolesOfOrgs, type RoleRow } from '../role-queries.ts'
import { getRolePermissions, type RolePermissions } from '../role-definitions.ts'
import { isFunction, getSensitivity, getPermissionTitle } from '../permission-catalogue.ts'
import { listOrgsInScope } from '../administrator-queries.ts'
import { loadRoleDefinitions, listGrantingRoles } from './load-role-definitions.ts'
import { listAssignableRoleIds } from './roles.ts'
import { getMembershipPermissions } from './effective-permissions.ts'
import { setRolesOfUser } from './role-members.ts'

const assignmentLabels: Record<UserRoleRow['via'], (giver: string, post: string) => string> = {
  person: (giver) => (giver ? `${giver}指派` : '直接指派'),
  org: (orgName) => `${orgName}全体教职工`,
  post: (orgName, post) => `${orgName}岗位“${post}”`,
}

/** The roles of one membership, and those that the caller may assign to it. */
export async function getRolesOfUser(ctx: Ctx, userId: string) {
  const day = dayOf(ctx.now)
  const [membership] = await listMembershipsInScope(ctx.db, scopeOf(ctx, 'role.read'), [userId], {
    day,
    orSuspended: true,
  })
  const member = orNotFound(membership, '人员')
  const nodeIds = (member.departmentPath ?? member.orgPath).split('.')
  const held = await listUserRoles(ctx.db, { id: userId, nodeIds }, day)
  const isWithin =
    may(ctx.actor, 'role.assign') &&
    (await listMembershipsInScope(ctx.db, scopeOf(ctx, 'role.assign'), [userId], { day, orSuspended: true })).length > 0
  const there = await listRolesOfOrgs(ctx.db, nodeIds)
  const definitions = await loadRoleDefinitions(ctx, [
    ...new Set([...there.map(({ id }) => id), ...held.map(({ roleId }) => roleId)]),
  ])
  const summaryOf = (roleId: string) => summariseRole(ctx, getRolePermissions(definitions, roleId))
  const forSelf = member.personId === ctx.actor.personId
  const assignable = isWithin
    ? await listAssignableRoleIds(ctx, there, member, definitions, forSelf)
    : new Set<string>()
  return {
    roles: held.map(({ roleId, name, via, giver, post, from, to }) => ({
      roleId,
      name,
      via,
      viaName: assignmentLabels[via](giver, post),
      from,
      to,
      mayRemove: isWithin && via === 'person',
      ...summaryOf(roleId),
    })),
    assignable: there.flatMap(({ id, name, orgName }) =>
      assignable.has(id) ? [{ id, name, orgName, ...summaryOf(id) }] : [],
    ),
  }
}

const maxTitles = 2

/**
 * Permissions of a role for the person who is about to assign it: revealing numbers first, then other sensitive ones.
 */
export function summariseRole(
  ctx: Pick<Ctx, 'app'>,
  definition: RolePermissions,
): { opens: string; functionCount: number } {
  const functions = [...definition].filter(([code]) => isFunction(ctx, code))
  const first = functions
    .toSorted(([one], [other]) => getSensitivity(ctx, other) - getSensitivity(ctx, one))
    .slice(0, maxTitles)
  const functionCount = functions.length
  if (functionCount === 0) return { opens: '', functionCount }
  const titles = first.map(([code]) => getPermissionTitle(ctx, code)).join('、')
  const scopes = new Set(first.map(([, { scope }]) => scopeKinds[scope].title))
  return { opens: `可${titles}${functionCount > maxTitles ? '等' : ''}（${[...scopes].join('、')}）`, functionCount }
}

/** Purposes of the system roles. */
const templateDescriptions: Readonly<Record<RoleTemplate, string>> = {
  'district-admin': '管理全区机构、人员、权限和应用',
  'district-office': '查看全区机构、教职工和学生',
  'school-admin': '管理本校人员、班级和权限',
  head: '查看全校教职工和学生',
  academic: '管理学生、班级、任课和学期',
  moral: '查看学生及家长联系方式',
  general: '管理场室和后勤应用',
  hr: '管理教职工，可查看完整证件号',
  clerk: '处理公文、通知等办公事务',
  'grade-head': '查看本年级教师和学生',
  'class-teacher': '管理所带班级的学生和家长',
  teacher: '查看任教班级的学生',
  pupil: '学生本人',
  guardian: '家长本人',
  'security-admin': '管理角色和权限，不处理业务',
  auditor: '查看日志，不处理业务',
}

/** The role's remark, or the purpose of its template. */
export const describeRolePurpose = ({ remark, template, orgName }: Pick<RoleRow, 'remark' | 'template' | 'orgName'>) =>
  remark || (template ? templateDescriptions[template] : orgName)

export interface AssignableRole {
  id: string
  name: string
  orgName: string
  /** Permissions that the person does not have yet. */
  gains: string[]
}

/** Roles with a permission that the caller may assign to a person; the role that adds the least comes first. */
export async function listAssignableRoles(
  ctx: Ctx,
  userId: string,
  target: { permission: string } | { roleIds: readonly string[] },
): Promise<AssignableRole[]> {
  const meant = new Set(
    'roleIds' in target
      ? target.roleIds
      : (await listGrantingRoles(ctx, target.permission)).map(({ roleId }) => roleId),
  )
  const { assignable, roles: held } = await getRolesOfUser(ctx, userId)
  const has = new Set(held.map(({ roleId }) => roleId))
  const chosen = assignable.filter(({ id }) => meant.has(id) && !has.has(id))
  const membership = await findMembership(ctx, userId)
  if (!membership || chosen.length === 0) return []
  const { permissions } = await getMembershipPermissions(ctx, membership)
  const definitions = await loadRoleDefinitions(
    ctx,
    chosen.map(({ id }) => id),
  )
  return chosen
    .map(({ id, name, orgName }) => ({
      id,
      name,
      orgName,
      gains: [...getRolePermissions(definitions, id).keys()]
        .filter((code) => !permissions.has(code))
        .map((code) => getPermissionTitle(ctx, code)),
    }))
    .toSorted((a, b) => a.gains.length - b.gains.length)
}

/** Roles that the caller may assign to a new member of this organisation, with their purposes. */
export async function listNewMemberRoles(
  ctx: Ctx,
  { orgId, departmentId }: { orgId: string; departmentId: string | null },
): Promise<RoleChoice[]> {
  const scope = ctx.actor.permissions.get('role.assign')
  if (!scope) return []
  const ids = departmentId === null ? [orgId] : [orgId, departmentId]
  const nodes = await listOrgsInScope(ctx.db, scope, ids)
  const org = nodes.find(({ id }) => id === orgId)
  if (!org) return []
  const department = nodes.find(({ id }) => id === departmentId)
  const roles = await listRolesOfOrgs(ctx.db, (department ?? org).path.split('.'))
  const definitions = await loadRoleDefinitions(
    ctx,
    roles.map(({ id }) => id),
  )
  const receiver = { orgId, orgPath: org.path, departmentId, departmentPath: department?.path ?? null }
  const assignable = await listAssignableRoleIds(ctx, roles, receiver, definitions, false)
  return roles
    .filter(({ id }) => assignable.has(id))
    .map((role) => ({ id: role.id, name: role.name, about: describeRolePurpose(role) }))
}

/** Part of adding a member; refuses any role if the caller may assign none. */
export async function assignNewMemberRoles(ctx: Ctx, userId: string, roleIds: readonly string[]) {
  if (!may(ctx.actor, 'role.assign')) throw notFound('角色')
  await setRolesOfUser(ctx, { userId, add: [...roleIds], remove: [] })
}
