import type { Ctx } from '#packages/core'

/** What somebody is to classes today, with the numbers of the wire. */
export const teacherTypes = { head: 1, vice: 2, teaching: 3, 'grade-head': 4, life: 5 } as const

type TeacherTypeReader = (ctx: Ctx, userIds: readonly string[]) => Promise<ReadonlyMap<string, number>>

let reader: TeacherTypeReader = async () => new Map()

/** Classes are kept above this module, which tells it at start-up what these places are to them. */
export function offerTeacherTypes(given: TeacherTypeReader) {
  reader = given
}
/** Whoever has to do with no class is a teacher of a subject. */
export async function getTeacherTypes(ctx: Ctx, userIds: readonly string[]) {
  const known = await reader(ctx, userIds)
  return (userId: string) => known.get(userId) ?? teacherTypes.teaching
}
