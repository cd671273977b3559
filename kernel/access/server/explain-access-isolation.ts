import type { IsolationCase, World } from '#packages/testing'
import type { explainAccessRoutes } from '../contract-explain-access.ts'
import type { PreparedRole } from './roles-isolation.ts'

// Access at the home school is explained only to its administrator.
const thisSchool = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
// Limited to the caller's scope.
const everyAdministrator = { ...thisSchool, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const record = ({ home }: World) => ({ kind: 'organisation', recordId: home.school.id, permission: 'org.read' })

export const explainAccessCases: { readonly [Name in keyof typeof explainAccessRoutes]: IsolationCase<PreparedRole> } =
  {
    effective: { ...thisSchool, request: ({ owner }) => ({ query: { userId: owner.userId } }) },
    findPeople: { ...thisSchool, request: ({ home }) => ({ body: { keyword: '人员', orgId: home.school.id } }) },
    recordKinds: everyAdministrator,
    findRecords: { ...everyAdministrator, request: () => ({ body: { kind: 'organisation', keyword: '学校' } }) },
    explain: { ...thisSchool, request: (world) => ({ body: { ...record(world), userId: world.owner.userId } }) },
    holders: { ...thisSchool, request: (world) => ({ body: { ...record(world), pageNumber: 1, pageSize: 20 } }) },
  }
