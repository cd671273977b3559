import { dayOf, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { membershipBegan, membershipEnded } from '../../contract.ts'
import { updateAnnounced, type AnnouncedMembership } from '../membership-queries.ts'

const idsPerEvent = 500

/**
 * Publishes that memberships began or ended, once each: those of these people, or of everybody. A membership that was
 * entered for later is announced on its day, one that was entered after its end never.
 */
export async function announceMemberships(ctx: Ctx, personIds: readonly string[] | null) {
  const changed = await updateAnnounced(ctx.db, personIds, dayOf(ctx.now))
  await publishMemberships(
    ctx,
    membershipEnded,
    changed.filter(({ isAnnounced }) => !isAnnounced),
  )
  await publishMemberships(
    ctx,
    membershipBegan,
    changed.filter(({ isAnnounced }) => isAnnounced),
  )
}

/** Publishes that memberships ended because their rows are gone: an import was undone. */
export const announceDeletedMemberships = (ctx: Ctx, deleted: readonly AnnouncedMembership[]) =>
  publishMemberships(
    ctx,
    membershipEnded,
    deleted.filter(({ isAnnounced }) => isAnnounced),
  )

async function publishMemberships(
  ctx: Ctx,
  event: typeof membershipBegan,
  memberships: readonly AnnouncedMembership[],
) {
  for (const [orgId, own] of Map.groupBy(memberships, (membership) => membership.orgId))
    for (let at = 0; at < own.length; at += idsPerEvent)
      await publish(ctx, event, { orgId, ids: own.slice(at, at + idsPerEvent).map(({ id }) => id) })
}
