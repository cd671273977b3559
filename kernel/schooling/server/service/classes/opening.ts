import { dayOf, newId, Refusal, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { firstDayOf, stages, type Stage } from '../../../contract-school-year.ts'
import { insertClasses, lastSortOf, setClosed } from '../../class-edit-queries.ts'
import { classesOf } from '../../class-queries.ts'
import { ensureGrade } from '../../grade-queries.ts'

interface OpenGrade {
  orgId: string
  stage: number
  startYear: number
  years?: number
  /** 1班 to so many; what is there stays, also what is more. */
  classes: number
}

/** A grade of a school with so many classes. Asked twice it makes nothing twice: `classIds` are those that were made now. */
export async function openGrade(ctx: Ctx, { orgId, stage, startYear, years, classes }: OpenGrade) {
  const { db, now } = ctx
  const grade = { id: newId(), orgId, stage, startYear, years: years ?? yearsOf(stage) }
  const { id: gradeId, isNew } = await ensureGrade(db, grade, now)
  const openedOn = openedOnOf(ctx, startYear)
  const wanted = Array.from({ length: classes }, (_, at) => ({
    id: newId(),
    orgId,
    gradeId,
    name: `${at + 1}班`,
    openedOn,
    sort: at + 1,
  }))
  return { gradeId, classIds: await insertClasses(db, wanted, now), isNew }
}

const yearsOf = (stage: number) => stages[stage as Stage].years

/** A class is there since its grade came to school; if it is made before that, since it was made. */
export function openedOnOf({ now }: Pick<Ctx, 'now'>, startYear: number) {
  const today = dayOf(now)
  const first = firstDayOf(startYear)
  return first < today ? first : today
}

export const nextSort = async ({ db }: Ctx, gradeId: string) => (await lastSortOf(db, gradeId)) + 1

/** From this day on the class is no longer there; its pupils have been put elsewhere, into the successor as a rule. */
export async function closeClass(ctx: Ctx, classId: string, closed: { on: string; successorId: string | null }) {
  if (!(await setClosed(ctx.db, classId, closed))) throw new Refusal('该班级已撤销，请刷新后重试')
}

/** Takes back that a class was closed. */
export async function reopenClass(ctx: Ctx, classId: string) {
  const [row] = await classesOf(ctx.db, { classIds: [classId] })
  await setClosed(ctx.db, classId, null).catch(
    onConstraint('school_class_name', `${row?.name ?? ''}已有同名班级，不能恢复`),
  )
}
