/** A role was granted by name: { roleId, userIds }. */
export const roleGiven = 'role.given'
/** A role was revoked: { roleId, userIds }. */
export const roleTaken = 'role.taken'
/** The permissions of a role changed: { roleId, changeId }. */
export const roleChanged = 'role.changed'
