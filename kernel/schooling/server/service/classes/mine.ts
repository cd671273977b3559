import type { QueryOf } from '#packages/contract'
import type { Ctx } from '#packages/core'
import type { classRoutes } from '../../../contract-classes.ts'
import type { MyClass } from '../../../contract-teaching.ts'
import { classesOf } from '../../class-queries.ts'
import { classesOfStaff } from '../../class-teacher-queries.ts'
import { gradeNamingOf } from '../../settings.ts'
import { askedDay, namesOf } from './describing.ts'

const leading: readonly string[] = ['head', 'vice']

/** The classes that I have to do with on a day, and what I teach there. */
export async function listMyClasses(ctx: Ctx, { on }: QueryOf<typeof classRoutes.myClass>): Promise<MyClass[]> {
  return (await describeMyClasses(ctx, askedDay(ctx, on))).map(({ isLed: _, ...told }) => told)
}

/** The same, and whether I am the head of the class or the deputy. */
export async function describeMyClasses(ctx: Ctx, day: string): Promise<(MyClass & { isLed: boolean })[]> {
  const mine = Map.groupBy(await classesOfStaff(ctx.db, ctx.actor.userId, day), ({ classId }) => classId)
  if (mine.size === 0) return []
  const naming = await gradeNamingOf(ctx)
  return (await classesOf(ctx.db, { classIds: [...mine.keys()] })).map((row) => {
    const parts = mine.get(row.id)!
    const { orgId, orgName, gradeId } = row
    const names = namesOf(row, day, naming)
    return {
      isManager: parts.some(({ role }) => role === 'head'),
      isLed: parts.some(({ role }) => leading.includes(role)),
      subjects: parts.flatMap(({ subjectId, subjectName }) =>
        subjectId === null ? [] : [{ key: subjectId, value: subjectName ?? '' }],
      ),
      orgId,
      orgName,
      gradeId,
      gradeName: names.gradeName,
      classId: row.id,
      className: names.label,
    }
  })
}
