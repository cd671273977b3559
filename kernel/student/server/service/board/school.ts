import { dayOf, scopeOf, type Ctx } from '#packages/core'
import { classTeachersOf, isSchoolNode, openClassesOf } from '#kernel/schooling/server'
import { studentLacks, type SchoolFigures, type StudentLack } from '../../../contract.ts'
import { fileCounts } from '../../board-queries.ts'
import { countOfClasses, headCountsOf, type HeadCount } from '../../count-queries.ts'
import { isKept } from '../../hidden.ts'
import { reachOf } from '../../search-queries.ts'
import { namesOn } from '../students/naming.ts'

const sum = (rows: readonly HeadCount[]) => ({
  total: rows.reduce((all, { total }) => all + total, 0),
  males: rows.reduce((all, { males }) => all + males, 0),
  females: rows.reduce((all, { females }) => all + females, 0),
})

/** The pupils of a school, as far as the caller's reach goes: the school, or the classes that one has to do with. */
export async function readSchoolFigures(ctx: Ctx): Promise<SchoolFigures | null> {
  const { orgId } = ctx.actor
  if (!(await isSchoolNode(ctx, orgId))) return null
  const day = dayOf(ctx.now)
  const reach = await reachOf(ctx.db, scopeOf(ctx, 'student.read'), orgId, day)
  const isWhole = reach.orgIds === null || reach.orgIds.includes(orgId)
  // A school is one school, also to whoever reaches all of them.
  const here = isWhole ? { orgIds: [orgId], classIds: [] } : { orgIds: [], classIds: reach.classIds }
  const mine = new Set(here.classIds)
  const classes = (await openClassesOf(ctx, orgId, day)).filter(({ id }) => isWhole || mine.has(id))
  const rows = isWhole ? await headCountsOf(ctx.db, orgId, day) : await countsOf(ctx, classes, day)
  const heads = await classTeachersOf(
    ctx,
    classes.map(({ id }) => id),
    day,
  )
  const { total: _, bound, faceAgreed, complete, ...lacking } = await fileCounts(ctx.db, here, day)
  const learning = rows.filter(({ status }) => status === 'studying')
  return {
    on: day,
    isWhole,
    ...sum(rows),
    bound,
    faceAgreed,
    complete,
    suspended: sum(rows.filter(({ status }) => status === 'suspended')).total,
    noClass: sum(learning.filter(({ classId }) => classId === null)).total,
    grades: await gradesOf(ctx, rows, classes, day),
    classes: classes.map(({ id, gradeId, label }) => ({
      id,
      gradeId,
      label,
      ...sum(learning.filter(({ classId }) => classId === id)),
    })),
    headless: classes.filter(({ id }) => !heads.get(id)?.some(({ role }) => role === 'head')).length,
    lacking: (Object.keys(studentLacks) as StudentLack[])
      .filter((what) => !isKept(ctx, hiddenBy[what]))
      .map((what) => ({ what, count: lacking[what] })),
  }
}

/** Two numbers without a person in them. */
export async function readSchoolSize(ctx: Ctx) {
  const { orgId } = ctx.actor
  if (!(await isSchoolNode(ctx, orgId))) return null
  const day = dayOf(ctx.now)
  const { total } = sum(await headCountsOf(ctx.db, orgId, day))
  return { pupils: total, classes: (await openClassesOf(ctx, orgId, day)).length }
}

/** A teacher's few classes are counted by themselves, not with the whole school. */
async function countsOf(ctx: Ctx, classes: readonly OpenClass[], day: string): Promise<HeadCount[]> {
  const ids = classes.map(({ id }) => id)
  const gradeOf = new Map(classes.map(({ id, gradeId }) => [id, gradeId]))
  const counts = ids.length === 0 ? [] : await countOfClasses(ctx.db, ids, day)
  return counts.map(({ id, ...count }) => ({ ...count, classId: id, gradeId: gradeOf.get(id)!, status: 'studying' }))
}

const hiddenBy = {
  'id-card': 'idCard',
  'student-no': 'studentNo',
  'guardian-phone': 'guardianPhone',
  emergency: 'guardianPhone',
} as const

type OpenClass = Awaited<ReturnType<typeof openClassesOf>>[number]

/** The youngest first, as in every list of a school; a grade without classes comes last. */
async function gradesOf(ctx: Ctx, rows: readonly HeadCount[], classes: readonly OpenClass[], day: string) {
  const ids = [...new Set([...classes, ...rows].map(({ gradeId }) => gradeId))]
  const names = await namesOn(
    ctx,
    ids.map((gradeId) => ({ gradeId, classId: null })),
    day,
  )
  return ids.map((id) => ({
    id,
    name: names.grade(id),
    ...sum(rows.filter(({ gradeId }) => gradeId === id)),
    classes: classes.filter(({ gradeId }) => gradeId === id).length,
  }))
}
