import { z } from 'zod'
import { enumOf, idOf, labels, pageOf, pageQuery, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const day = z.iso.date('请选择日期')

export const memberStates = labels({
  waiting: { label: '待生效', tone: 'info' },
  live: { label: '有效', tone: 'success', isNormal: true },
  over: { label: '过期', tone: 'closed' },
})

const member = z.object({
  userId: idOf('membership'),
  name: z.string(),
  orgName: z.string(),
  departmentName: z.string(),
  post: z.string(),
  from: day.nullable(),
  to: day.nullable(),
  state: enumOf(memberStates),
  grantor: z.string(),
  grantedAt: z.iso.datetime(),
  mayRemove: z.boolean(),
})
export type RoleMember = z.output<typeof member>

const validityDates = z.object({ from: day.nullable(), to: day.nullable() })

/** The most sensitive permissions of a role in one line, and the number of all. */
const roleSummary = { opens: z.string(), functionCount: z.int() }

const roleOfUser = z.object({
  roleId: idOf('role'),
  name: z.string(),
  /** By name, or through the audience of an organisation or post. */
  via: z.enum(['person', 'org', 'post']),
  viaName: z.string(),
  from: day.nullable(),
  to: day.nullable(),
  mayRemove: z.boolean(),
  ...roleSummary,
})
export type RoleOfUser = z.output<typeof roleOfUser>

const route = routesOf(manifest)

/** Members of roles. */
export const memberRoutes = {
  members: route({
    method: 'GET',
    path: '/api/role/members',
    title: '角色成员',
    access: 'role.read',
    query: z.object({ ...pageQuery.shape, id: idOf('role'), keyword: z.string().trim().max(50).default('') }),
    data: pageOf(member),
  }),
  setMembers: route({
    method: 'POST',
    path: '/api/role/setMembers',
    title: '调整角色成员',
    access: 'role.assign',
    body: z
      .object({
        id: idOf('role'),
        add: z.array(idOf('membership')).max(500),
        remove: z.array(idOf('membership')).max(500),
        ...validityDates.shape,
      })
      .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: '结束日期不能早于开始日期' }),
    data: z.object({ added: z.int(), removed: z.int() }),
  }),
  setAudience: route({
    method: 'POST',
    path: '/api/role/setAudience',
    title: '按单位或岗位分配角色',
    access: 'role.assign',
    body: z
      .object({
        id: idOf('role'),
        orgId: idOf('organisation'),
        includesBelow: z.boolean(),
        post: z.string().trim().max(50, '岗位不超过50字'),
        ...validityDates.shape,
      })
      .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: '结束日期不能早于开始日期' }),
    data: z.object({ memberCount: z.int() }),
  }),
  removeAudience: route({
    method: 'POST',
    path: '/api/role/removeAudience',
    title: '取消按单位或岗位分配的角色',
    access: 'role.assign',
    body: z.object({ audienceId: idOf('role-audience') }),
    data: z.null(),
  }),
  /** The roles of one membership, and those that the caller may assign to it. */
  rolesOfUser: route({
    method: 'GET',
    path: '/api/role/ofUser',
    title: '人员的角色',
    access: 'role.read',
    query: z.object({ userId: idOf('membership') }),
    data: z.object({
      roles: z.array(roleOfUser),
      assignable: z.array(z.object({ id: idOf('role'), name: z.string(), orgName: z.string(), ...roleSummary })),
    }),
  }),
  setRolesOfUser: route({
    method: 'POST',
    path: '/api/role/setOfUser',
    title: '调整人员的角色',
    access: 'role.assign',
    body: z.object({
      userId: idOf('membership'),
      add: z.array(idOf('role')).max(50),
      remove: z.array(idOf('role')).max(50),
    }),
    data: z.null(),
  }),
  /** Whether the three duties are separated in the district, and who holds them. */
  separation: route({
    method: 'GET',
    path: '/api/role/separation',
    title: '三员分立',
    access: 'role.read',
    data: z.object({
      isOn: z.boolean(),
      mayChange: z.boolean(),
      administrators: z.array(
        z.object({
          template: z.enum(['district-admin', 'security-admin', 'auditor']),
          title: z.string(),
          people: z.array(z.object({ userId: idOf('membership'), name: z.string(), hasAccount: z.boolean() })),
        }),
      ),
    }),
  }),
  separate: route({
    method: 'POST',
    path: '/api/role/separate',
    title: '启用或停用三员分立',
    access: 'role.edit',
    body: z.object({ isOn: z.boolean() }),
    data: z.null(),
  }),
}
