import type { BodyOf, QueryOf } from '#packages/contract'
import { changedByOthers, dayOf, found, newId, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { holdTree } from '#kernel/org/server'
import type { classRoutes, Grade } from '../../../contract-classes.ts'
import { gradeName, stages, yearOfGrade, type Stage } from '../../../contract-school-year.ts'
import { classCountsOf, gradesWithin, insertGrade, updateGrade, type GradeRow } from '../../grade-queries.ts'
import { pupilCounts } from '../../pupils.ts'
import { gradeNamingOf } from '../../settings.ts'
import type { TimeOrg } from '../../time-org-queries.ts'
import { askedDay } from './describing.ts'
import { isSchool, schoolToEdit, schoolToRead } from './places.ts'
import { setGradeHead } from './teachers.ts'

/** The grades of a school on a day; with `all` also those that have left. */
export async function listGrades(ctx: Ctx, { orgId, on, all }: QueryOf<typeof classRoutes.grades>): Promise<Grade[]> {
  const day = askedDay(ctx, on)
  const org = await schoolToRead(ctx, orgId)
  if (!isSchool(org)) return []
  const rows = await gradesWithin(ctx.db, scopeOf(ctx, 'class.read'), { orgId: org.id, all: all === 1, day })
  const ids = rows.map(({ id }) => id)
  const classes = await classCountsOf(ctx.db, ids, day)
  const pupils = await pupilCounts().ofGrades(ctx, ids, day)
  const naming = await gradeNamingOf(ctx)
  return rows.map((row) => ({
    ...row,
    name: gradeName(row, day, naming),
    yearNo: yearOfGrade(row, day),
    classCount: classes.get(row.id) ?? 0,
    totalCount: pupils.get(row.id) ?? 0,
  }))
}

type Form = BodyOf<typeof classRoutes.saveGrade>

/** A new grade, or what one is; its head is the head from today on. */
export async function saveGrade(ctx: Ctx, form: Form) {
  await holdTree(ctx)
  const day = dayOf(ctx.now)
  const there = form.id === null ? null : await gradeToEdit(ctx, form.id)
  const org = await schoolToEdit(ctx, there?.orgId ?? form.orgId)
  requireStage(org, form.stage)
  const id = there?.id ?? newId()
  await (there ? changeGrade(ctx, there, form) : insertGrade(ctx.db, { ...form, id, orgId: org.id }, ctx.now)).catch(
    onConstraint('grade_once', `${form.startYear}级${stages[form.stage as Stage].title}已存在`),
  )
  await setGradeHead(ctx, { id, orgId: org.id }, form.headId, day)
  return { id }
}

/** One grade that the right reaches. */
export async function findGrade(ctx: Ctx, id: string, right: Right): Promise<GradeRow | undefined> {
  const asked = { ids: [id], all: true, day: dayOf(ctx.now) }
  const [row] = await gradesWithin(ctx.db, scopeOf(ctx, right), asked)
  return row
}
type Right = 'class.edit' | 'teaching.edit'

export const gradeToEdit = async (ctx: Ctx, id: string, right: Right = 'class.edit') =>
  found(await findGrade(ctx, id, right), '年级')

async function changeGrade(ctx: Ctx, there: GradeRow, form: Form) {
  const { stage, startYear, years, version } = form
  // A class does not go from one stage to another, nor do the lessons and marks that were given in it.
  if (stage !== there.stage && (await classCountsOf(ctx.db, [there.id], '9999-01-01')).size > 0)
    throw new Refusal('年级与班级学段不一致')
  if (!(await updateGrade(ctx.db, { id: there.id, stage, startYear, years, version }, ctx.now))) throw changedByOthers()
}

export function requireStage({ name, stages: own }: TimeOrg, stage: number) {
  if (own.length > 0 && !own.includes(stage)) throw new Refusal(`${name}没有${stages[stage as Stage].title}学段`)
}
