import { z } from 'zod'
import { enumOf, idOf, optionalIdOf, pageOf, pageQuery, roleTemplates, routesOf, scopeKinds } from '#packages/contract'
import { manifest } from './manifest.ts'

const scopeKind = enumOf(scopeKinds)
const template = enumOf(roleTemplates)
const day = z.iso.date('请选择日期')

/** A permission with its scope. Organisations only with `listed-orgs`. */
const heldFunction = z.object({ code: z.string(), scope: scopeKind, orgIds: z.array(idOf('organisation')).max(500) })
export type HeldFunction = z.output<typeof heldFunction>

const role = z.object({
  id: idOf('role'),
  name: z.string(),
  remark: z.string(),
  /** null: a role of the district. */
  orgId: idOf('organisation').nullable(),
  orgName: z.string(),
  /** The template of a system role; null for a role that a user created. */
  template: template.nullable(),
  /** The district role that it inherits from. */
  parentId: idOf('role').nullable(),
  parentName: z.string(),
  memberCount: z.int(),
  /** Whether the caller may edit and assign the role. */
  mayEdit: z.boolean(),
  mayAssign: z.boolean(),
  version: z.int(),
})
export type Role = z.output<typeof role>

const roleDetail = role.extend({
  functions: z.array(
    heldFunction.extend({
      /** Origin of the permission: template, parent role, or the role itself. */
      origin: z.enum(['template', 'parent', 'own']),
      /** Cannot be removed, because the organisation could not be administered without it. */
      isLocked: z.boolean(),
    }),
  ),
  /** The inherited permissions, shown beside the changed ones. */
  base: z.array(heldFunction),
  /** Codes of fields that are hidden completely, not masked. */
  hiddenFields: z.array(z.string()),
  /** Granted to all members of an organisation, or of a post there. */
  audiences: z.array(
    z.object({
      id: idOf('role-audience'),
      orgId: idOf('organisation'),
      orgName: z.string(),
      includesBelow: z.boolean(),
      /** Empty: all members. */
      post: z.string(),
      from: day.nullable(),
      /** The last day. */
      to: day.nullable(),
      memberCount: z.int(),
    }),
  ),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string(),
})
export type RoleDetail = z.output<typeof roleDetail>

export const roleForm = z.object({
  id: optionalIdOf('role'),
  /** Owner of a new role; null: the district. */
  orgId: optionalIdOf('organisation'),
  name: z.string().trim().min(1, '请输入角色名称').max(50, '角色名称不超过50字'),
  remark: z.string().trim().max(200, '备注不超过200字'),
  parentId: optionalIdOf('role'),
  version: z.int(),
  /** The complete list of permissions, not only new ones. */
  functions: z.array(heldFunction).max(1000),
  hiddenFields: z.array(z.string()).max(200),
})
export type RoleForm = z.output<typeof roleForm>

const change = z.object({
  code: z.string(),
  title: z.string(),
  /** Scope kinds before and after; empty if the permission is missing. */
  before: z.array(scopeKind),
  after: z.array(scopeKind),
})

/** Gains and losses. Fields appear as changes with a code like `field:student.id-card`. */
const roleDifference = z.object({
  /** All holders, and those with a change. */
  memberCount: z.int(),
  affected: z.int(),
  groups: z.array(
    z.object({
      count: z.int(),
      /** The first few people, for recognition. */
      people: z.array(
        z.object({ userId: idOf('membership'), name: z.string(), orgName: z.string(), post: z.string() }),
      ),
      gains: z.array(change),
      loses: z.array(change),
      /** Permissions that change in the role but not for these people, because another role gives them. */
      unchanged: z.array(z.object({ code: z.string(), title: z.string(), byRoles: z.array(z.string()) })),
    }),
  ),
  /** Permissions that would have very few holders left in the role's organisation. */
  lastHolders: z.array(z.object({ code: z.string(), title: z.string(), count: z.int(), names: z.array(z.string()) })),
})
export type RoleDifference = z.output<typeof roleDifference>

