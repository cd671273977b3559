import { dayOf, type Ctx } from '#packages/core'
import type { RoleTemplate } from '#packages/contract'
import type { AttendanceOffice, OfficeRole } from '#engines/attendance/server/api.ts'
import { listCurrentTemplateHolders } from '#kernel/access/server/api.ts'
import { isOrgInScope } from '#kernel/org/server/api.ts'
import { findRollPlace, listGradeHeads, listHealthStaff, listPersonIds } from './office-queries.ts'

async function listRoleHolders(ctx: Ctx, orgId: string, template: RoleTemplate): Promise<string[]> {
  const holders = await listCurrentTemplateHolders(ctx, { orgId, template })
  return listPersonIds(
    ctx.db,
    holders.map(({ userId }) => userId),
  )
}

const listMoral = (ctx: Ctx, orgId: string) => listRoleHolders(ctx, orgId, 'moral')

async function listPeople(
  ctx: Ctx,
  { orgId, classId, role }: { orgId: string; classId: string | null; role: OfficeRole },
): Promise<readonly string[]> {
  const today = dayOf(ctx.now)
  switch (role) {
    case 'grade':
      return classId === null ? [] : listGradeHeads(ctx.db, classId, today)
    case 'moral':
      return listMoral(ctx, orgId)
    case 'leader':
      return listRoleHolders(ctx, orgId, 'head')
    case 'health': {
      const staff = await listHealthStaff(ctx.db, orgId, today)
      return staff.length > 0 ? staff : listMoral(ctx, orgId)
    }
  }
}

/** The engine asks who looks after the attendance of a school, and what the caller may do there. */
export const attendanceOffice: AttendanceOffice = {
  listPeople,
  findRight: async (ctx, place) => {
    const managing = ctx.actor.permissions.get('roll.manage')
    if (managing && (await isOrgInScope(ctx.db, managing, place.orgId))) return 'manage'
    for (const right of ['handle', 'read'] as const) {
      const scope = ctx.actor.permissions.get(`roll.${right}`)
      if (scope && (await findRollPlace(ctx.db, scope, place))) return right
    }
    return undefined
  },
}
