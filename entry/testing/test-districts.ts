import { aUserWithRoles } from '#kernel/access/server/example.ts'
import { aPhone } from '#kernel/identity/server/example.ts'
import { aSchool, aDepartment } from '#kernel/org/server/example.ts'
import { aClass } from '#kernel/schooling/server/example.ts'
import { aFamily } from '#kernel/student/server/example.ts'
import type { RoleTemplate } from '#packages/contract'
import { districtId, type Actor, type Ctx, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import { writeSession, type IsolationSchool, type TestDatabase, type World } from '#packages/testing'
import { createDistrict, createPlatformCtx } from '#kernel/access/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
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
  // Only people with an account are asked to decide.
  const owner = await people.hire(home.districtId, school.id, ['school-admin'], null, { hasAccount: true })
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
      const school = await aSchool(ctx, created.bureau, name)
      const department = await aDepartment(ctx, school, `${name}教务处`)
      const group = await aDepartment(ctx, department, `${name}语文组`)
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
  const inside = <T>(district: DistrictId, work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(database.cells, districtId(district), (db) =>
      work(createPlatformCtx(database.app, district, db, new Date())),
    )
  return {
    hire: (
      district: DistrictId,
      orgId: string,
      roles: RoleTemplate[],
      departmentId: string | null = null,
      facts: { phone?: string; idCard?: string; sex?: '男' | '女'; hasAccount?: boolean } = {},
    ): Promise<Actor> =>
      inside(district, (ctx) => {
        const department = departmentId ? { id: departmentId } : undefined
        const person = { name: `人员${++count}`, phone: aPhone(), ...facts }
        return aUserWithRoles(ctx, roles, { at: { id: orgId }, department, ...person })
      }),
    /** A pupil of the first class of the seventh grade, and a parent who is bound to her. */
    family: (district: DistrictId, orgId: string) =>
      inside(district, async (ctx) => aFamily(ctx, await aClass(ctx, { id: orgId }))),
    session: (actor: Actor, state: 'live' | 'expired' | 'idle' | 'revoked' = 'live') =>
      writeSession(database, { ...actor, kind: actor.kind === 'job' ? 'staff' : actor.kind, state }),
  }
}
