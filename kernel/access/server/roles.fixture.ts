import { twoSchools, aDepartment, type OrgNode } from '#kernel/org/server/example.ts'
import { defineModule, type RoleTemplate, type ScopeKind } from '#packages/contract'
import { type Actor, type Ctx } from '#packages/core'
import { createActor, type TestDatabase } from '#packages/testing'
import { findMembership } from '#kernel/staff/server/api.ts'
import type { RoleForm } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { createTemplateRoles, getMembershipPermissions } from './role-templates.ts'
import { getRole } from './service/roles.ts'
import { aUserWithRoles, withCurrentPermissions } from './example.ts'

const schoolWide = { 'district-admin': 'district', 'school-admin': 'org-tree' } as const

/** A small module with school permissions, district permissions, separate duties and fields. */
const paperModule = defineModule({
  key: 'paper',
  title: '公文',
  group: 'baseData',
  permissions: {
    'paper.read': {
      title: '查看公文',
      defaultFor: { ...schoolWide, head: 'org-tree', 'grade-head': 'department-tree', teacher: 'self' },
    },
    'paper.edit': { title: '修改公文', defaultFor: { ...schoolWide, clerk: 'org' } },
    'paper.seal': { title: '用印', defaultFor: { ...schoolWide, head: 'org-tree' } },
    'paper.publish': { title: '全区发文', defaultFor: { 'district-admin': 'district' } },
    'class.watch': { title: '看班', needsCharge: true, defaultFor: { ...schoolWide, 'class-teacher': 'classes' } },
    'trail.read': { title: '查看日志', duty: 'log', defaultFor: { 'district-admin': 'district', auditor: 'district' } },
  },
  fields: { 'paper.author': { title: '拟稿人' }, 'paper.price': { title: '金额' } },
  pages: [{ path: 'Paper', title: '公文', permission: 'paper.read', help: 'paper' }],
})

/** A bureau with two schools, each with an office; tests add people. */
export async function buildSchools({ app, as, sql }: TestDatabase) {
  app.manifests = [manifest, paperModule]
  const founder = createActor()
  const nodes = await as(founder, async (ctx) => {
    await createTemplateRoles(ctx)
    const { bureau, school, other } = await twoSchools(ctx)
    return { bureau, school, office: await aDepartment(ctx, school), other }
  })
  const hire = (at: OrgNode, roles: RoleTemplate[], facts: { department?: OrgNode | undefined; post?: string } = {}) =>
    as(founder, (ctx) => aUserWithRoles(ctx, roles, { at, hasAccount: true, ...facts }))
  const held = (ctx: Ctx, userId: string) =>
    findMembership(ctx, userId).then((membership) => getMembershipPermissions(ctx, membership!))
  const actorOf = (one: Actor) => as(founder, (ctx) => withCurrentPermissions(ctx, one))
  return {
    ...nodes,
    hire,
    actorOf,
    /** Runs work with the permissions of this moment, as the next request would. */
    by: async <T>(one: Actor, work: (ctx: Ctx) => Promise<T>) => as(await actorOf(one), work),
    may: (one: Actor) => as(founder, async (ctx) => (await held(ctx, one.userId)).permissions),
    roleOf: async (template: RoleTemplate) =>
      (await sql<{ id: string }>('select id from tenant.role where template = $1', [template]))[0]!.id,
  }
}
export type Schools = Awaited<ReturnType<typeof buildSchools>>

export const grantOf = (code: string, scope: ScopeKind, orgIds: string[] = []) => ({ code, scope, orgIds })

/** The form of a role that does not exist yet. */
export const newRole = (orgId: string | null, name: string, functions: RoleForm['functions']): RoleForm => ({
  id: null,
  orgId,
  name,
  remark: '',
  parentId: null,
  version: 0,
  functions,
  hiddenFields: [],
})

/** The form of a role as the page loads it, with changes. */
export async function readRoleForm(ctx: Ctx, id: string, change: Partial<RoleForm> = {}): Promise<RoleForm> {
  const { name, remark, orgId, parentId, version, functions, hiddenFields } = await getRole(ctx, id)
  const heldFunctions = functions.map(({ code, scope, orgIds }) => ({ code, scope, orgIds }))
  return { id, name, remark, orgId, parentId, version, functions: heldFunctions, hiddenFields, ...change }
}
