import type { AppAudience } from '#packages/contract'
import { newId, emptyScope, type Actor, type Scope } from '#packages/core'
import { createActor, type TestDatabase } from '#packages/testing'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { createStaff } from './application.fixture.ts'

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
    const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
    const cluster = await createOrganisation(ctx, { parent: bureau, name: '第一学区', type: 'cluster' })
    const near = await createOrganisation(ctx, { parent: cluster, name: '实验小学', type: 'school' })
    const next = await createOrganisation(ctx, { parent: cluster, name: '重阳小学', type: 'school' })
    const far = await createOrganisation(ctx, { parent: bureau, name: '文澜中学', type: 'school' })
    const office = await createOrganisation(ctx, { parent: near, name: '教务处', type: 'department' })
    const below = ({ path }: { path: string }): Scope => ({ ...emptyScope, orgPaths: [path] })
    const staff = async (org: { id: string; path: string }) => [
      await createStaff(ctx, org, `${org.id} 甲`, [], emptyScope),
      await createStaff(ctx, org, `${org.id} 乙`, [], emptyScope),
    ]
    return {
      bureau,
      cluster,
      near,
      next,
      far,
      office,
      chief: await createStaff(ctx, bureau, '区管理', rights, { ...emptyScope, district: true }),
      clusterHead: await createStaff(ctx, cluster, '学区管理', rights, below(cluster)),
      head: await createStaff(ctx, near, '校管理', rights, below(near)),
      nearStaff: await staff(near),
      nextStaff: await staff(next),
      farStaff: await staff(far),
    }
  })
}
export type Schools = Awaited<ReturnType<typeof createSchools>>
