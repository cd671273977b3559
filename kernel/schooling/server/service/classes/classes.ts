import type { QueryOf } from '#packages/contract'
import { addDays, type Ctx, dayOf, invalid, orNotFound, scopeOf } from '#packages/core'
import { listPictures, type Picture } from '#kernel/files/server/api.ts'
import { findUnit } from '#kernel/org/server/api.ts'
import {
  classStates,
  type ClassState,
  type classRoutes,
  type ClassTree,
  type SchoolClass,
} from '../../../contract-classes.ts'
import { formatClassLabel, formatGradeName, stages, type GradeNaming } from '../../../contract-school-year.ts'
import { listClassesInScope, getClassPage, type ClassRow } from '../../class-queries.ts'
import { listTeachersOfClasses } from '../../class-teacher-queries.ts'
import { listGradesInScope } from '../../grade-queries.ts'
import { getPupilCounts } from '../../pupil-counts.ts'
import { listLessonsOfClass } from '../../teaching-queries.ts'
import { getGradeNaming } from '../../settings.ts'
import { dayOrToday, listClassTeachers, getClassNames, getClassState } from './class-descriptions.ts'
import { classPictureOwner } from './edit-classes.ts'
import { isSchool, getReadableSchool } from './school-access.ts'

/** The grades of a school on a day with the classes in scope. */
export async function getClassTree(ctx: Ctx, { orgId, on }: QueryOf<typeof classRoutes.classTree>): Promise<ClassTree> {
  const day = dayOrToday(ctx, on)
  const org = await getReadableSchool(ctx, orgId)
  const scope = scopeOf(ctx, 'class.read')
  const isWhole = (await findUnit(ctx, scope, org.id)) !== undefined
  if (!isSchool(org)) return { orgId: org.id, orgName: org.name, isWhole, grades: [] }
  const grades = await listGradesInScope(ctx.db, scope, { orgId: org.id, day })
  const classes = await listClassesInScope(ctx.db, scope, { orgId: org.id, state: 'open', day })
  const ids = classes.map(({ id }) => id)
  const teachers = await listClassTeachers(ctx, ids, day)
  const counts = await getPupilCounts(ctx).countByClass(ctx, ids, day)
  const naming = await getGradeNaming(ctx)
  const present = (row: ClassRow) => ({
    id: row.id,
    name: row.name,
    label: getClassNames(row, day, naming).label,
    count: sumPupils(counts.get(row.id)),
    teacherName: teachers.get(row.id)?.find(({ role }) => role === 'head')?.name ?? '',
  })
  return {
    orgId: org.id,
    orgName: org.name,
    isWhole,
    grades: grades.map(({ id, stage, startYear, years }) => {
      const own = classes.filter(({ gradeId }) => gradeId === id).map(present)
      const name = formatGradeName({ stage, startYear, years }, day, naming)
      return { id, name, stage, startYear, count: own.reduce((all, { count }) => all + count, 0), classes: own }
    }),
  }
}

const sumPupils = (count: { males: number; females: number } | undefined) => (count ? count.males + count.females : 0)

/** The classes of a school, or of the whole scope, on a day. */
export async function listClasses(ctx: Ctx, query: QueryOf<typeof classRoutes.classes>) {
  const { orgId, gradeId, keyword, on, state, ...page } = query
  const day = dayOrToday(ctx, on)
  const naming = await getGradeNaming(ctx)
  const classFilter = { orgId: await getListedOrgId(ctx, orgId), ...(gradeId ? { gradeIds: [gradeId] } : {}) }
  const classSearch = {
    ...classFilter,
    state: parseClassState(state),
    day,
    keyword,
    labels: parseClassLabels(keyword, day, naming),
  }
  const found = await getClassPage(ctx.db, scopeOf(ctx, 'class.read'), classSearch, page)
  return { ...found, items: await presentClasses(ctx, found.items, day, naming) }
}

const maxClassesFound = 6

/** The first classes of today that match a keyword, for the quick search. */
export async function findClasses(ctx: Ctx, keyword: string) {
  const query = { orgId: null, gradeId: null, state: 'open', keyword, pageNumber: 1, pageSize: maxClassesFound }
  const { items } = await listClasses(ctx, { ...query, on: undefined })
  return items.map(({ id, orgId, gradeId, label, orgName, teacherName, totalCount }) => ({
    id,
    orgId,
    gradeId,
    label,
    orgName,
    teacherName,
    totalCount,
  }))
}

