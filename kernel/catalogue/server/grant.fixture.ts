import { aBureau, aSchool, aDepartment, type OrgNode } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import type { AppAudience } from '#packages/contract'
import { newId, type Actor, wholeDistrict, orgTreeScope } from '#packages/core'
import { createActor, type TestDatabase } from '#packages/testing'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { allWith } from './application.fixture.ts'

const rights = ['app.read', 'app.review', 'app.grant', 'role.read', 'role.assign']

/** Inserts a published application. */
export async function publishApp(
  { sql, home }: TestDatabase,
  key: string,
  audience: AppAudience,
  manageOrgId?: string,
) {
  await sql(
    `insert into tenant.application (district_id, key, kind, name, category, audience, status, manage_org_id, registered_at)
     values ($1, $2, 2, $2, 'office', $3, 2, $4, now())`,
    [home, key, audience, manageOrgId ?? null],
  )
}

/** Inserts a role; without an organisation it is a role of the district. */
export async function insertRole({ sql, home }: TestDatabase, title: string, orgId: string | null, template?: string) {
  const id = newId()
  await sql(
    `insert into tenant.role (district_id, id, title, org_id, template, created_at) values ($1, $2, $3, $4, $5, now())`,
    [home, id, title, orgId, template ?? null],
  )
  return id
}

export const assignRole = ({ sql, home }: TestDatabase, roleId: string, { userId }: Actor) =>
  sql(
    `insert into tenant.membership_role (district_id, membership_id, role_id, created_at) values ($1, $2, $3, now())`,
    [home, userId, roleId],
  )

/** A bureau, a cluster with two schools, and a third school, each with a decider and two members of staff. */
export async function createSchools(database: TestDatabase) {
  const founder = createActor({ districtId: database.home })
  return database.as(founder, async (ctx) => {
    const bureau = await aBureau(ctx)
    const cluster = await createOrganisation(ctx, { parent: bureau, name: '第一学区', type: 'cluster' })
    const near = await aSchool(ctx, cluster)
    const next = await aSchool(ctx, cluster, '重阳小学')
    const far = await aSchool(ctx, bureau, '文澜中学')
    const office = await aDepartment(ctx, near)
    const manager = (at: OrgNode, name: string, scope = orgTreeScope(at)) =>
      aTeacher(ctx, { at, name, can: allWith(rights, scope) })
    const staff = async (at: OrgNode) => [
      await aTeacher(ctx, { at, name: `${at.id} 甲` }),
      await aTeacher(ctx, { at, name: `${at.id} 乙` }),
    ]
    return {
      bureau,
      cluster,
      near,
      next,
      far,
      office,
      chief: await manager(bureau, '区管理', wholeDistrict),
      clusterHead: await manager(cluster, '学区管理'),
      head: await manager(near, '校管理'),
      nearStaff: await staff(near),
      nextStaff: await staff(next),
      farStaff: await staff(far),
    }
  })
}
export type Schools = Awaited<ReturnType<typeof createSchools>>
