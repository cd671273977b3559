import { Refusal, type Ctx } from '#packages/core'
import { listReferencedIds } from '#packages/db'
import {
  deleteClasses,
  deleteGrades,
  lockOpenedClasses,
  selectOpenedRows,
  type OpenedClassRow,
} from '../opened-class-queries.ts'

export interface OpenedClasses {
  gradeIds: readonly string[]
  classIds: readonly string[]
}

/** The complete rows of grades and classes, so that a later undo can check whether they have changed. */
export const listOpenedRows = (ctx: Ctx, { gradeIds, classIds }: OpenedClasses): Promise<OpenedClassRow[]> =>
  selectOpenedRows(ctx.db, gradeIds, classIds)

/** Deletes grades and classes that were opened by mistake, unless other records refer to them. */
export async function undoOpenedClasses(ctx: Ctx, { gradeIds, classIds }: OpenedClasses) {
  await lockOpenedClasses(ctx.db, gradeIds, classIds)
  const rows = new Map((await selectOpenedRows(ctx.db, gradeIds, classIds)).map((row) => [row.id, row]))
  const refuse = (ids: ReadonlySet<string>) => {
    const [first] = ids
    if (first !== undefined) throw new Refusal(`${rows.get(first)!.name}已有学生、班主任或任课安排，不能撤销`)
  }
  refuse(await listReferencedIds(ctx.db, 'school_class', classIds, []))
  await deleteClasses(ctx.db, classIds)
  refuse(await listReferencedIds(ctx.db, 'grade', gradeIds, []))
  await deleteGrades(ctx.db, gradeIds)
}
