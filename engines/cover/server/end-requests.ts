import { labelOf } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { endFlow } from '#kernel/approval/server/api.ts'
import type { MessageTemplate } from '#kernel/message/server/api.ts'
import { coverStatuses } from '../contract.ts'
import { coverSubject, type CoverCase } from './cases.ts'
import { declinedTemplate, lapsedTemplate, rejectedTemplate, withdrawnTemplate } from './cover-notifications.ts'
import { notifyAbout } from './notify-of-change.ts'
import { closeAsks, updateLegs, updateRequests } from './request-queries.ts'
import { writeNote } from './sealed-texts.ts'

const templates = {
  lapsed: lapsedTemplate,
  recalled: withdrawnTemplate,
  cancelled: withdrawnTemplate,
  declined: declinedTemplate,
  rejected: rejectedTemplate,
} as const satisfies Record<string, MessageTemplate>
export type EndStatus = keyof typeof templates

/**
 * Requests that were never in force come to nothing. The applicant is told unless she does it herself, and so is whoever
 * was asked or had said yes. The callers hold the locks of `lockCases`.
 */
export async function endRequests(ctx: Ctx, cases: readonly CoverCase[], status: EndStatus, note = '') {
  await closeRequests(ctx, cases, status, note)
  for (const { id } of cases.filter((one) => one.status === 'auditing'))
    await endFlow(ctx, { subject: coverSubject, id, reason: note || labelOf(coverStatuses, status) })
}

/** The same for a request whose approval is ending. */
export async function closeRequests(ctx: Ctx, cases: readonly CoverCase[], status: EndStatus, note = '') {
  if (cases.length === 0) return
  const ids = cases.map(({ id }) => id)
  await updateRequests(ctx.db, ids, { status }, ctx.now)
  await writeNote(ctx, ids, note)
  await updateLegs(
    ctx.db,
    cases.flatMap(({ legs }) => legs.map(({ id }) => ({ id, state: 'ended' as const }))),
  )
  await closeAsks(ctx.db, ids, ctx.now)
  await notifyAbout(ctx, templates[status], cases, (one) =>
    [one.personId, ...listConcerned(one)].filter((personId) => personId !== ctx.actor.personId),
  )
}

/** Of those who may claim, only whoever did. */
const listConcerned = ({ asks, askMode }: CoverCase) =>
  asks
    .filter(({ answer }) => answer === 'yes' || (answer === 'waiting' && askMode !== 'everybody'))
    .map(({ personId }) => personId)
