import type { BodyOf, QueryOf } from '#packages/contract'
import { changedByOthers, dayOf, orNotFound, newId, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { lockTree } from '#kernel/org/server/api.ts'
import type { classRoutes, Grade } from '../../../contract-classes.ts'
import { formatGradeName, stages, getYearOfGrade, type Stage } from '../../../contract-school-year.ts'
import { countClassesByGrade, listGradesInScope, insertGrade, updateGrade, type GradeRow } from '../../grade-queries.ts'
import { getPupilCounts } from '../../pupil-counts.ts'
import { getGradeNaming } from '../../settings.ts'
import type { OrgWithStages } from '../../time-org-queries.ts'
import { dayOrToday } from './class-descriptions.ts'
import { isSchool, getEditableSchool, getReadableSchool } from './school-access.ts'
import { setGradeHead } from './class-teachers.ts'

/** The grades of a school on a day; `all` includes grades that have left. */
export async function listGrades(ctx: Ctx, { orgId, on, all }: QueryOf<typeof classRoutes.grades>): Promise<Grade[]> {
  const day = dayOrToday(ctx, on)
  const org = await getReadableSchool(ctx, orgId)
  if (!isSchool(org)) return []
  const rows = await listGradesInScope(ctx.db, scopeOf(ctx, 'class.read'), { orgId: org.id, all: all === 1, day })
  const ids = rows.map(({ id }) => id)
  const classes = await countClassesByGrade(ctx.db, ids, day)
  const pupils = await getPupilCounts(ctx).countByGrade(ctx, ids, day)
  const naming = await getGradeNaming(ctx)
  return rows.map((row) => ({
    ...row,
    name: formatGradeName(row, day, naming),
    yearNo: getYearOfGrade(row, day),
    classCount: classes.get(row.id) ?? 0,
    totalCount: pupils.get(row.id) ?? 0,
  }))
}

type GradeForm = BodyOf<typeof classRoutes.saveGrade>

/** Saves a grade; the grade head is set from today on. */
export async function saveGrade(ctx: Ctx, form: GradeForm) {
  await lockTree(ctx)
  const day = dayOf(ctx.now)
  const there = form.id === null ? null : await getEditableGrade(ctx, form.id)
  const org = await getEditableSchool(ctx, there?.orgId ?? form.orgId)
  requireSchoolStage(org, form.stage)
  const id = there?.id ?? newId()
  await (
    there ? updateExistingGrade(ctx, there, form) : insertGrade(ctx.db, { ...form, id, orgId: org.id }, ctx.now)
  ).catch(onConstraint('grade_once', `${form.startYear}级${stages[form.stage as Stage].title}已存在`))
  await setGradeHead(ctx, { id, orgId: org.id }, form.headId, day)
  return { id }
}

/** A grade in the scope of the permission. */
export async function findGrade(ctx: Ctx, id: string, right: GradePermission): Promise<GradeRow | undefined> {
  const gradeFilter = { ids: [id], all: true, day: dayOf(ctx.now) }
  const [row] = await listGradesInScope(ctx.db, scopeOf(ctx, right), gradeFilter)
  return row
}
type GradePermission = 'class.edit' | 'teaching.edit'

export const getEditableGrade = async (ctx: Ctx, id: string, right: GradePermission = 'class.edit') =>
  orNotFound(await findGrade(ctx, id, right), '年级')

async function updateExistingGrade(ctx: Ctx, there: GradeRow, form: GradeForm) {
  const { stage, startYear, years, version } = form
  // Classes, lessons and marks belong to a stage, so a grade with classes cannot change its stage.
  if (stage !== there.stage && (await countClassesByGrade(ctx.db, [there.id], '9999-01-01')).size > 0)
    throw new Refusal('年级与班级学段不一致')
  if (!(await updateGrade(ctx.db, { id: there.id, stage, startYear, years, version }, ctx.now))) throw changedByOthers()
}

export function requireSchoolStage({ name, stages: own }: OrgWithStages, stage: number) {
  if (own.length > 0 && !own.includes(stage)) throw new Refusal(`${name}没有${stages[stage as Stage].title}学段`)
}
