import type { RoleTemplate } from '#packages/contract'
import { emptyId, newId, type Actor, type Ctx, type DistrictId } from '#packages/core'
import type { Cells } from '#packages/db'
import type { OwnCtx } from '#packages/http'
import { grantTemplates, standingOf } from '#kernel/access/server'
import { createPerson } from '#kernel/identity/server'
import { createOrganisation } from '#kernel/org/server'
import { addMembership } from '#kernel/staff/server'

interface Database {
  cells: Cells
  home: DistrictId
  sql(text: string, values?: unknown[]): Promise<unknown>
  as<T>(actor: Actor, work: (ctx: Ctx) => Promise<T>): Promise<T>
}

export interface School {
  id: string
  path: string
}

export async function plantSchools(ctx: Ctx) {
  const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
  const school = await createOrganisation(ctx, { parent: bureau, name: '实验小学', type: 'school' })
  const other = await createOrganisation(ctx, { parent: bureau, name: '文澜中学', type: 'school' })
  return { school, other }
}

/** People with roles: what runs in the background looks at what they may do when its turn comes. */
export function importersOf(database: Database) {
  const { as, home } = database
  const nobody = { accountId: emptyId, personId: emptyId, userId: emptyId, orgId: emptyId, sessionId: emptyId }
  const founder: Actor = { kind: 'job', districtId: home, ...nobody, permissions: new Map() }

  /** As after signing in, with what the roles allow at this moment. */
  const enter = (place: { personId: string; userId: string; orgId: string }) =>
    as(founder, async (ctx): Promise<Actor> => {
      const standing = (await standingOf(ctx, place))!
      const ids = { accountId: newId(), sessionId: newId() }
      return { kind: 'staff', districtId: home, ...ids, ...place, ...standing }
    })
  return {
    founder,
    enter,
    async hire(name: string, { id: orgId }: School, role: RoleTemplate): Promise<Actor> {
      const place = await as(founder, async (ctx) => {
        const personId = await createPerson(ctx, { name })
        const userId = await addMembership(ctx, { personId, orgId, userType: 'teacher' })
        await grantTemplates(ctx, userId, [role])
        return { personId, userId, orgId }
      })
      return enter(place)
    },
    takeRoles: ({ userId }: Actor) =>
      database.sql('delete from tenant.membership_role where membership_id = $1', [userId]),
  }
}

/** What a handler is given that opens its own transactions. */
export const ownCtx = (cells: Cells, actor: Actor): OwnCtx =>
  ({ actor, cells, now: new Date(), requestId: newId() }) as OwnCtx
