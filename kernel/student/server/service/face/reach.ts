import { dayOf, found, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { facesByIds, isOrgReached, type FaceRow } from '../../face-queries.ts'

const permission = 'face.manage'
export const faceScope = (ctx: Ctx) => scopeOf(ctx, permission)

/** The pupil, if the caller has to do with her photograph today; otherwise she is not there. */
export async function findFace(ctx: Ctx, studentId: string): Promise<FaceRow> {
  const [row] = await facesByIds(ctx.db, faceScope(ctx), [studentId], dayOf(ctx.now))
  return found(row, '学生')
}

/** Nothing is taken before a guardian has agreed, in the words that count now. */
export function requireConsent({ consent }: Pick<FaceRow, 'consent'>) {
  if (consent !== 'agreed') throw new Refusal('请先取得监护人授权')
}

/** The school that is meant: one's own, where a class teacher has only her classes, or another that is all within reach. */
export async function schoolAsked(ctx: Ctx, orgId: string | null): Promise<string> {
  if (orgId === null || orgId === ctx.actor.orgId) return ctx.actor.orgId
  if (!(await isOrgReached(ctx.db, faceScope(ctx), orgId))) throw notFound('学校')
  return orgId
}
