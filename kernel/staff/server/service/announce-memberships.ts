import { dayOf, listContributions, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { reassignTasksOf } from '#kernel/approval/server/api.ts'
import { membershipBegan, membershipEnded } from '../../contract.ts'
import { listPeopleWithMembership, updateAnnounced, type AnnouncedMembership } from '../membership-queries.ts'

const idsPerEvent = 500

/** What becomes of the approvals of memberships that end. */
export interface ApprovalMove {
  /** The membership that continues an ended one. */
  successors?: ReadonlyMap<string, string>
  /** By an act a flow that cannot move refuses the act; by date its administrators are told. */
  mode?: 'act' | 'date'
  /** Two people were merged: memberships with a successor were this person's. */
  remainingPersonId?: string
}

/**
 * Publishes that memberships began or ended, once each: those of these people, or of everybody. A membership that was
 * entered for later is announced on its day, one that was entered after its end never. Approvals that waited for an
 * ended membership move in the same transaction: to the membership that continues it, if there is one.
 */
export async function announceMemberships(ctx: Ctx, personIds: readonly string[] | null, move: ApprovalMove = {}) {
  const changed = await updateAnnounced(ctx.db, personIds, dayOf(ctx.now))
  const ended = changed.filter(({ isAnnounced }) => !isAnnounced)
  await publishMemberships(ctx, membershipEnded, ended)
  await moveApprovals(ctx, ended, { mode: personIds ? 'act' : 'date', ...move })
  const gone = ended.filter(({ id }) => !move.successors?.has(id))
  if (gone.length > 0) for (const departure of listContributions(ctx, 'departures')) await departure.ended(ctx, gone)
  await publishMemberships(
    ctx,
    membershipBegan,
    changed.filter(({ isAnnounced }) => isAnnounced),
  )
}

/** Publishes that memberships ended because their rows are gone: an import was undone. */
export async function announceDeletedMemberships(ctx: Ctx, deleted: readonly AnnouncedMembership[]) {
  const ended = deleted.filter(({ isAnnounced }) => isAnnounced)
  await publishMemberships(ctx, membershipEnded, ended)
  await moveApprovals(ctx, ended, {})
}

async function moveApprovals(
  ctx: Ctx,
  ended: readonly AnnouncedMembership[],
  { successors, mode, remainingPersonId }: ApprovalMove,
) {
  if (ended.length === 0) return
  const staying = await listPeopleWithMembership(
    ctx.db,
    ended.map(({ personId }) => personId),
  )
  await reassignTasksOf(
    ctx,
    ended.map(({ id, personId }) => ({
      memberId: id,
      personId: (successors?.has(id) ? remainingPersonId : undefined) ?? personId,
      successorId: successors?.get(id),
      isLast: !staying.has(personId),
    })),
    mode,
  )
}

async function publishMemberships(
  ctx: Ctx,
  event: typeof membershipBegan,
  memberships: readonly AnnouncedMembership[],
) {
  for (const [orgId, own] of Map.groupBy(memberships, (membership) => membership.orgId))
    for (let at = 0; at < own.length; at += idsPerEvent)
      await publish(ctx, event, { orgId, ids: own.slice(at, at + idsPerEvent).map(({ id }) => id) })
}
