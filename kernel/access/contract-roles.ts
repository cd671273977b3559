import { z } from 'zod'
import { idOf, optionalIdOf, pageOf, pageQuery, roleTemplates, routesOf, scopeKinds } from '#packages/contract'
import { manifest } from './manifest.ts'

const scopeKind = z.enum(Object.keys(scopeKinds) as [keyof typeof scopeKinds, ...(keyof typeof scopeKinds)[]])
const template = z.enum(Object.keys(roleTemplates) as [keyof typeof roleTemplates, ...(keyof typeof roleTemplates)[]])
const day = z.iso.date('请选择日期')

/** One function that a role holds, and how far. Organisations only with `listed-orgs`. */
const heldFunction = z.object({ code: z.string(), scope: scopeKind, orgIds: z.array(idOf('organisation')).max(500) })
export type HeldFunction = z.output<typeof heldFunction>

const role = z.object({
  id: idOf('role'),
  name: z.string(),
  remark: z.string(),
  /** null: the whole district's. */
  orgId: idOf('organisation').nullable(),
  orgName: z.string(),
  /** What it was shipped as; null for a role that somebody made. */
  template: template.nullable(),
  /** The role of the district that it takes everything from that it does not say itself. */
  parentId: idOf('role').nullable(),
  parentName: z.string(),
  memberCount: z.int(),
  /** Whether the caller may change what it holds, and give it to somebody. */
  mayEdit: z.boolean(),
  mayAssign: z.boolean(),
  version: z.int(),
})
export type Role = z.output<typeof role>

const roleDetail = role.extend({
  functions: z.array(
    heldFunction.extend({
      /** Where it comes from: what it was shipped with, the role above, or itself. */
      origin: z.enum(['template', 'parent', 'own']),
      /** Without it nobody could run the organisation: it cannot be taken away. */
      isLocked: z.boolean(),
    }),
  ),
  /** What a role without anything of its own would hold: shown beside what was changed. */
  base: z.array(heldFunction),
  /** Codes of the fields that are not shown to it, not even masked. */
  hiddenFields: z.array(z.string()),
  /** Given to everybody of an organisation, or to everybody of a post there. */
  audiences: z.array(
    z.object({
      id: idOf('role-audience'),
      orgId: idOf('organisation'),
      orgName: z.string(),
      includesBelow: z.boolean(),
      /** Empty: everybody who works there. */
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
  /** Of which organisation a new role is; null: the district's. */
  orgId: optionalIdOf('organisation'),
  name: z.string().trim().min(1, '请输入角色名称').max(50, '角色名称不超过50字'),
  remark: z.string().trim().max(200, '备注不超过200字'),
  parentId: optionalIdOf('role'),
  version: z.int(),
  /** Everything that it is to hold, and not only what is new. */
  functions: z.array(heldFunction).max(1000),
  hiddenFields: z.array(z.string()).max(200),
})
export type RoleForm = z.output<typeof roleForm>

const change = z.object({
  code: z.string(),
  title: z.string(),
  /** The kinds of reach before and after: none means that it is not held. */
  before: z.array(scopeKind),
  after: z.array(scopeKind),
})

/** Who would gain and lose what. Fields appear as changes with the code `field:student.id-card`. */
const roleDifference = z.object({
  /** All who hold the role, and those for whom anything changes. */
  memberCount: z.int(),
  affected: z.int(),
  groups: z.array(
    z.object({
      count: z.int(),
      /** The first few, to be recognised by. */
      people: z.array(
        z.object({ userId: idOf('membership'), name: z.string(), orgName: z.string(), post: z.string() }),
      ),
      gains: z.array(change),
      loses: z.array(change),
      /** What changes in the role but not for them, because another role gives it. */
      unchanged: z.array(z.object({ code: z.string(), title: z.string(), byRoles: z.array(z.string()) })),
    }),
  ),
  /** Functions that hardly anybody would be left with in the role's organisation. */
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
    /** Whose roles: without an organisation, those of the one that the caller is in. The district's are always among them. */
    query: z.object({ orgId: optionalIdOf('organisation') }),
    data: z.object({
      orgId: idOf('organisation'),
      orgName: z.string(),
      roles: z.array(role),
      /** Whether the caller may make a role of this organisation, and of the district. */
      mayCreate: z.boolean(),
      mayCreateForDistrict: z.boolean(),
    }),
  }),
  /** Everything that there is to give, as the modules declare it. */
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
              /** Whether the caller may give it, so that the page need not offer what would be refused. */
              mayGrant: z.boolean(),
              /** Over the whole district only for one of the separate administrators, where they are kept apart. */
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
  /** Asks what saving the same would mean for whom, and changes nothing. */
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
    /** How many are told that their rights have changed. */
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
  /** The system menu as somebody with this role alone would have it. */
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
        /** What was done, as one line: 修改功能, 新增成员. */
        title: z.string(),
        /** 授予 导出学生（本单位） and the like. */
        lines: z.array(z.string()),
        /** For seven days what a role held can be brought back. */
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
