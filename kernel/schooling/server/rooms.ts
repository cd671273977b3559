import { emptyScope, unionScopes, type Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import { room } from '../contract-rooms.ts'

/** All staff read rooms and subjects of their organisation, and of those whose classes they may read. */
export const getOrgReadScope = ({ actor: { orgId, homeOrgId, permissions } }: Ctx) =>
  unionScopes([
    { ...emptyScope, orgIds: homeOrgId ? [orgId, homeOrgId] : [orgId] },
    permissions.get('class.read') ?? emptyScope,
  ])

export const rooms = crud(room, 'room', { readScope: getOrgReadScope })
