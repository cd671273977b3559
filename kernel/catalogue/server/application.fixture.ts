import { newId, emptyScope, type Actor, type Ctx, type DistrictId, type Scope } from '#packages/core'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import type { ApplicationForm } from '../contract.ts'

interface TestDatabase {
  home: DistrictId
  as<T>(actor: Actor, work: (ctx: Ctx) => Promise<T>): Promise<T>
}

interface Node {
  id: string
  path: string
}

const running = ['app.read', 'app.edit', 'app.review', 'app.grant']

/** Creates a member of staff with these permissions in this scope. */
export async function createStaff(
  ctx: Ctx,
  org: Node,
  name: string,
  rights: readonly string[],
  scope: Scope,
): Promise<Actor> {
  const personId = await createPerson(ctx, { name })
  const userId = await addMembership(ctx, { personId, orgId: org.id, departmentId: null, userType: 'teacher' })
  const ids = { accountId: newId(), personId, userId, orgId: org.id, sessionId: newId() }
  return {
    kind: 'staff',
    districtId: ctx.actor.districtId,
    ...ids,
    permissions: new Map(rights.map((right) => [right, scope])),
  }
}

/** A bureau and two schools: an administrator of the district, one of each school, and a teacher at each. */
export const createPeople = (database: TestDatabase, founder: Actor) =>
  database.as(founder, async (ctx) => {
    const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
    const school = await createOrganisation(ctx, { parent: bureau, name: '实验小学', type: 'school' })
    const other = await createOrganisation(ctx, { parent: bureau, name: '文澜中学', type: 'school' })
    const below = ({ path }: Node): Scope => ({ ...emptyScope, orgPaths: [path] })
    return {
      bureau,
      school,
      other,
      chief: await createStaff(ctx, bureau, '区长官', [...running, 'app.audit'], { ...emptyScope, district: true }),
      head: await createStaff(ctx, school, '校管理', running, below(school)),
      otherHead: await createStaff(ctx, other, '外校管理', running, below(other)),
      teacher: await createStaff(ctx, school, '老师', [], emptyScope),
      otherTeacher: await createStaff(ctx, other, '外校老师', [], emptyScope),
    }
  })
export type People = Awaited<ReturnType<typeof createPeople>>

let count = 0

/** A completed application form. */
export const applicationForm = (facts: Partial<ApplicationForm> = {}): ApplicationForm => ({
  key: '',
  kind: 2,
  name: `食堂点评${++count}`,
  edition: '',
  url: 'https://canteen.example.cn/',
  logo: 'coffee',
  author: '云禾科技',
  about: '给每天的午餐打分',
  manageOrgId: null,
  includesBelow: true,
  ips: '',
  category: 'safety',
  power: 1,
  apiReach: 0,
  mainApp: '',
  version: 0,
  isSubmitted: true,
  ...facts,
})
