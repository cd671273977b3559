import { dayOf, type Ctx } from '#packages/core'
import { teacherTypes } from '#kernel/contacts/server/api.ts'
import { listClassRoles } from '../../class-teacher-queries.ts'

type TeacherTypeRole = keyof typeof teacherTypes

/** Priority when a person has several roles: a class teacher usually also teaches. */
const order: readonly TeacherTypeRole[] = ['head', 'vice', 'grade-head', 'life', 'teaching']

/** The class roles of these memberships today; memberships without a role are omitted. */
export async function getTeacherTypes(ctx: Ctx, userIds: readonly string[]) {
  const rolesOf = Map.groupBy(await listClassRoles(ctx.db, userIds, dayOf(ctx.now)), ({ userId }) => userId)
  const types = new Map<string, number>()
  for (const [userId, rows] of rolesOf) {
    const first = order.find((role) => rows.some((row) => row.role === role))
    if (first) types.set(userId, teacherTypes[first])
  }
  return types
}
