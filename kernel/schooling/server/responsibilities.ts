import { dayOf, orNotFound, Refusal, type Ctx } from '#packages/core'
import type { HeldResponsibility, Responsibility, Successor } from '#kernel/org/server/api.ts'
import { classTeacherRoles } from '../contract-classes.ts'
import { formatGradeName } from '../contract-school-year.ts'
import { listClassRows } from './class-queries.ts'
import { findClassPost, findGradePost, listClassPosts, listGradePosts } from './class-teacher-queries.ts'
import { planReplacement } from './date-ranges.ts'
import { getClassNames, getClassState } from './service/classes/class-descriptions.ts'
import { applyDateChanges, setClassTeachers, setGradeHead } from './service/classes/class-teachers.ts'
import { getEditableGrade } from './service/classes/grades.ts'
import { getGradeNaming } from './settings.ts'

const classPosts: Responsibility = {
  key: 'schooling.class-posts',
  title: '班主任等班级职务',
  list: async (ctx, memberIds) => {
    const day = dayOf(ctx.now)
    const posts = await listClassPosts(ctx.db, memberIds, day)
    if (posts.length === 0) return []
    const naming = await getGradeNaming(ctx)
    const classes = await listClassRows(ctx.db, { classIds: posts.map(({ classId }) => classId) })
    const labels = new Map(
      classes.flatMap((row) =>
        getClassState(row, day) === 'open' ? [[row.id, getClassNames(row, day, naming).label] as const] : [],
      ),
    )
    // A class that was closed or has left needs nobody.
    return posts.flatMap(({ id, userId, classId, role, overOn }) => {
      const label = labels.get(classId)
      return label === undefined
        ? []
        : { memberId: userId, ref: id, title: label, note: classTeacherRoles[role], overOn }
    })
  },
  hand: async (ctx, item, to, from) => {
    const { classId, orgId, role, beginsOn, overOn } = await getClassPost(ctx, item)
    requireColleague(orgId, to)
    if (overOn !== null) throw new Refusal('该职务已安排后续人员，请在班级中调整')
    const items = [{ classId, userId: to.memberId }]
    await setClassTeachers(ctx, { items, role, from: latest(from, beginsOn) })
  },
  force: async (ctx, item, from) => endPost(ctx, 'class_teacher', await getClassPost(ctx, item), from),
}

const gradePosts: Responsibility = {
  key: 'schooling.grade-heads',
  title: '年级组长',
  list: async (ctx, memberIds) => {
    const day = dayOf(ctx.now)
    const posts = await listGradePosts(ctx.db, memberIds, day)
    if (posts.length === 0) return []
    const naming = await getGradeNaming(ctx)
    return posts.map((post) => ({
      memberId: post.userId,
      ref: post.id,
      title: formatGradeName(post, day, naming),
      overOn: post.overOn,
    }))
  },
  hand: async (ctx, item, to, from) => {
    const { gradeId, orgId, beginsOn, overOn } = await getGradePost(ctx, item)
    requireColleague(orgId, to)
    if (overOn !== null) throw new Refusal('该职务已安排后续人员，请在年级中调整')
    await setGradeHead(ctx, await getEditableGrade(ctx, gradeId), to.memberId, latest(from, beginsOn))
  },
  force: async (ctx, item, from) => endPost(ctx, 'grade_head', await getGradePost(ctx, item), from),
}

const latest = (one: string, other: string) => (one > other ? one : other)

/** The post, if it is still that member's. */
async function getClassPost(ctx: Ctx, { ref, memberId }: HeldResponsibility) {
  const post = await findClassPost(ctx.db, ref)
  return orNotFound(post?.userId === memberId ? post : undefined, '班级职务')
}

async function getGradePost(ctx: Ctx, { ref, memberId }: HeldResponsibility) {
  const post = await findGradePost(ctx.db, ref)
  return orNotFound(post?.userId === memberId ? post : undefined, '年级组长')
}

function requireColleague(orgId: string, to: Successor) {
  if (to.orgId !== orgId) throw new Refusal(`${to.name}不是该校教职工`)
}

/** Ends only this post: whoever comes later stays. */
async function endPost(
  ctx: Ctx,
  table: 'class_teacher' | 'grade_head',
  post: { id: string; beginsOn: string; overOn: string | null },
  from: string,
) {
  const { removed, ends } = planReplacement([post], from, null, () => false)
  await applyDateChanges(ctx, table, removed, ends)
}

/** What a teacher hands over: classes and grades. */
export const schoolingResponsibilities: readonly Responsibility[] = [classPosts, gradePosts]
