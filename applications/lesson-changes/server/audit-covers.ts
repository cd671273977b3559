import { orNotFound, Refusal, type Ctx } from '#packages/core'
import { decideRecord } from '#kernel/approval/server/api.ts'
import { coverSubject, findCoverPlace, listCoverStatuses, type Applied } from '#engines/cover/server/api.ts'
import { mayArrange } from './office.ts'

/** The same decision as in the inbox of approvals, about several requests; one that cannot be decided stops all. */
export async function auditCovers(
  ctx: Ctx,
  { ids, agree, note }: { ids: readonly string[]; agree: boolean; note: string },
): Promise<Applied[]> {
  if (!agree && note === '') throw new Refusal('请填写不同意的原因')
  const wanted = [...new Set(ids)]
  for (const id of wanted) {
    const place = orNotFound(await findCoverPlace(ctx, id), '代调课')
    orNotFound((await mayArrange(ctx)(place.orgId)) || undefined, '代调课')
  }
  for (const id of wanted)
    await decideRecord(ctx, { subject: coverSubject, id, isAgreed: agree, opinion: note, mayTakeOver: true })
  return listCoverStatuses(ctx, wanted)
}
