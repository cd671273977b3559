import type { RoleTemplate } from '#packages/contract'
import type { Actor, Scope } from '#packages/core'
import { isPathBelow, type ReceiverScope } from './role-scope.ts'

/** Whose a role is: an organisation's, by its path in the tree, or the district's. */
interface RoleOwner {
  orgPath: string | null
}

const coversPath = (scope: Scope | undefined, path: string | null) =>
  scope !== undefined && (scope.district || (path !== null && scope.orgPaths.some((root) => isPathBelow(path, root))))

/** What pupils and guardians may do is the house's affair: nobody gives them roles, and the roles are not changed. */
export const isFamilyRole = (template: RoleTemplate | null) => template === 'pupil' || template === 'guardian'

/** A role of the district is changed by whoever reaches all of it, one of an organisation by whoever reaches that. */
export const canEditRole = (actor: Actor, { orgPath }: RoleOwner) =>
  coversPath(actor.permissions.get('role.edit'), orgPath)

/** Who names those who run an organisation and all below it reaches all of that herself. */
export const canAppointAdministrator = (actor: Actor, { orgPath }: RoleOwner) =>
  coversPath(actor.permissions.get('org.appoint'), orgPath)

/** Where whoever gets a role may be: anywhere below the organisation whose it is. */
export const getReceiverScope = ({ orgPath }: RoleOwner): ReceiverScope =>
  orgPath === null ? 'district' : { below: orgPath }

/** The three that nobody may hold two of, over all places in the district. */
const separateDuties: readonly RoleTemplate[] = ['district-admin', 'security-admin', 'auditor']
export const isSeparateDuty = (template: RoleTemplate | null) => template !== null && separateDuties.includes(template)

/** Who appoints administrators all over the district also names the first of those who are kept apart from her. */
export const mayAppointSeparateDuty = (actor: Actor, template: RoleTemplate | null) =>
  isSeparateDuty(template) && actor.permissions.get('org.appoint')?.district === true
