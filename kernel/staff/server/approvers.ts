import { dayOf } from '#packages/core'
import type { ApproverKind, MemberDirectory } from '#kernel/approval/server/api.ts'
import {
  describeMembership,
  listActiveByIds,
  listByPost,
  listDepartmentHeads,
  listHeadsOfMember,
  listOrganisationHeads,
  type ApproverOrg,
} from './approver-queries.ts'

const orgs: readonly unknown[] = ['own', 'parent', 'district'] satisfies ApproverOrg[]
const toOrg = (value: unknown): ApproverOrg => (orgs.includes(value) ? (value as ApproverOrg) : 'own')

/** What approvals need to know about memberships. */
export const approvalMembers: MemberDirectory = {
  listActive: ({ db, now }, ids, within) => listActiveByIds(db, ids, dayOf(now), within),
  describeMember: ({ db }, memberId) => describeMembership(db, memberId),
  listSuperiors: async ({ db, now }, memberId) => {
    const heads = await listDepartmentHeads(db, memberId, 1, dayOf(now))
    return heads.length > 0 ? heads : listHeadsOfMember(db, memberId, dayOf(now))
  },
}

/** Approvers by post. `in` is the organisation of the flow, the one above it, or the bureau. */
export const approversByPost: readonly ApproverKind[] = [
  {
    kind: 'post',
    title: '岗位',
    resolve: ({ db, now }, rule, { orgId }) =>
      listByPost(db, orgId, toOrg(rule.with['in']), String(rule.with['post'] ?? ''), dayOf(now)),
  },
  {
    kind: 'organisation-head',
    title: '单位负责人',
    resolve: ({ db, now }, rule, { orgId }) => listOrganisationHeads(db, orgId, toOrg(rule.with['in']), dayOf(now)),
  },
  {
    kind: 'department-head',
    title: '部门负责人',
    resolve: ({ db, now }, rule, { applicant }) =>
      listDepartmentHeads(db, applicant.memberId, Math.max(1, Number(rule.with['levels'] ?? 1)), dayOf(now)),
  },
]
