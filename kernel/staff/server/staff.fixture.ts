import {
  dayOf,
  emptyScope,
  newId,
  orgTreeScope,
  wholeDistrict,
  type Actor,
  type Ctx,
  type DistrictId,
} from '#packages/core'
import type { Cells } from '#packages/db'
import { createActor, type TestDatabase } from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { openDistrict, registerDistrict } from '#kernel/org/server/api.ts'
import { aDepartment, twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { builtInConstants } from '#kernel/dictionary/server/built-in-constants.ts'
import { approvalMembers } from './approvers.ts'
import { workerTypeConstants } from './constants.ts'
import { staffChangeApproval } from './service/changes/staff-change-approval.ts'
import { findOrgNode } from './user-queries.ts'

/** The constants that forms of staff refer to. */
export const staffConstants = [...builtInConstants, workerTypeConstants]

/** A bureau with an office; two schools with two departments each. */
export async function createTree(ctx: Ctx) {
  const { bureau, school, other } = await twoSchools(ctx)
  const office = await aDepartment(ctx, bureau, '人事科')
  const academic = await aDepartment(ctx, school)
  const group = await aDepartment(ctx, academic, '语文组')
  const general = await aDepartment(ctx, other, '总务处')
  return { bureau, office, school, academic, group, other, general }
}
export type Tree = Awaited<ReturnType<typeof createTree>>

const rights = ['user.read', 'user.edit', 'user.reset', 'user.reveal']

/** An actor with all staff permissions below a node. The person exists, because logs need a name. */
export async function manager(ctx: Ctx, node: OrgNode | 'district', without: readonly string[] = []): Promise<Actor> {
  const scope = node === 'district' ? wholeDistrict : orgTreeScope(node)
  const granted = [...rights, ...(node === 'district' ? ['user.merge'] : [])].filter(
    (right) => !without.includes(right),
  )
  const personId = await createPerson(ctx, { name: '管理员' })
  const permissions = Object.fromEntries(granted.map((right) => [right, scope]))
  return createActor({ districtId: ctx.actor.districtId, personId }, permissions)
}

/** The tree and the managers of the district and of both schools. */
export async function createManagedTree(ctx: Ctx) {
  const tree = await createTree(ctx)
  const chief = await manager(ctx, 'district')
  const head = await manager(ctx, tree.school)
  const neighbour = await manager(ctx, tree.other)
  return { tree, chief, head, neighbour }
}

/** The day that many days from now. */
export const inDays = (days: number) => dayOf(new Date(Date.now() + days * 24 * 3600_000))

/** Accounts are in the directory database, which needs the district. */
export async function registerHomeDistrict({ cells, home }: { cells: Cells; home: DistrictId }) {
  await registerDistrict(cells, { cell: 1, name: '本区', host: null, orgId: newId() }, new Date())
  await openDistrict(cells, home)
}

/** A further district in the directory database. */
export async function anotherDistrict({ cells }: { cells: Cells }): Promise<DistrictId> {
  const { district } = await registerDistrict(cells, { cell: 1, name: '邻区', host: null, orgId: newId() }, new Date())
  await openDistrict(cells, district)
  return district
}

/** Declares the approval of staff changes. These managers hold permissions: roles are defined above this module. */
export function declareStaffApprovals({ contribute }: Pick<TestDatabase, 'contribute'>, managers: readonly Actor[]) {
  contribute('approvalSubjects', staffChangeApproval)
  contribute('approvalMembers', approvalMembers)
  contribute(
    'approverKinds',
    {
      kind: 'permission',
      title: '权限',
      resolve: async (ctx, rule, { orgId, values }) => {
        const at = typeof rule.with['org'] === 'string' ? String(values[rule.with['org']]) : orgId
        const able: Actor[] = []
        for (const manager of managers)
          if (await findOrgNode(ctx.db, manager.permissions.get('user.edit') ?? emptyScope, at)) able.push(manager)
        const near = able.filter((manager) => manager.orgId === at)
        return (near.length > 0 ? near : able).map(({ personId, userId }) => ({ personId, memberId: userId }))
      },
    },
    { kind: 'role', title: '角色', resolve: async () => [] },
  )
}
