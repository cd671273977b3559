import type { LoggedObjectKind } from '#kernel/audit/server/api.ts'
import { listLoggedRoles } from './logged-object-queries.ts'

/** The roles of a membership, and the definition of a role, in `entity_change`. */
export const memberRolesKind = 'access.member'
export const roleKind = 'access.role'

export const loggedRoles: readonly LoggedObjectKind[] = [
  { kind: memberRolesKind, title: '角色成员', fields: { roles: '角色' } },
  {
    kind: roleKind,
    title: '角色',
    fields: { change: '角色变更' },
    list: (ctx, scope, wanted) => listLoggedRoles(ctx.db, scope, wanted),
  },
]
