import { found, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import { findUnit } from '#kernel/org/server'
import { orgOf, type TimeOrg } from '../../time-org-queries.ts'

/** The organisation whose classes are asked for: one's own, of which a teacher sees some classes, or one within reach. */
export async function schoolToRead(ctx: Ctx, orgId: string | null): Promise<TimeOrg> {
  const id = orgId ?? ctx.actor.orgId
  const isOwn = id === ctx.actor.orgId
  if (!isOwn) await requireWithin(ctx, scopeOf(ctx, 'class.read'), id)
  return found(await orgOf(ctx.db, id), '组织')
}

/** The school whose classes are changed. */
export async function schoolToEdit(ctx: Ctx, orgId: string | null): Promise<TimeOrg> {
  const id = orgId ?? ctx.actor.orgId
  await requireWithin(ctx, scopeOf(ctx, 'class.edit'), id)
  const org = found(await orgOf(ctx.db, id), '组织')
  if (!isSchool(org)) throw new Refusal('只有学校和幼儿园可以设置年级和班级')
  return org
}

/** The school whose lessons are arranged: one's own, of which the right may reach some classes only, or one within reach. */
export async function schoolToTeach(ctx: Ctx, orgId: string | null): Promise<TimeOrg> {
  const id = orgId ?? ctx.actor.orgId
  if (id !== ctx.actor.orgId) await requireWithin(ctx, scopeOf(ctx, 'teaching.edit'), id)
  return found(await orgOf(ctx.db, id), '组织')
}

const requireWithin = async (ctx: Ctx, scope: Scope, id: string) => found(await findUnit(ctx, scope, id), '组织')

export const isSchool = ({ type }: Pick<TimeOrg, 'type'>) => ['school', 'kindergarten', 'other-school'].includes(type)
