import { emptyScope, unionScopes } from '#packages/core'
import { crud } from '#packages/crud'
import { room } from '../contract-rooms.ts'

/** All staff read the rooms of their organisation, and of those whose classes they may read. */
export const rooms = crud(room, 'room', {
  readScope: ({ actor: { orgId, homeOrgId, permissions } }) =>
    unionScopes([
      { ...emptyScope, orgIds: homeOrgId ? [orgId, homeOrgId] : [orgId] },
      permissions.get('class.read') ?? emptyScope,
    ]),
})
