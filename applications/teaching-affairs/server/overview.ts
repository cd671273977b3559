import { teachingAreas, type DataOf, type TeachingArea } from '#packages/contract'
import { dayOf, emptyScope, orNotFound, type Ctx } from '#packages/core'
import { getTeachingAreaRights } from '#kernel/catalogue/server/api.ts'
import { getTimetableState } from '#engines/timetable/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import { getTeachingGaps, isSchoolNode, listOrgTerms, listPeriodsOn } from '#kernel/schooling/server/api.ts'
import type { AreaFigure, teachingAffairsApi } from '../contract.ts'
import { countOverview, countProfessions, countSubjects, type OverviewCounts } from './overview-queries.ts'

type Drawn = Omit<AreaFigure, 'area'>
interface Facts {
  orgId: string
  day: string
  counts: OverviewCounts
}

/** The areas that the caller may visit, each with its figure of today; an area that she may not visit is not counted. */
export async function getOverview(ctx: Ctx): Promise<DataOf<typeof teachingAffairsApi.overview>> {
  const { orgId, permissions } = ctx.actor
  const org = orNotFound(await findUnitById(ctx, orgId), '组织')
  const day = dayOf(ctx.now)
  const scopes = {
    classes: permissions.get('class.read') ?? emptyScope,
    pupils: permissions.get('student.read') ?? emptyScope,
  }
  const facts = { orgId, day, counts: await countOverview(ctx.db, scopes, day) }
  const rights = getTeachingAreaRights(ctx.app.manifests, permissions)
  const areas: AreaFigure[] = []
  for (const area of Object.keys(teachingAreas) as TeachingArea[]) {
    const draw = figureOf[area]
    if (rights[area].visit && draw) areas.push({ area, ...(await draw(ctx, facts)) })
  }
  return { orgName: org.name, areas }
}

const open = (figure: number, unit: string, note: string): Drawn => ({ figure, unit, note, isOpen: true })
const fine = (figure: number | null, unit: string, note: string): Drawn => ({ figure, unit, note, isOpen: false })

/** One after the other, because a transaction runs one statement at a time. */
const figureOf: Partial<Record<TeachingArea, (ctx: Ctx, facts: Facts) => Promise<Drawn>>> = {
  term: async (ctx, { orgId }) => {
    const terms = await listOrgTerms(ctx, orgId)
    const current = terms.find(({ isCurrent }) => isCurrent)
    return current
      ? fine(terms.length, '个学期', `${current.name}，共${current.weeks}周`)
      : open(terms.length, '个学期', '还没有学期，先新建本学期')
  },
  classTime: async (ctx, { orgId, day }) => {
    const periods = await listPeriodsOn(ctx, orgId, null, day)
    const lessons = periods.filter(({ kind }) => kind === 'lesson').length
    return periods.length > 0 ? fine(lessons, '节课', '今天的作息') : open(0, '节', '今天没有作息方案')
  },
  subject: async (ctx, { orgId }) => fine(await countSubjects(ctx.db, orgId), '门学科', '国家和本校的学科'),
  grade: async (_, { counts: { grades } }) =>
    grades > 0 ? fine(grades, '个年级', '在校年级') : open(0, '个年级', '还没有年级'),
  class: async (_, { counts: { classes, headless, big, huge } }) => {
    if (classes === 0) return open(0, '个班级', '还没有班级')
    const notes = [
      ...(headless > 0 ? [`${headless}个班没有班主任`] : []),
      ...(big > 0 ? [`${big}个大班额${huge > 0 ? `，其中${huge}个超大班额` : ''}`] : []),
    ]
    return notes.length > 0 ? open(classes, '个班级', notes.join('；')) : fine(classes, '个班级', '班主任都已安排')
  },
  courseTable: async (ctx, { orgId }) => {
    if (!(await isSchoolNode(ctx, orgId))) return fine(null, '', '各校的课表在各校查看')
    const state = await getTimetableState(ctx, orgId)
    if (!state) return fine(null, '', '还没有学期')
    const { termName, published, drafts } = state
    const note = published ? `“${published.name}”从${published.effectiveOn}起执行` : `${termName}还没有发布课表`
    // Drafts are the business of those who make them.
    if (!ctx.actor.permissions.has('timetable.edit')) return fine(null, '', note)
    return published ? fine(drafts, '份草稿', note) : open(drafts, '份草稿', note)
  },
  inSubject: async (ctx) => {
    const gaps = await getTeachingGaps(ctx)
    if (!gaps) return fine(null, '', '各校的任课在各校查看')
    const assigned = gaps.total - gaps.open
    const [worst] = gaps.classes
    return gaps.open > 0 && worst
      ? open(assigned, `/ ${gaps.total} 格`, `还有${gaps.open}格没有教师，${worst.label}缺${worst.open}科`)
      : fine(assigned, `/ ${gaps.total} 格`, `${gaps.termName}的任课已排满`)
  },
  student: async (_, { counts: { pupils, classless } }) =>
    classless > 0 ? open(pupils, '名学生', `${classless}名学生未分班`) : fine(pupils, '名学生', '在读和休学'),
  profession: async (ctx, { orgId }) => fine(await countProfessions(ctx.db, orgId), '个专业', '中职专业和高中选科组合'),
  permission: async () => fine(null, '', '谁可以维护教务'),
}
