import type { RoleTemplate } from '#packages/contract'
import { emptyId, newId, type Actor, type Ctx, type DistrictId, type App } from '#packages/core'
import type { Cells } from '#packages/db'
import type { RequestCtx } from '#packages/http'
import { assignTemplates, resolvePermissions } from '#kernel/access/server/api.ts'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'

interface Database {
  cells: Cells
  home: DistrictId
  sql(text: string, values?: unknown[]): Promise<unknown>
  as<T>(actor: Actor, work: (ctx: Ctx) => Promise<T>): Promise<T>
}

export interface TestSchool {
  id: string
  path: string
}

export async function createSchools(ctx: Ctx) {
  const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
  const school = await createOrganisation(ctx, { parent: bureau, name: '实验小学', type: 'school' })
  const other = await createOrganisation(ctx, { parent: bureau, name: '文澜中学', type: 'school' })
  return { school, other }
}

/** People with roles, because background tasks check the permissions when they run. */
export function createImporters(database: Database) {
  const { as, home } = database
  const noPerson = { accountId: emptyId, personId: emptyId, userId: emptyId, orgId: emptyId, sessionId: emptyId }
  const founder: Actor = { kind: 'job', districtId: home, ...noPerson, permissions: new Map() }

  /** A signed-in actor with the current permissions of the roles. */
  const enter = (membership: { personId: string; userId: string; orgId: string }) =>
    as(founder, async (ctx): Promise<Actor> => {
      const permissions = (await resolvePermissions(ctx, membership))!
      const ids = { accountId: newId(), sessionId: newId() }
      return { kind: 'staff', districtId: home, ...ids, ...membership, ...permissions }
    })
  return {
    founder,
    enter,
    async hire(name: string, { id: orgId }: TestSchool, role: RoleTemplate): Promise<Actor> {
      const membership = await as(founder, async (ctx) => {
        const personId = await createPerson(ctx, { name })
        const userId = await addMembership(ctx, { personId, orgId, userType: 'teacher' })
        await assignTemplates(ctx, userId, [role])
        return { personId, userId, orgId }
      })
      return enter(membership)
    },
    takeRoles: ({ userId }: Actor) =>
      database.sql('delete from tenant.membership_role where membership_id = $1', [userId]),
  }
}

/** The context of a handler that opens its own transactions. */
export const createOwnContext = ({ app, cells }: { app: App; cells: Cells }, actor: Actor): RequestCtx =>
  ({ app, actor, cells, now: new Date(), requestId: newId() }) as RequestCtx
