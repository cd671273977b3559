import type { QueryOf } from '#packages/contract'
import type { Ctx } from '#packages/core'
import type { classRoutes } from '../../../contract-classes.ts'
import type { MyClass } from '../../../contract-teaching.ts'
import { classesOf } from '../../class-queries.ts'
import { classesOfStaff } from '../../class-teacher-queries.ts'
import { gradeNamingOf } from '../../settings.ts'
import { askedDay, namesOf } from './describing.ts'

/** The classes that I have to do with on a day, and what I teach there. */
export async function listMyClasses(ctx: Ctx, { on }: QueryOf<typeof classRoutes.myClass>): Promise<MyClass[]> {
  const day = askedDay(ctx, on)
  const mine = Map.groupBy(await classesOfStaff(ctx.db, ctx.actor.userId, day), ({ classId }) => classId)
  if (mine.size === 0) return []
  const naming = await gradeNamingOf(ctx)
  return (await classesOf(ctx.db, { classIds: [...mine.keys()] })).map((row) => {
    const parts = mine.get(row.id)!
    const { orgId, orgName, gradeId } = row
    const names = namesOf(row, day, naming)
    return {
      isManager: parts.some(({ role }) => role === 'head'),
      subjects: parts.flatMap(({ subjectId, subjectName }) =>
        subjectId === null ? [] : [{ key: subjectId, value: subjectName ?? '' }],
      ),
      ...{ orgId, orgName, gradeId, gradeName: names.gradeName, classId: row.id, className: names.label },
    }
  })
}
