import { emptyScope, orgTreeScope, wholeDistrict, type Actor, type Ctx, type Scope } from '#packages/core'
import { aPhone } from '#kernel/identity/server/example.ts'
import { aBureau, aSchool, type OrgNode } from '#kernel/org/server/example.ts'
import { aGrade } from '#kernel/schooling/server/example.ts'
import { approversByRole } from '#kernel/access/server/approvers.ts'
import { approversOfClasses } from '#kernel/schooling/server/approvers.ts'
import { approvalMembers } from '#kernel/staff/server/approvers.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import type { TestDatabase } from '#packages/testing'
import { bindApproval } from './service/family/approve-bind-requests.ts'
import { transferApproval } from './service/students/approve-transfers.ts'
import type { NewStudentForm, StudentFilter } from '../contract.ts'

/** Noon of a day in China. Tests use fixed days. */
export const getNoon = (day: string) => new Date(`${day}T12:00:00+08:00`)
export const on = (ctx: Ctx, day: string): Ctx => ({ ...ctx, now: getNoon(day) })

/** A bureau and two primary schools, each with two grades (一年级 and 二年级 in autumn 2026) of three classes. */
export async function createTestSchools(ctx: Ctx) {
  const bureau = await aBureau(ctx)
  const school = await aSchool(ctx, bureau)
  const other = await aSchool(ctx, bureau, '文澜小学')
  const gradesOf = async (org: OrgNode) => {
    const open = (startYear: number) => aGrade(ctx, org, { stage: 2, startYear, classes: 3 })
    return { first: await open(2026), second: await open(2025) }
  }
  return { bureau, school, other, grades: await gradesOf(school), otherGrades: await gradesOf(other) }
}
export type TestSchools = Awaited<ReturnType<typeof createTestSchools>>

const rights = ['student.read', 'student.edit', 'student.event', 'student.contact', 'student.reveal', 'student.account']

/** An administrator of a school or of the district. */
export const createManager = (ctx: Ctx, at: OrgNode, scope: Scope = orgTreeScope(at)) =>
  aTeacher(ctx, {
    at,
    name: '管理员',
    since: '2026-01-01',
    can: Object.fromEntries(rights.map((right) => [right, scope])),
  })

/** A class teacher, whose scope is the classes of the requested day. */
export async function createClassTeacher(ctx: Ctx, at: OrgNode, name: string): Promise<Actor> {
  const actor = await aTeacher(ctx, { at, name, since: '2026-01-01' })
  const led: Scope = { ...emptyScope, classesLedBy: actor.userId }
  const ledPermissions = ['student.contact', 'student.reveal', 'student.account', 'face.manage'].map(
    (right) => [right, led] as const,
  )
  return {
    ...actor,
    permissions: new Map([['student.read', { ...emptyScope, classesOf: actor.userId }], ...ledPermissions]),
  }
}

export async function createManagedSchools(ctx: Ctx) {
  const tree = await createTestSchools(ctx)
  return {
    tree,
    chief: await createManager(ctx, tree.bureau, wholeDistrict),
    head: await createManager(ctx, tree.school),
    neighbour: await createManager(ctx, tree.other),
  }
}

export const createStudentForm = (
  gradeId: string,
  classId: string | null,
  more: Partial<NewStudentForm> = {},
): NewStudentForm => ({
  name: '沈明远',
  sex: '男',
  idKind: 'id-card',
  schoolNo: '',
  birthday: '2019-05-06',
  nation: '01',
  household: '',
  isBoarding: false,
  isSpecial: false,
  orgId: null,
  gradeId,
  classId,
  seatNo: null,
  type: 'enrol',
  on: '2026-09-01',
  reason: '',
  guardians: [
    { name: '李秀兰', relation: 2, phone: aPhone(), isPrimary: true, isEmergency: true, restriction: 'none' },
  ],
  ...more,
})

export const currentStudents: StudentFilter = {
  orgId: null,
  gradeId: null,
  classId: null,
  keyword: '',
  status: 'current',
}
export const firstPage = { pageNumber: 1, pageSize: 200, sort: 'seat', desc: false } as const

/** Approvals of bindings and transfers; people of the fixtures have no roles, so the test says who holds permissions. */
export function contributeApprovals(
  { contribute }: Pick<TestDatabase, 'contribute'>,
  { holders, administrators }: { holders: () => readonly Actor[]; administrators: () => readonly Actor[] },
) {
  const toApprovers = (actors: readonly Actor[]) =>
    actors.map(({ personId, userId }) => ({ personId, memberId: userId }))
  contribute('approvalSubjects', bindApproval, transferApproval)
  contribute('approvalMembers', approvalMembers)
  contribute('approverKinds', ...approversOfClasses, approversByRole, {
    kind: 'permission',
    title: '权限',
    resolve: async () => toApprovers(holders()),
  })
  contribute('flowAdministrators', async () => toApprovers(administrators()))
}
