import { dayOf, emptyScope, listContributions, type Ctx } from '#packages/core'
import { listAppointedHolders, listPersonMembershipIds } from './appointment-queries.ts'

/** A permission that a membership has by an appointment and not by a role, for an organisation and those below it. */
interface AppointedPermission {
  membershipId: string
  permission: string
  /** 请假管理员 */
  title: string
  /** Who appointed the person; may be empty. */
  giver: string
  orgId: string
  orgName: string
  orgPath: string
}

interface AppointmentSource {
  /** The permissions of these memberships. Runs for every session every few seconds. */
  listPermissions: (ctx: ReadCtx, membershipIds: readonly string[]) => Promise<readonly AppointedPermission[]>
  /** The memberships that have a permission for an organisation by an appointment there or above it. */
  listHolders: (ctx: ReadCtx, permission: string, orgId: string) => Promise<readonly AppointedHolder[]>
}
type ReadCtx = Pick<Ctx, 'app' | 'db' | 'now'>

interface AppointedHolder {
  membershipId: string
  title: string
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Appointments that give permissions: the administrators of applications. */
    appointments: AppointmentSource
  }
}

export async function listAppointedPermissions(ctx: ReadCtx, membershipIds: readonly string[]) {
  const given: AppointedPermission[] = []
  for (const { listPermissions } of listContributions(ctx, 'appointments'))
    given.push(...(await listPermissions(ctx, membershipIds)))
  return given
}

/** What a person has by appointment in any membership that has not ended. */
export const listAppointedPermissionsOfPerson = async (ctx: ReadCtx, personId: string) =>
  listAppointedPermissions(ctx, await listPersonMembershipIds(ctx.db, personId, dayOf(ctx.now)))

export async function listAppointedMemberships(ctx: ReadCtx, permission: string, orgId: string) {
  const holders: AppointedHolder[] = []
  for (const { listHolders } of listContributions(ctx, 'appointments'))
    holders.push(...(await listHolders(ctx, permission, orgId)))
  return holders
}

/** People with an account who have a permission for an organisation by appointment, each with one membership. */
export async function listAppointedPeople(ctx: ReadCtx, permission: string, orgId: string) {
  const holders = await listAppointedMemberships(ctx, permission, orgId)
  if (holders.length === 0) return []
  return listAppointedHolders(
    ctx.db,
    holders.map(({ membershipId }) => membershipId),
    dayOf(ctx.now),
  )
}

/** An appointment in the form of a reason for a permission. It shows no field that the person's roles hide. */
export const toPermissionReason = ({ permission, title, giver, orgName, orgPath }: AppointedPermission) => ({
  permission,
  roleId: null,
  roleName: title,
  via: 'appointment' as const,
  viaName: giver && `${giver}指定`,
  origin: 'own' as const,
  kind: 'org-tree' as const,
  orgIds: [],
  orgName,
  scope: { ...emptyScope, orgPaths: [orgPath] },
})
