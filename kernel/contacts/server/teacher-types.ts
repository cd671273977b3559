import { findContribution, type Ctx } from '#packages/core'

/** The function of a person in classes today, with the numbers of the wire. */
export const teacherTypes = { head: 1, vice: 2, teaching: 3, 'grade-head': 4, life: 5 } as const

type TeacherTypeReader = (ctx: Ctx, userIds: readonly string[]) => Promise<ReadonlyMap<string, number>>

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** The functions of people in classes; the class module depends on this one. */
    teacherTypes: TeacherTypeReader
  }
}

/** A person without a class is listed as a subject teacher. */
export async function getTeacherTypes(ctx: Ctx, userIds: readonly string[]) {
  const known = await findContribution(ctx, 'teacherTypes')?.(ctx, userIds)
  return (userId: string) => known?.get(userId) ?? teacherTypes.teaching
}
