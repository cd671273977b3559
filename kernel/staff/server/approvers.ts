import { dayOf, type Ctx } from '#packages/core'
import type { ApproverKind, MemberDirectory } from '#kernel/approval/server/api.ts'
import {
  describeMembership,
  listActiveByIds,
  listNamedMembers,
  listNamedMembershipsOf,
  listByPost,
  listDepartmentHeads,
  listHeadsOfMember,
  listOrganisationHeads,
  type ApproverOrg,
} from './approver-queries.ts'

const orgs: readonly unknown[] = ['own', 'parent', 'district'] satisfies ApproverOrg[]
const toOrg = (value: unknown): ApproverOrg => (orgs.includes(value) ? (value as ApproverOrg) : 'own')

/** How many departments up; rules that say nothing sensible mean the own one. */
const toLevels = (value: unknown) => (typeof value === 'number' && value >= 1 ? Math.min(20, Math.floor(value)) : 1)

/** The heads of the department of a member; without one, of the organisation. */
export async function listSuperiorsOf({ db, now }: Pick<Ctx, 'db' | 'now'>, memberId: string) {
  const heads = await listDepartmentHeads(db, memberId, 1, dayOf(now))
  return heads.length > 0 ? heads : listHeadsOfMember(db, memberId, dayOf(now))
}

/** What approvals need to know about memberships. */
export const approvalMembers: MemberDirectory = {
  listActive: ({ db, now }, ids, within) => listActiveByIds(db, ids, dayOf(now), within),
  listMembers: ({ db, now }, ids) => listNamedMembers(db, ids, dayOf(now)),
  listMembershipsOf: ({ db, now }, personId) => listNamedMembershipsOf(db, personId, dayOf(now)),
  describeMember: ({ db }, memberId) => describeMembership(db, memberId),
  listSuperiors: listSuperiorsOf,
}

/** Approvers by post. `in` is the organisation of the flow, the one above it, or the bureau. */
export const approversByPost: readonly ApproverKind[] = [
  {
    kind: 'post',
    title: '岗位',
    asks: 'post',
    resolve: ({ db, now }, rule, { orgId }) =>
      listByPost(db, orgId, toOrg(rule.with['in']), String(rule.with['post'] ?? ''), dayOf(now)),
  },
  {
    kind: 'organisation-head',
    title: '单位负责人',
    asks: '',
    resolve: ({ db, now }, rule, { orgId }) => listOrganisationHeads(db, orgId, toOrg(rule.with['in']), dayOf(now)),
  },
  {
    kind: 'department-head',
    title: '部门负责人',
    asks: 'levels',
    resolve: ({ db, now }, rule, { applicant }) =>
      listDepartmentHeads(db, applicant.memberId, toLevels(rule.with['levels']), dayOf(now)),
  },
]
