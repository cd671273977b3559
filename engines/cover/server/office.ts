import { orNotFound, type Ctx } from '#packages/core'
import { loadCases, lockCases, type CoverCase } from './cases.ts'
import { cancelCovers } from './cancel.ts'
import { updateRequests } from './request-queries.ts'

/** Whether the caller arranges the lessons of a school. */
export type MayArrange = (orgId: string) => Promise<boolean>

/** All of these requests are of schools in the caller's scope, or none of them exists. */
async function lockArranged(ctx: Ctx, ids: readonly string[], mayArrange: MayArrange): Promise<CoverCase[]> {
  const wanted = [...new Set(ids)]
  const found = await loadCases(ctx, wanted)
  orNotFound(found.length === wanted.length || undefined, '代调课')
  for (const orgId of new Set(found.map((one) => one.orgId)))
    orNotFound((await mayArrange(orgId)) || undefined, '代调课')
  return lockCases(ctx, wanted)
}

/** The office cancels covers before their lessons begin, and requests before they are in force. */
export async function cancelByOffice(
  ctx: Ctx,
  { ids, reason }: { ids: readonly string[]; reason: string },
  mayArrange: MayArrange,
): Promise<{ cancelled: number }> {
  const cases = await lockArranged(ctx, ids, mayArrange)
  await cancelCovers(ctx, cases, reason)
  return { cancelled: cases.length }
}

/** The covers stay although the absence ended early. */
export async function keepByOffice(
  ctx: Ctx,
  { ids }: { ids: readonly string[] },
  mayArrange: MayArrange,
): Promise<{ kept: number }> {
  const doubted = (await lockArranged(ctx, ids, mayArrange)).filter(({ isInDoubt }) => isInDoubt)
  await updateRequests(
    ctx.db,
    doubted.map(({ id }) => id),
    { is_in_doubt: false },
    ctx.now,
  )
  return { kept: doubted.length }
}
