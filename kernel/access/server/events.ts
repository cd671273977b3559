/** Somebody was given a role by name: { roleId, userIds }. */
export const roleGiven = 'role.given'
/** A role was taken from somebody: { roleId, userIds }. */
export const roleTaken = 'role.taken'
/** What a role holds was changed: { roleId, changeId }. */
export const roleChanged = 'role.changed'
