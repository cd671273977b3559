import { dayOf, scopeOf, type Ctx } from '#packages/core'
import { listClassTeachers, isSchoolNode, listOpenClasses } from '#kernel/schooling/server/api.ts'
import { missingFieldLabels, type SchoolFigures, type MissingField } from '../../../contract.ts'
import { countFileCompleteness } from '../../board-queries.ts'
import { countByClass, countSchoolHeads, type HeadCount } from '../../student-count-queries.ts'
import { isFieldHidden } from '../../hidden-fields.ts'
import { resolveScopeIds } from '../../student-search-queries.ts'
import { getGradeClassNames } from '../students/class-names.ts'

const sumHeadCounts = (rows: readonly HeadCount[]) => ({
  total: rows.reduce((all, { total }) => all + total, 0),
  males: rows.reduce((all, { males }) => all + males, 0),
  females: rows.reduce((all, { females }) => all + females, 0),
})

/** Figures about the pupils within the caller's scope: the whole school, or only the caller's own classes. */
export async function getSchoolFigures(ctx: Ctx): Promise<SchoolFigures | null> {
  const { orgId } = ctx.actor
  if (!(await isSchoolNode(ctx, orgId))) return null
  const day = dayOf(ctx.now)
  const scopeIds = await resolveScopeIds(ctx.db, scopeOf(ctx, 'student.read'), orgId, day)
  const isWhole = scopeIds.orgIds === null || scopeIds.orgIds.includes(orgId)
  // The board shows one school, also for callers whose scope covers every school.
  const here = isWhole ? { orgIds: [orgId], classIds: [] } : { orgIds: [], classIds: scopeIds.classIds }
  const ownClassIds = new Set(here.classIds)
  const classes = (await listOpenClasses(ctx, orgId, day)).filter(({ id }) => isWhole || ownClassIds.has(id))
  const rows = isWhole ? await countSchoolHeads(ctx.db, orgId, day) : await countClassHeads(ctx, classes, day)
  const heads = await listClassTeachers(
    ctx,
    classes.map(({ id }) => id),
    day,
  )
  const { total: _, bound, faceAgreed, complete, ...missing } = await countFileCompleteness(ctx.db, here, day)
  const learning = rows.filter(({ status }) => status === 'studying')
  return {
    on: day,
    isWhole,
    ...sumHeadCounts(rows),
    bound,
    faceAgreed,
    complete,
    suspended: sumHeadCounts(rows.filter(({ status }) => status === 'suspended')).total,
    noClass: sumHeadCounts(learning.filter(({ classId }) => classId === null)).total,
    grades: await describeGradeFigures(ctx, rows, classes, day),
    classes: classes.map(({ id, gradeId, label }) => ({
      id,
      gradeId,
      label,
      ...sumHeadCounts(learning.filter(({ classId }) => classId === id)),
    })),
    headless: classes.filter(({ id }) => !heads.get(id)?.some(({ role }) => role === 'head')).length,
    missing: (Object.keys(missingFieldLabels) as MissingField[])
      .filter((field) => !isFieldHidden(ctx, hiddenFieldOfMissing[field]))
      .map((field) => ({ field, count: missing[field] })),
  }
}

/** Needs no scope check: the result contains no personal data. */
export async function getSchoolSize(ctx: Ctx) {
  const { orgId } = ctx.actor
  if (!(await isSchoolNode(ctx, orgId))) return null
  const day = dayOf(ctx.now)
  const { total } = sumHeadCounts(await countSchoolHeads(ctx.db, orgId, day))
  return { pupils: total, classes: (await listOpenClasses(ctx, orgId, day)).length }
}

/** Counts only the given classes: counting the whole school would be wasteful for a teacher. */
async function countClassHeads(ctx: Ctx, classes: readonly OpenClass[], day: string): Promise<HeadCount[]> {
  const ids = classes.map(({ id }) => id)
  const gradeOf = new Map(classes.map(({ id, gradeId }) => [id, gradeId]))
  const counts = ids.length === 0 ? [] : await countByClass(ctx.db, ids, day)
  return counts.map(({ id, ...count }) => ({ ...count, classId: id, gradeId: gradeOf.get(id)!, status: 'studying' }))
}

const hiddenFieldOfMissing = {
  'id-card': 'idCard',
  'student-no': 'studentNo',
  'guardian-phone': 'guardianPhone',
  emergency: 'guardianPhone',
} as const

type OpenClass = Awaited<ReturnType<typeof listOpenClasses>>[number]

/** Youngest grade first, as in every list of a school. A grade without classes comes last. */
async function describeGradeFigures(ctx: Ctx, rows: readonly HeadCount[], classes: readonly OpenClass[], day: string) {
  const ids = [...new Set([...classes, ...rows].map(({ gradeId }) => gradeId))]
  const names = await getGradeClassNames(
    ctx,
    ids.map((gradeId) => ({ gradeId, classId: null })),
    day,
  )
  return ids.map((id) => ({
    id,
    name: names.grade(id),
    ...sumHeadCounts(rows.filter(({ gradeId }) => gradeId === id)),
    classes: classes.filter(({ gradeId }) => gradeId === id).length,
  }))
}
