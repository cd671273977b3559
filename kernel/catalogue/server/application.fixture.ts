import { orgTreeScope, wholeDistrict, type Actor, type Scope } from '#packages/core'
import type { TestDatabase } from '#packages/testing'
import { twoSchools } from '#kernel/org/server/example.ts'
import { approversByRole } from '#kernel/access/server/approvers.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { accessRequestApproval } from './service/access-requests/access-request-approval.ts'
import { applicationApproval } from './service/applications/application-approval.ts'
import { appRequestApproval } from './service/centre/app-requests.ts'

const rights = ['app.read', 'app.edit', 'app.review', 'app.grant']
export const allWith = (permissions: readonly string[], scope: Scope) =>
  Object.fromEntries(permissions.map((permission) => [permission, scope]))

/** A bureau and two schools: an administrator of the district, one of each school, and a teacher at each. */
export const createPeople = (database: Pick<TestDatabase, 'as'>, founder: Actor) =>
  database.as(founder, async (ctx) => {
    const { bureau, school, other } = await twoSchools(ctx)
    const can = allWith([...rights, 'app.audit'], wholeDistrict)
    return {
      bureau,
      school,
      other,
      chief: await aTeacher(ctx, { at: bureau, name: '区长官', hasAccount: true, can }),
      head: await aTeacher(ctx, { at: school, name: '校管理', can: allWith(rights, orgTreeScope(school)) }),
      otherHead: await aTeacher(ctx, { at: other, name: '外校管理', can: allWith(rights, orgTreeScope(other)) }),
      teacher: await aTeacher(ctx, { at: school, name: '老师' }),
      otherTeacher: await aTeacher(ctx, { at: other, name: '外校老师' }),
    }
  })
export type People = Awaited<ReturnType<typeof createPeople>>

/** Declares the approvals of this module; this person decides where somebody with a permission does. */
export function declareApprovals({ contribute }: TestDatabase, { personId, userId }: Actor) {
  contribute('approvalSubjects', accessRequestApproval, applicationApproval, appRequestApproval)
  const resolve = async () => [{ personId, memberId: userId }]
  contribute('approverKinds', { kind: 'permission', title: '权限', resolve }, approversByRole)
}
