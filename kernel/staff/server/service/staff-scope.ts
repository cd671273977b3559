import { dayOf, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import { guardAccount } from '../membership-guards.ts'
import { listAllMemberships, type MembershipRow } from '../membership-queries.ts'

type StaffPermission = 'user.edit' | 'user.reset' | 'user.reveal' | 'user.merge' | 'org.appoint'

/** Permissions that allow taking over an account. */
const accountTakeoverPermissions: readonly StaffPermission[] = ['user.reset', 'user.merge', 'org.appoint']

interface DatedMembership {
  isMain: boolean
  beginsOn: string
  overOn: string | null
}

export const isOpenOn =
  (day: string) =>
  ({ overOn }: Pick<DatedMembership, 'overOn'>) =>
    overOn === null || overOn > day

/** The main memberships, whose organisation is responsible for the person; before a transfer, those of today. */
export function listMainMemberships<Membership extends DatedMembership>(
  memberships: readonly Membership[],
  day: string,
): Membership[] {
  const mains = memberships.filter((membership) => membership.isMain && isOpenOn(day)(membership))
  const begun = mains.filter(({ beginsOn }) => beginsOn <= day)
  return begun.length > 0 ? begun : mains
}

/** Whether a person is in the caller's scope: by a current membership, or by the last one of a leaver. */
export function isInCallersScope(
  memberships: readonly (DatedMembership & { mayEdit: boolean })[],
  day: string,
): boolean {
  const open = memberships.filter(isOpenOn(day))
  return (open.length > 0 ? open : memberships).some(({ mayEdit }) => mayEdit)
}

/** Such a scope includes everybody, also pupils and guardians, who have no memberships. */
export const coversWholeDistrict = ({ district, orgPaths }: Scope) =>
  district || orgPaths.some((path) => !path.includes('.'))

/** All open memberships with whether they are in scope. Without the permission the scope is empty. */
async function listOpenMemberships(ctx: Ctx, permission: StaffPermission, personId: string) {
  const scope = ctx.actor.permissions.has(permission) ? scopeOf(ctx, permission) : null
  return (await listAllMemberships(ctx.db, personId, scope)).filter(isOpenOn(dayOf(ctx.now)))
}

const isOutOfScope = ({ mayEdit }: MembershipRow) => !mayEdit

/** Refuses unless all current and planned memberships of the person are in scope. */
export async function requireAllInScope(ctx: Ctx, permission: StaffPermission, personId: string) {
  const far = (await listOpenMemberships(ctx, permission, personId)).filter(isOutOfScope)
  if (accountTakeoverPermissions.includes(permission)) await guardAccount(ctx, personId, far)
  if (far[0]) throw new Refusal(refusalMessages[permission](far[0].orgName))
}

/**
 * Refuses unless the main membership, or all memberships, are in scope: otherwise a school could add a district
 * administrator as a colleague and take over the account. A second employer does not lock out the main one. Taking over
 * an account is also refused for administrators elsewhere (`guardAccount`) and for people about to transfer.
 */
export async function requireInCharge(ctx: Ctx, permission: StaffPermission, personId: string) {
  const memberships = await listOpenMemberships(ctx, permission, personId)
  if (accountTakeoverPermissions.includes(permission))
    await guardAccount(ctx, personId, memberships.filter(isOutOfScope))
  const far = findMainOutOfScope(memberships, permission, dayOf(ctx.now))
  if (far) throw new Refusal(refusalMessages[permission](far.orgName))
}

/** The main membership outside the scope; undefined when the caller is responsible. */
function findMainOutOfScope(
  memberships: readonly MembershipRow[],
  permission: StaffPermission,
  day: string,
): MembershipRow | undefined {
  const far = memberships.filter(isOutOfScope)
  const homes = accountTakeoverPermissions.includes(permission)
    ? memberships.filter(({ isMain }) => isMain)
    : listMainMemberships(memberships, day)
  return homes.length > 0 ? homes.find(isOutOfScope) : far[0]
}

export async function isInCharge(ctx: Ctx, permission: StaffPermission, personId: string): Promise<boolean> {
  return (
    findMainOutOfScope(await listOpenMemberships(ctx, permission, personId), permission, dayOf(ctx.now)) === undefined
  )
}

/** Whether the caller may read a person by `user.read`: a current membership in scope, or the last ones of a leaver. */
export async function isStaffInScope(ctx: Ctx, personId: string): Promise<boolean> {
  const reading = ctx.actor.permissions.get('user.read')
  if (!reading) return false
  const day = dayOf(ctx.now)
  const memberships = await listAllMemberships(ctx.db, personId, null, reading)
  const open = memberships.filter(isOpenOn(day))
  return (open.length > 0 ? open : memberships).some(({ mayRead }) => mayRead)
}

const accountMessage = (orgName: string) => `该人员的登录信息由主要任职单位${orgName}或上级单位处理`
export const refusalMessages: Record<StaffPermission, (orgName: string) => string> = {
  'user.edit': (orgName) => `该人员主要在${orgName}任职，姓名、性别、证件和手机由该单位或上级单位修改`,
  'user.reset': accountMessage,
  'org.appoint': accountMessage,
  'user.merge': (orgName) => `该人员在${orgName}也有任职，请由上级单位合并`,
  'user.reveal': (orgName) => `该人员主要在${orgName}任职，完整信息由该单位或上级单位查看`,
}
/** For fields that already have a value: a second employer only fills gaps. */
export const keptByMainEmployer = '已由主要任职单位填写，由该单位或上级单位修改'
