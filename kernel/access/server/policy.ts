import type { RoleTemplate } from '#packages/contract'
import type { Actor, Scope } from '#packages/core'
import { isPathBelow, type ReceiverScope } from './role-scope.ts'

/** The owner of a role: an organisation, by its path, or the district (null). */
interface RoleOwner {
  orgPath: string | null
}

const coversPath = (scope: Scope | undefined, path: string | null) =>
  scope !== undefined && (scope.district || (path !== null && scope.orgPaths.some((root) => isPathBelow(path, root))))

/** The system maintains the permissions of pupils and guardians: their roles are neither assigned nor changed. */
export const isFamilyRole = (template: RoleTemplate | null) => template === 'pupil' || template === 'guardian'

/** Changing a district role needs the whole district in scope, an organisation's role the organisation. */
export const canEditRole = (actor: Actor, { orgPath }: RoleOwner) =>
  coversPath(actor.permissions.get('role.edit'), orgPath)

/** An administrator's role covers the whole subtree, so the appointer's scope has to cover it too. */
export const canAppointAdministrator = (actor: Actor, { orgPath }: RoleOwner) =>
  coversPath(actor.permissions.get('org.appoint'), orgPath)

/** Holders of an organisation's role must be in its subtree. */
export const getReceiverScope = ({ orgPath }: RoleOwner): ReceiverScope =>
  orgPath === null ? 'district' : { below: orgPath }

/** A person may hold at most one of these, over all memberships in the district. */
const separateDuties: readonly RoleTemplate[] = ['district-admin', 'security-admin', 'auditor']
export const isSeparateDuty = (template: RoleTemplate | null) => template !== null && separateDuties.includes(template)

/** A caller who may appoint in the whole district may also appoint the first holders of the separate duties. */
export const mayAppointSeparateDuty = (actor: Actor, template: RoleTemplate | null) =>
  isSeparateDuty(template) && actor.permissions.get('org.appoint')?.district === true
