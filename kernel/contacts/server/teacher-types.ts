import type { Ctx } from '#packages/core'

/** The function of a person in classes today, with the numbers of the wire. */
export const teacherTypes = { head: 1, vice: 2, teaching: 3, 'grade-head': 4, life: 5 } as const

type TeacherTypeReader = (ctx: Ctx, userIds: readonly string[]) => Promise<ReadonlyMap<string, number>>

let reader: TeacherTypeReader = async () => new Map()

/** The class module depends on this one and registers its reader at start-up. */
export function offerTeacherTypes(typeReader: TeacherTypeReader) {
  reader = typeReader
}
/** A person without a class is listed as a subject teacher. */
export async function getTeacherTypes(ctx: Ctx, userIds: readonly string[]) {
  const known = await reader(ctx, userIds)
  return (userId: string) => known.get(userId) ?? teacherTypes.teaching
}
