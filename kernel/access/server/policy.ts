import type { RoleTemplate } from '#packages/contract'
import type { Actor, Scope } from '#packages/core'
import { isBelow, type Receiving } from './reach.ts'

/** Whose a role is: an organisation's, by its path in the tree, or the district's. */
interface Owned {
  orgPath: string | null
}

const reachesAll = (scope: Scope | undefined, path: string | null) =>
  scope !== undefined && (scope.district || (path !== null && scope.orgPaths.some((root) => isBelow(path, root))))

/** What pupils and guardians may do is the house's affair: nobody gives them roles, and the roles are not changed. */
export const isFamilyRole = (template: RoleTemplate | null) => template === 'pupil' || template === 'guardian'

/** A role of the district is changed by whoever reaches all of it, one of an organisation by whoever reaches that. */
export const canEdit = (actor: Actor, { orgPath }: Owned) => reachesAll(actor.permissions.get('role.edit'), orgPath)

/** Who names those who run an organisation and all below it reaches all of that herself. */
export const canAppoint = (actor: Actor, { orgPath }: Owned) =>
  reachesAll(actor.permissions.get('org.appoint'), orgPath)

/** Where whoever gets a role may be: anywhere below the organisation whose it is. */
export const receivingOf = ({ orgPath }: Owned): Receiving => (orgPath === null ? 'district' : { below: orgPath })

/** The three that nobody may hold two of, over all places in the district. */
const separate: readonly RoleTemplate[] = ['district-admin', 'security-admin', 'auditor']
export const isSeparateDuty = (template: RoleTemplate | null) => template !== null && separate.includes(template)

/** Who appoints administrators all over the district also names the first of those who are kept apart from her. */
export const appointsSeparate = (actor: Actor, template: RoleTemplate | null) =>
  isSeparateDuty(template) && actor.permissions.get('org.appoint')?.district === true
