import { Refusal, type Ctx } from '#packages/core'
import { recallRecord } from '#kernel/approval/server/api.ts'
import { coverSubject, isOpen, lockKnownCases, type CoverCase } from './cases.ts'
import { endRequests } from './end-requests.ts'
import { handledText } from './words.ts'

export const isApplicant = (
  ctx: Pick<Ctx, 'actor'>,
  { personId, appliedBy }: Pick<CoverCase, 'personId' | 'appliedBy'>,
) => personId === ctx.actor.personId || appliedBy === ctx.actor.personId

/** The applicant takes back what is not in force yet. */
export async function withdrawCover(ctx: Ctx, { id }: { id: string }): Promise<null> {
  const [one] = await lockKnownCases(ctx, [id], (each) => isApplicant(ctx, each))
  if (!isOpen(one!)) throw new Refusal(one!.status === 'effective' ? '代调课已生效，请教务取消' : handledText)
  if (one!.status === 'auditing') await recallRecord(ctx, coverSubject, id)
  else await endRequests(ctx, [one!], 'recalled')
  return null
}
