import { dayOf, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { teachingChanged } from '../../../contract-teaching.ts'
import { listGroupsFrom } from '../../teaching-queries.ts'

const groupsPerEvent = 500

/** Tells the modules above that these groups, or their teachers, changed. */
export async function publishTeachingChanged(ctx: Ctx, orgId: string, termId: string, groupIds: readonly string[]) {
  const ids = [...new Set(groupIds)]
  for (let at = 0; at < ids.length; at += groupsPerEvent)
    await publish(ctx, teachingChanged, { orgId, termId, groupIds: ids.slice(at, at + groupsPerEvent) })
}

/** The same for all groups of grades or of a class in terms that are not over. */
export async function publishGroupsMoved(ctx: Ctx, orgId: string, of: Parameters<typeof listGroupsFrom>[1]) {
  const groups = Map.groupBy(await listGroupsFrom(ctx.db, of, dayOf(ctx.now)), ({ termId }) => termId)
  for (const [termId, ofTerm] of groups)
    await publishTeachingChanged(
      ctx,
      orgId,
      termId,
      ofTerm.map(({ id }) => id),
    )
}
