import type { QueryOf } from '#packages/contract'
import { notFound, scopeOf, type Ctx } from '#packages/core'
import type { CoverLesson } from '#engines/cover/contract.ts'
import {
  findCandidates,
  listLessonsToCover,
  listPlaces,
  listSwaps,
  proposeCovers,
  refuseLongSpan,
} from '#engines/cover/server/api.ts'
import { findLessons, listLessonOrgs, type LessonFacts } from '#engines/timetable/server/api.ts'
import { isOrgInScope } from '#kernel/org/server/api.ts'
import type { coverOfficeApi } from '../contract.ts'
import { findMemberOrg } from './member-queries.ts'

/** The school of these lessons: all of them are there, of one school, and in the caller's scope. */
export async function requireLessons(ctx: Ctx, lessonIds: readonly string[]): Promise<string> {
  const orgs = await listLessonOrgs(ctx.db, lessonIds)
  const [orgId, ...more] = new Set(lessonIds.map((id) => orgs.get(id)))
  if (orgId === undefined || more.length > 0) throw notFound('课程')
  if (!(await isOrgInScope(ctx.db, scopeOf(ctx, 'cover.arrange'), orgId))) throw notFound('课程')
  return orgId
}

async function requireLesson(ctx: Ctx, lessonId: string): Promise<LessonFacts> {
  const [lesson] = await findLessons(ctx, await requireLessons(ctx, [lessonId]), { ids: [lessonId] })
  return lesson!
}

/** The lessons of somebody in some days, for instance of a leave. */
export async function listImpact(
  ctx: Ctx,
  { userId, ...span }: QueryOf<typeof coverOfficeApi.impact>,
): Promise<CoverLesson[]> {
  refuseLongSpan(span, 62)
  const orgId = await findMemberOrg(ctx.db, userId)
  if (orgId === undefined || !(await isOrgInScope(ctx.db, scopeOf(ctx, 'cover.arrange'), orgId))) throw notFound('人员')
  return (await listLessonsToCover(ctx, { orgId, userIds: [userId], ...span })).get(userId) ?? []
}

export const listOfficeCandidates = async (ctx: Ctx, { lessonIds }: QueryOf<typeof coverOfficeApi.officeCandidates>) =>
  findCandidates(ctx, { orgId: await requireLessons(ctx, lessonIds), lessonIds })

export const recommendForOffice = async (ctx: Ctx, { lessonIds }: QueryOf<typeof coverOfficeApi.officeRecommend>) =>
  proposeCovers(ctx, { orgId: await requireLessons(ctx, lessonIds), lessonIds })

export const listOfficeSwaps = async (ctx: Ctx, query: QueryOf<typeof coverOfficeApi.officeSwaps>) =>
  listSwaps(ctx, await requireLesson(ctx, query.lessonId), query)

export const listOfficePlaces = async (ctx: Ctx, query: QueryOf<typeof coverOfficeApi.officePlaces>) =>
  listPlaces(ctx, await requireLesson(ctx, query.lessonId), query)
