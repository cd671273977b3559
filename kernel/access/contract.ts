import { z } from 'zod'
import { defineEvent, idOf, routesOf, wireObject } from '#packages/contract'
import { isMobile } from '#packages/core'
import { memberRoutes } from './contract-members.ts'
import { explainAccessRoutes } from './contract-explain-access.ts'
import { roleRoutes } from './contract-roles.ts'
import { accessOverviewRoutes } from './contract-access-overview.ts'
import { manifest } from './manifest.ts'

export { memberStates, type RoleMember, type RoleOfUser } from './contract-members.ts'
export { type EffectiveAccess, type AccessExplanation, type AccessReason } from './contract-explain-access.ts'
export {
  roleForm,
  type HeldFunction,
  type Role,
  type RoleDetail,
  type RoleDifference,
  type RoleForm,
} from './contract-roles.ts'

/** An entry of the system menu. */
export interface MenuModule {
  id: string
  title: string
  parentId: string
  isRelation: boolean
  sort: number
  url: string
  children: MenuModule[]
}
export const menuModule: z.ZodType<MenuModule> = wireObject(
  {
    id: z.guid(),
    title: z.string(),
    parentId: z.guid(),
    isRelation: z.boolean(),
    sort: z.int(),
    url: z.string(),
    children: z.lazy(() => z.array(menuModule)),
  },
  { id: 'fId', title: 'fText', parentId: 'fParentID', sort: 'fSort', url: 'fUrl', children: 'childers' },
).meta({ id: 'MenuModule' })

const administrator = z.object({
  userId: idOf('membership'),
  name: z.string(),
  post: z.string(),
  /** False while the invitation is open. */
  hasAccount: z.boolean(),
})
export type Administrator = z.output<typeof administrator>

/** An existing member, or a new person with name and phone. */
export const administratorForm = z
  .object({
    orgId: idOf('organisation'),
    userId: idOf('membership').nullable(),
    name: z.string().trim().max(50, '姓名不超过50字'),
    mobile: z
      .string()
      .trim()
      .refine((value) => value === '' || isMobile(value), '请输入正确的手机号'),
  })
  .refine(({ userId, name }) => userId !== null || name !== '', { path: ['name'], error: '请填写姓名' })
export type AdministratorForm = z.output<typeof administratorForm>

const roleOfUsers = z.object({ roleId: idOf('role'), userIds: z.array(idOf('membership')) })
export const roleGiven = defineEvent('role.given', roleOfUsers, {
  description: 'A role was given to people by name.',
})
export const roleTaken = defineEvent('role.taken', roleOfUsers, {
  description: 'A role was taken from people.',
})
export const roleChanged = defineEvent(
  'role.changed',
  z.object({ roleId: idOf('role'), changeId: idOf('role-change') }),
  { description: 'The permissions of a role changed, which affects at least one person.' },
)

const route = routesOf(manifest)

export const accessApi = {
  menu: route({
    method: 'GET',
    path: '/api/access/menu',
    title: '我的菜单与权限',
    access: 'signed-in',
    forApplications: true,
    /** All that the shell needs before it is drawn; the bureau is the one of the caller's organisation. */
    data: z.object({
      modules: z.array(menuModule),
      permissions: z.array(z.string()),
      /** The addresses of the built-in applications that are closed for the caller; absent if there are none. */
      closedApplications: z.array(z.string()).optional(),
      /** The theme that the person chose on any device. */
      theme: z.enum(['light', 'dark', 'system']),
      bureauName: z.string(),
    }),
  }),
  /** Administrators whom the caller can ask for access. */
  administrators: route({
    method: 'GET',
    path: '/api/access/administrators',
    title: '本单位和本区的管理员',
    access: 'staff',
    data: z.object({
      /** The office phone, never a private one. */
      administrators: z.array(z.object({ name: z.string(), orgName: z.string(), phone: z.string() })),
    }),
  }),
  /** The administrators of one organisation. */
  administratorsOfOrg: route({
    method: 'GET',
    path: '/api/orgs/admins',
    title: '机构管理员',
    access: 'org.appoint',
    query: z.object({ orgId: idOf('organisation') }),
    data: z.array(administrator),
  }),
  inviteAdministrator: route({
    method: 'POST',
    path: '/api/orgs/inviteAdmin',
    title: '邀请机构管理员',
    access: 'org.appoint',
    secretAnswer: true,
    body: administratorForm,
    /** The code of the invitation link; null for a person who already has an account. */
    data: z.object({ userId: idOf('membership'), name: z.string(), token: z.string().nullable() }),
  }),
  removeAdministrator: route({
    method: 'POST',
    path: '/api/orgs/removeAdmin',
    title: '取消机构管理员',
    access: 'org.appoint',
    body: z.object({ orgId: idOf('organisation'), userId: idOf('membership') }),
    data: z.null(),
  }),
  ...roleRoutes,
  ...memberRoutes,
  ...explainAccessRoutes,
  ...accessOverviewRoutes,
}