/** Defaults to the caller's school; for a bureau to its whole scope. */
async function getListedOrgId(ctx: Ctx, orgId: string | null): Promise<string | null> {
  const org = await getReadableSchool(ctx, orgId)
  return orgId !== null || isSchool(org) ? org.id : null
}

function parseClassState(state: string): ClassState | null {
  if (state === '') return null
  if (!Object.hasOwn(classStates, state)) throw invalid([{ field: 'state', msg: '班级状态不正确' }])
  return state as ClassState
}

/** Parses a class label as people write it: 七(3)班, 七（3）, 初一3班. */
export function parseClassLabels(keyword: string, day: string, naming: GradeNaming) {
  const written = keyword.replaceAll(/[（）()\s]/g, '').replace(/班$/, '')
  const [, grade, number] = /^(\D+?)(?:年级)?(\d{1,2})$/.exec(written) ?? []
  if (!grade || !number) return []
  const name = `${Number(number)}班`
  const plain = (label: string) => label.replaceAll(/[()]|班$/g, '')
  return listPossibleGrades(day).flatMap((facts) =>
    plain(formatClassLabel(formatGradeName(facts, day, naming), name)) === `${grade}${Number(number)}`
      ? [{ ...facts, name }]
      : [],
  )
}

/** Every grade that a school can have on a day. */
function listPossibleGrades(day: string) {
  const year = Number(day.slice(0, 4))
  return Object.entries(stages).flatMap(([stage, { years: normalYears }]) =>
    [normalYears, normalYears - 1, normalYears + 1].flatMap((years) =>
      Array.from({ length: years + 1 }, (_, at) => ({ stage: Number(stage), startYear: year - at, years })),
    ),
  )
}

async function presentClasses(
  ctx: Ctx,
  rows: readonly ClassRow[],
  day: string,
  naming: GradeNaming,
): Promise<SchoolClass[]> {
  const ids = rows.map(({ id }) => id)
  const teachers = await listClassTeachers(ctx, ids, day)
  const counts = ids.length === 0 ? new Map() : await getPupilCounts(ctx).countByClass(ctx, ids, day)
  const pictures = await listPictures(ctx, classPictureOwner, ids)
  return rows.map((row) => {
    const people = teachers.get(row.id) ?? []
    const head = people.find(({ role }) => role === 'head')
    const { males, females } = counts.get(row.id) ?? { males: 0, females: 0 }
    const { id, orgId, orgName, gradeId, name, code, profession, roomId, roomName, startYear, stage, sort, version } =
      row
    return {
      id,
      orgId,
      orgName,
      gradeId,
      name,
      code,
      profession,
      roomId,
      roomName,
      startYear,
      stage,
      sort,
      version,
      ...getClassNames(row, day, naming),
      teacherId: head?.userId ?? null,
      teacherName: head?.name ?? '',
      viceName: people.find(({ role }) => role === 'vice')?.name ?? '',
      maleCount: males,
      femaleCount: females,
      totalCount: males + females,
      ...getLogo(pictures.get(row.id)),
      leavesIn: startYear + row.years,
      state: getClassState(row, day),
    }
  })
}

const getLogo = ([picture]: readonly Picture[] = []) => ({
  logo: picture?.url ?? '',
  logoFiles: picture ? [picture.id] : [],
})

/** Whether the caller may read a class, and with it its picture. */
export async function canReadClass(ctx: Ctx, id: string): Promise<boolean> {
  const scope = ctx.actor.permissions.get('class.read')
  if (!scope) return false
  return (await listClassesInScope(ctx.db, scope, { ids: [id], day: dayOf(ctx.now) })).length > 0
}

/** A class on a day with all its teachers, past ones included. */
export async function getClass(ctx: Ctx, { id, on }: QueryOf<typeof classRoutes.classDetail>) {
  const day = dayOrToday(ctx, on)
  const [row] = await listClassesInScope(ctx.db, scopeOf(ctx, 'class.read'), { ids: [id], day })
  const [one] = await presentClasses(ctx, [orNotFound(row, '班级')], day, await getGradeNaming(ctx))
  const teachers = (await listTeachersOfClasses(ctx.db, [id], null)).map((teacher) => ({
    id: teacher.id,
    classId: id,
    userId: teacher.userId,
    name: teacher.name,
    role: teacher.role,
    startsOn: teacher.beginsOn,
    endsOn: teacher.overOn === null ? null : addDays(teacher.overOn, -1),
  }))
  return { class: one!, teachers, lessons: await listLessonsOfClass(ctx.db, id, day) }
}
