import type { Ctx } from '#packages/core'
import { formatGradeName } from '#kernel/schooling/contract.ts'
import { describeClasses, getGradeNaming } from '#kernel/schooling/server/api.ts'
import { listGradesByIds } from '../../school-queries.ts'

const distinct = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]

export interface GradeClassNames {
  grade(id: string | null): string
  stage(id: string | null): number | null
  /** For example 七(3)班; empty for null. */
  class(id: string | null): string
}

/** The names of grades and classes on a day. School years change them. */
export async function getGradeClassNames(
  ctx: Pick<Ctx, 'app' | 'db'>,
  rows: readonly { gradeId: string | null; classId: string | null }[],
  day: string,
): Promise<GradeClassNames> {
  const classes = await describeClasses(ctx, { classIds: distinct(rows.map(({ classId }) => classId)) }, day)
  // The classes already contain the names of their grades.
  const known = new Map([...classes.values()].map(({ gradeId, gradeName: name, stage }) => [gradeId, { name, stage }]))
  const others = distinct(rows.map(({ gradeId }) => gradeId)).filter((id) => !known.has(id))
  if (others.length > 0) {
    const naming = await getGradeNaming(ctx)
    for (const grade of await listGradesByIds(ctx.db, others))
      known.set(grade.id, { name: formatGradeName(grade, day, naming), stage: grade.stage })
  }
  return {
    grade: (id) => (id && known.get(id)?.name) || '',
    stage: (id) => (id && known.get(id)?.stage) || null,
    class: (id) => (id && classes.get(id)?.label) || '',
  }
}