const route = routesOf(manifest)
const byRole = z.object({ id: idOf('role') })

export const roleRoutes = {
  roles: route({
    method: 'GET',
    path: '/api/role/page',
    title: '角色列表',
    access: 'role.read',
    /** Without an organisation, the roles of the caller's own. District roles are always included. */
    query: z.object({ orgId: optionalIdOf('organisation') }),
    data: z.object({
      orgId: idOf('organisation'),
      orgName: z.string(),
      roles: z.array(role),
      /** Whether the caller may create a role of this organisation, and of the district. */
      mayCreate: z.boolean(),
      mayCreateForDistrict: z.boolean(),
    }),
  }),
  /** All permissions that the modules declare. */
  functions: route({
    method: 'GET',
    path: '/api/role/functions',
    title: '功能清单',
    access: 'role.read',
    data: z.object({
      modules: z.array(
        z.object({
          key: z.string(),
          title: z.string(),
          functions: z.array(
            z.object({
              code: z.string(),
              title: z.string(),
              /** Whether the caller may grant it; the page hides permissions that would be refused. */
              mayGrant: z.boolean(),
              /** With separated duties, the district scope is only for the administrator with this duty. */
              duty: z.enum(['grant', 'log']).nullable(),
            }),
          ),
        }),
      ),
      fields: z.array(z.object({ code: z.string(), title: z.string(), module: z.string() })),
    }),
  }),
  role: route({
    method: 'GET',
    path: '/api/role/detail',
    title: '角色详情',
    access: 'role.read',
    query: byRole,
    data: roleDetail,
  }),
  /** The effect of saving the form; changes nothing. */
  roleDifference: route({
    method: 'POST',
    path: '/api/role/difference',
    title: '预览角色改动的影响',
    access: 'role.edit',
    readOnly: true,
    body: roleForm,
    data: roleDifference,
  }),
  saveRole: route({
    method: 'POST',
    path: '/api/role/save',
    title: '保存角色',
    access: 'role.edit',
    body: roleForm,
    /** Number of people who are notified of changed permissions. */
    data: z.object({ id: idOf('role'), version: z.int(), notifiedCount: z.int() }),
  }),
  copyRole: route({
    method: 'POST',
    path: '/api/role/copy',
    title: '复制角色',
    access: 'role.edit',
    body: z.object({ id: idOf('role'), orgId: optionalIdOf('organisation'), name: roleForm.shape.name }),
    data: byRole,
  }),
  deleteRole: route({
    method: 'POST',
    path: '/api/role/delete',
    title: '删除角色',
    access: 'role.edit',
    body: z.object({ id: idOf('role'), version: z.int() }),
    data: z.null(),
  }),
  /** The system menu of a user who has only this role. */
  previewRole: route({
    method: 'GET',
    path: '/api/role/preview',
    title: '以此角色预览',
    access: 'role.read',
    query: byRole,
    data: z.object({
      groups: z.array(
        z.object({ title: z.string(), pages: z.array(z.object({ title: z.string(), url: z.string() })) }),
      ),
    }),
  }),
  roleHistory: route({
    method: 'GET',
    path: '/api/role/history',
    title: '角色变更记录',
    access: 'role.read',
    query: z.object({ ...pageQuery.shape, id: idOf('role') }),
    data: pageOf(
      z.object({
        id: idOf('role-change'),
        at: z.iso.datetime(),
        by: z.string(),
        /** The action in one line: 修改功能, 新增成员. */
        title: z.string(),
        /** For example 授予 导出学生（本单位）. */
        lines: z.array(z.string()),
        /** A role can be restored for seven days. */
        mayRestore: z.boolean(),
      }),
    ),
  }),
  restoreRole: route({
    method: 'POST',
    path: '/api/role/restore',
    title: '还原角色',
    access: 'role.edit',
    body: z.object({ id: idOf('role'), changeId: idOf('role-change'), version: z.int() }),
    data: z.object({ version: z.int() }),
  }),
}
