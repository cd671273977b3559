import { dayOf, type Ctx } from '#packages/core'
import { teacherTypes } from '#kernel/contacts/server'
import { listClassRoles } from '../../class-teacher-queries.ts'

type TeacherTypeRole = keyof typeof teacherTypes

/** What somebody is called by who is several things: whoever heads a class also teaches one. */
const order: readonly TeacherTypeRole[] = ['head', 'vice', 'grade-head', 'life', 'teaching']

/** What those at these places are to classes today; whoever is nothing is left out. */
export async function getTeacherTypes(ctx: Ctx, userIds: readonly string[]) {
  const rolesOf = Map.groupBy(await listClassRoles(ctx.db, userIds, dayOf(ctx.now)), ({ userId }) => userId)
  const types = new Map<string, number>()
  for (const [userId, rows] of rolesOf) {
    const first = order.find((role) => rows.some((row) => row.role === role))
    if (first) types.set(userId, teacherTypes[first])
  }
  return types
}
