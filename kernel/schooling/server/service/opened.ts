import { Refusal, type Ctx } from '#packages/core'
import { referredTo } from '#packages/db'
import { deleteClasses, deleteGrades, holdOpened, rowsOfOpened, type OpenedRow } from '../opened-queries.ts'

export interface Opened {
  gradeIds: readonly string[]
  classIds: readonly string[]
}

/** Grades and classes as they stand, to the byte: for whoever may have to tell later whether they are still so. */
export const readOpened = (ctx: Ctx, { gradeIds, classIds }: Opened): Promise<OpenedRow[]> =>
  rowsOfOpened(ctx.db, gradeIds, classIds)

/** Grades and classes that should not have been opened go for good, unless anything has begun to refer to them. */
export async function takeBackOpened(ctx: Ctx, { gradeIds, classIds }: Opened) {
  await holdOpened(ctx.db, gradeIds, classIds)
  const rows = new Map((await rowsOfOpened(ctx.db, gradeIds, classIds)).map((row) => [row.id, row]))
  const refuse = (ids: ReadonlySet<string>) => {
    const [first] = ids
    if (first !== undefined) throw new Refusal(`${rows.get(first)!.name}已有学生、班主任或任课安排，不能撤销`)
  }
  refuse(await referredTo(ctx.db, 'school_class', classIds, []))
  await deleteClasses(ctx.db, classIds)
  refuse(await referredTo(ctx.db, 'grade', gradeIds, []))
  await deleteGrades(ctx.db, gradeIds)
}
