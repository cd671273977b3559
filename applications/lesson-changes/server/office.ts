import { orNotFound, scopeOf, type Ctx } from '#packages/core'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { isOrgInScope } from '#kernel/org/server/api.ts'
import { listLessonFacts } from '#engines/timetable/server/api.ts'
import type { CoverOffice, CoverPlace } from '#engines/cover/server/api.ts'
import { findCoverReader, listClassesOfTeacher } from './office-queries.ts'

/** Whether the caller arranges the lessons of a school. */
export const mayArrange = (ctx: Ctx) => (orgId: string) => isOrgInScope(ctx.db, scopeOf(ctx, 'cover.arrange'), orgId)

/** The office, and whoever reads the covers of the class or of a class that the teacher has: the head of the grade. */
export async function mayAudit(ctx: Ctx, place: CoverPlace): Promise<boolean> {
  const [arranging, reading] = [ctx.actor.permissions.get('cover.arrange'), ctx.actor.permissions.get('cover.read')]
  if (arranging && (await isOrgInScope(ctx.db, arranging, place.orgId))) return true
  if (!reading) return false
  const classIds = [...place.classIds, ...(await listClassesOfTeacher(ctx.db, place))]
  return findCoverReader(ctx.db, reading, { ...place, classIds })
}

/** All of these lessons are of schools in the caller's scope, or none of them exists. */
export async function requireLessons(ctx: Ctx, lessonIds: readonly string[]) {
  const lessons = await listLessonFacts(ctx, lessonIds)
  orNotFound(lessonIds.every((id) => lessons.has(id)) || undefined, '课程')
  for (const orgId of new Set([...lessons.values()].map((lesson) => lesson.orgId)))
    orNotFound((await mayArrange(ctx)(orgId)) || undefined, '课程')
}

/** Those who arrange the lessons of the school: its own people, if there are any. */
async function listOfficePeople(ctx: Ctx, orgId: string): Promise<string[]> {
  const holders = await listPermissionHolders(ctx, 'cover.arrange', orgId)
  const near = holders.filter((one) => one.orgId === orgId)
  return [...new Set((near.length > 0 ? near : holders).map(({ personId }) => personId))]
}

/** The engine asks who arranges the lessons of a school, and what a reader may do there. */
export const coverOffice: CoverOffice = {
  listPeople: listOfficePeople,
  findRight: async (ctx, { orgId, classIds, day }) => {
    const arranging = ctx.actor.permissions.get('cover.arrange')
    if (arranging && (await isOrgInScope(ctx.db, arranging, orgId))) return 'arrange'
    const reading = ctx.actor.permissions.get('cover.read')
    return reading && (await findCoverReader(ctx.db, reading, { orgId, classIds, day })) ? 'read' : undefined
  },
}
