import type { Ctx } from '#packages/core'
import { listNearGroups } from '#engines/timetable/server/api.ts'
import { listTeachersOfGroups } from './people-queries.ts'

interface Near {
  groupIds: readonly string[]
  teacherIds: readonly string[]
}

/** With whom a lesson may be exchanged without crossing classes: the groups of its pupils, and who teaches them. */
export async function findNear(ctx: Ctx, { groupId, day }: { groupId: string; day: string }): Promise<Near> {
  const groupIds = await listNearGroups(ctx.db, groupId, day)
  return { groupIds, teacherIds: await listTeachersOfGroups(ctx.db, groupIds, day) }
}

export const isNear = (near: Near, lesson: { groupId: string; teacherIds: readonly string[] }) =>
  near.groupIds.includes(lesson.groupId) || lesson.teacherIds.some((id) => near.teacherIds.includes(id))
