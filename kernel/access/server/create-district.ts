import { createDistrictKey } from '#packages/crypto'
import { emptyId, listContributions, newId, type Actor, type App, type Ctx, type DistrictId } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { enqueue } from '#packages/jobs'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { createPerson, invitePerson } from '#kernel/identity/server/api.ts'
import { createOrganisation, registerDistrict, openDistrict } from '#kernel/org/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import { confirmDistrict } from './jobs.ts'
import { announceRoleGiven } from './service/announce-grants.ts'
import { createTemplateRoles, assignTemplates } from './role-templates.ts'

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Rows that every district has from its first day: the standard types of leave. */
    newDistrictRows: { key: string; create: (ctx: Ctx) => Promise<unknown> }
  }
}

export interface NewDistrict {
  name: string
  cell: number
  host?: string | null
  /** Invited as the only administrator of the new district. */
  administrator?: { name: string; phone?: string }
  /** Runs in the transaction that creates the bureau. */
  prepare?: (ctx: Ctx, bureau: { id: string; path: string }) => Promise<void>
}

/** A context of the platform itself: for the command line and for seeds. */
export const createPlatformCtx = (app: App, district: DistrictId, db: Ctx['db'], now: Date): Ctx => {
  const actor: Actor = {
    kind: 'platform',
    districtId: district,
    accountId: emptyId,
    personId: emptyId,
    userId: emptyId,
    orgId: emptyId,
    sessionId: emptyId,
    permissions: new Map(),
  }
  return { app, actor, db, now, requestId: newId() }
}

/**
 * Creates a district: its number in the directory, then in one transaction everything in its cell (bureau, keys, roles,
 * the administrator's invitation), then it is activated. If the process dies in between, the job in the cell activates
 * it.
 */
export async function createDistrict(
  app: App,
  cells: Cells,
  { name, cell, host = null, administrator, prepare }: NewDistrict,
  now: Date,
) {
  const { district, orgId } = await registerDistrict(cells, { cell, name, host, orgId: newId() }, now)
  const created = await inDistrict(cells, district, async (db) => {
    const ctx = createPlatformCtx(app, district, db, now)
    await createDistrictKey(db, district, now)
    const bureau = await createOrganisation(ctx, { id: orgId, parent: null, name, type: 'bureau' })
    await createTemplateRoles(ctx)
    for (const { create } of listContributions(ctx, 'newDistrictRows')) await create(ctx)
    const invitation = administrator ? await inviteDistrictAdministrator(ctx, orgId, administrator) : undefined
    await recordOperation(ctx, { route: 'admin district create', title: '创建区', objectIds: [orgId] })
    await enqueue(ctx, confirmDistrict, {})
    await prepare?.(ctx, bureau)
    return { bureau, invitation }
  })
  await openDistrict(cells, district)
  return { district, ...created }
}

/** Adds a person as district administrator and returns the code of the invitation link. */
export async function inviteDistrictAdministrator(
  ctx: Ctx,
  bureauId: string,
  { name, phone }: { name: string; phone?: string },
) {
  const personId = await createPerson(ctx, { name, ...(phone ? { phone } : {}) })
  const membershipId = await addMembership(ctx, { personId, orgId: bureauId, userType: 'bureau', post: '区管理员' })
  const given = await assignTemplates(ctx, membershipId, ['district-admin'])
  for (const { roleId } of given) await announceRoleGiven(ctx, roleId, [membershipId])
  await recordOperation(ctx, { route: 'admin invite', title: '邀请区管理员', objectIds: [personId] })
  return invitePerson(ctx, personId)
}
