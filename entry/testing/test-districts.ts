import type { RoleTemplate } from '#packages/contract'
import { districtId, newId, type Actor, type Ctx, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import { writeSession, type IsolationSchool, type TestDatabase, type World } from '#packages/testing'
import {
  createDistrict,
  assignTemplates,
  getMembershipPermissions,
  createPlatformCtx,
} from '#kernel/access/server/api.ts'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { addMembership, findMembership } from '#kernel/staff/server/api.ts'
import { useWholeApp } from './whole-app.ts'

interface TestDistrict {
  districtId: DistrictId
  bureauId: string
  schools: IsolationSchool[]
  ctx<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** Two districts with three schools each, created by the product's own services. */
export async function buildWorld(database: TestDatabase): Promise<World & { people: PeopleBuilder }> {
  useWholeApp(database)
  const home = await buildDistrict(database, '甲')
  const away = await buildDistrict(database, '乙')
  const people = createPeopleBuilder(database)
  const [school, otherSchool] = home.schools as [IsolationSchool, IsolationSchool]
  const owner = await people.hire(home.districtId, school.id, ['school-admin'])
  return {
    database,
    people,
    owner,
    home: { districtId: home.districtId, bureauId: home.bureauId, school, otherSchool },
    away: { districtId: away.districtId, bureauId: away.bureauId, school: away.schools[0]! },
  }
}

async function buildDistrict(database: TestDatabase, mark: string): Promise<TestDistrict> {
  const { cells } = database
  const now = new Date()
  const created = await createDistrict(database.app, cells, { name: `${mark}区教育局`, cell: 1 }, now)
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(cells, created.district, (db) => work(createPlatformCtx(database.app, created.district, db, now)))
  // The second step has its own tests; elsewhere the password is enough.
  await inside((ctx) => writeSetting(ctx, created.bureau.id, 'login', { secondStep: 'off' }))
  const schools = await inside(async (ctx) => {
    const made: IsolationSchool[] = []
    for (const name of ['一', '二', '三'].map((numeral) => `${mark}${numeral}学校`)) {
      const school = await createOrganisation(ctx, { parent: created.bureau, name, type: 'school' })
      const department = await createOrganisation(ctx, { parent: school, name: `${name}教务处`, type: 'department' })
      const group = await createOrganisation(ctx, { parent: department, name: `${name}语文组`, type: 'department' })
      made.push({ id: school.id, departmentId: department.id, secrets: [name, school.id, department.id, group.id] })
    }
    return made
  })
  return { districtId: created.district, bureauId: created.bureau.id, schools, ctx: inside }
}

export type PeopleBuilder = ReturnType<typeof createPeopleBuilder>

/** Hires people as an administrator would, and creates their sessions without a sign-in. */
function createPeopleBuilder(database: TestDatabase) {
  let count = 0
  return {
    async hire(
      district: DistrictId,
      orgId: string,
      roles: RoleTemplate[],
      departmentId: string | null = null,
      facts: { phone?: string; idCard?: string; sex?: '男' | '女' } = {},
    ): Promise<Actor> {
      const now = new Date()
      return inDistrict(database.cells, districtId(district), async (db) => {
        const ctx = createPlatformCtx(database.app, district, db, now)
        const personId = await createPerson(ctx, {
          name: `人员${++count}`,
          phone: `1380000${String(count).padStart(4, '0')}`,
          ...facts,
        })
        const userId = await addMembership(ctx, { personId, orgId, departmentId, userType: 'teacher' })
        await assignTemplates(ctx, userId, roles)
        const membership = (await findMembership(ctx, userId))!
        const { permissions } = await getMembershipPermissions(ctx, membership)
        return { ...ctx.actor, kind: 'staff', accountId: newId(), personId, userId, orgId, permissions }
      })
    },
    session: (actor: Actor, state: 'live' | 'expired' | 'idle' | 'revoked' = 'live') =>
      writeSession(database, { ...actor, kind: actor.kind === 'job' ? 'staff' : actor.kind, state }),
  }
}
