import type { Ctx } from '#packages/core'
import type { CoverKind, CreditKind } from '../contract.ts'
import { listSubjectTeachers } from './people-queries.ts'
import type { LegRow } from './request-queries.ts'
import { coverSetting } from './settings.ts'

interface CreditOf {
  kind: CoverKind
  orgPath: string
  leg: LegRow
}

/** What each leg counts once the lesson was given. An exchange counts nothing: both teachers give as many as before. */
export async function findCredits(
  ctx: Ctx,
  covers: readonly CreditOf[],
): Promise<ReadonlyMap<string, { credit: number; creditKind: CreditKind | null }>> {
  const pairs = covers.flatMap(({ kind, leg: { id, toId, groupId, day } }) =>
    kind === 'substitute' && toId !== null ? [{ legId: id, userId: toId, groupId, day }] : [],
  )
  const ofSubject = await listSubjectTeachers(ctx.db, pairs)
  const credits = new Map<string, { credit: number; creditKind: CreditKind | null }>()
  for (const { kind, orgPath, leg } of covers) {
    const rates = await coverSetting.read(ctx, orgPath)
    const { id } = leg
    if (kind === 'substitute' && ofSubject.has(id)) credits.set(id, { credit: rates.creditSame, creditKind: 'same' })
    else if (kind === 'substitute') credits.set(id, { credit: rates.creditOther, creditKind: 'other' })
    else if (kind === 'supervise') credits.set(id, { credit: rates.creditSupervise, creditKind: 'supervise' })
    else if (kind === 'merge') credits.set(id, { credit: rates.creditMerge, creditKind: 'merge' })
    else credits.set(id, { credit: 0, creditKind: null })
  }
  return credits
}
