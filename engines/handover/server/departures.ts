import { addDays, dayOf, emptyScope, Refusal, type Contributions, type Ctx, type Scope } from '#packages/core'
import { inSavepoint } from '#kernel/approval/server/api.ts'
import { listAdministratorsToNotify, sendMessages } from '#kernel/message/server/api.ts'
import type { EndedMembership } from '#kernel/staff/server/api.ts'
import { beginCase, closeForced, formatOpenWork, handoverPage } from './handover.ts'
import {
  cancelCase,
  closeCase,
  findStaff,
  listContinued,
  listInScope,
  listOpenCases,
  saveItems,
  updateCaseTerms,
  type StoredItem,
} from './handover-queries.ts'
import { cancelledTemplate, forcedTemplate, openedTemplate } from './handover-notifications.ts'
import { listHeldItems, listOpenItems, toStored, type HeldItem } from './held-items.ts'

/**
 * Nobody leaves with open work. Suspending an account, merging people and ends by date are not stopped. Whoever may
 * arrange the hand-over gets the way there: the receiving school of a transfer may not.
 */
export const guardOpenWork: Contributions['membershipGuards'] = async (ctx, membershipIds, act) => {
  if (act !== 'end') return new Map()
  const open = Map.groupBy(await listOpenItems(ctx, membershipIds), ({ memberId }) => memberId)
  if (open.size === 0) return new Map()
  const scope = ctx.actor.permissions.get('handover.manage') ?? emptyScope
  const near = await listInScope(ctx.db, scope, [...open.keys()])
  return new Map(
    [...open].map(([id, items]) => [
      id,
      { reason: formatOpenWork(items.length), ...(near.has(id) && { link: { label: '去交接', url: getPageUrl(id) } }) },
    ]),
  )
}

const getPageUrl = (userId: string) => `${handoverPage}?userId=${userId}`

export const departures: Contributions['departures'] = {
  requested: beginOnRequest,
  cancelled: cancelOnRefusal,
  ended: forceOpenWork,
}

/** A change waits for another organisation: the hand-over begins or gets new terms, and the own administrators are told. */
async function beginOnRequest(ctx: Ctx, { membershipId, lastDay, isTransfer }: RequestedDeparture) {
  const reason = isTransfer ? 'transfer' : 'leave'
  const begun = (await listOpenCases(ctx.db, [membershipId])).get(membershipId)
  if (begun) await updateCaseTerms(ctx.db, begun, { reason, dueOn: lastDay })
  const open = await listOpenItems(ctx, [membershipId])
  const staff = await findStaff(ctx.db, allStaff, membershipId, dayOf(ctx.now))
  if (open.length === 0 || !staff) return
  const { id, isNew } = await beginCase(ctx, { userId: membershipId, reason, dueOn: lastDay }, null)
  if (isNew) await notifyAdministrators(ctx, openedTemplate, { ...staff, caseId: id, count: open.length })
}
type RequestedDeparture = Parameters<Contributions['departures']['requested']>[1]

/** The change was refused or withdrawn. A hand-over that an administrator began goes on. */
async function cancelOnRefusal(ctx: Ctx, { membershipId }: { membershipId: string }) {
  const cancelled = await cancelCase(ctx.db, membershipId, ctx.now)
  const staff = cancelled && (await findStaff(ctx.db, allStaff, membershipId, dayOf(ctx.now)))
  if (!staff || cancelled.handed === 0) return
  await notifyAdministrators(ctx, cancelledTemplate, { ...staff, caseId: cancelled.id, count: cancelled.handed })
}

interface NotifiedCase {
  caseId: string
  orgId: string
  name: string
  count: number
}

const notifyAdministrators = async (
  ctx: Ctx,
  template: typeof openedTemplate,
  { caseId, orgId, name, count }: NotifiedCase,
) =>
  sendMessages(ctx, template, {
    to: (await listAdministratorsToNotify(ctx, orgId)).map(({ personId }) => personId),
    values: { name, count: String(count) },
    url: `${handoverPage}?open=${caseId}`,
    subject: { kind: 'handover', id: caseId },
    orgId,
  })

const allStaff: Scope = { ...emptyScope, district: true }

/**
 * Memberships ended with open work, because their last day came: it is taken from them by the rules of each module, and
 * the administrators are told. Somebody who goes on at the organisation, for example in another department, keeps it.
 */
async function forceOpenWork(ctx: Ctx, ended: readonly EndedMembership[]) {
  const continued = await listContinued(
    ctx.db,
    ended.map(({ id }) => id),
    dayOf(ctx.now),
  )
  const gone = ended.filter(({ id }) => !continued.has(id))
  const ids = gone.map(({ id }) => id)
  const cases = await listOpenCases(ctx.db, ids)
  const held = Map.groupBy(await listHeldItems(ctx, ids), ({ memberId }) => memberId)
  for (const membership of gone) {
    const items = held.get(membership.id) ?? []
    const caseId = cases.get(membership.id)
    if (items.length > 0) await forceItems(ctx, membership, items)
    else if (caseId) await closeCase(ctx.db, { id: caseId, forcedReason: null, by: null }, ctx.now)
  }
}

async function forceItems(ctx: Ctx, { id: userId, orgId }: EndedMembership, items: readonly HeldItem[]) {
  const today = dayOf(ctx.now)
  const { id } = await beginCase(ctx, { userId, reason: 'leave', dueOn: addDays(today, -1) }, null)
  const forced: StoredItem[] = []
  for (const item of items)
    try {
      await inSavepoint(ctx.db, () => item.provider.force(ctx, item, today))
      forced.push(toStored(item, { status: 'forced', fromOn: today, doneAt: ctx.now }))
    } catch (error) {
      // The end of a membership is a fact: what cannot be taken stays open, and the administrators see it.
      if (!(error instanceof Refusal)) throw error
    }
  await saveItems(ctx.db, id, forced)
  await closeForced(ctx, id, '离岗时没有交接，按规则处理', null)
  const name = (await findStaff(ctx.db, allStaff, userId, today))?.name ?? ''
  await notifyAdministrators(ctx, forcedTemplate, { caseId: id, orgId, name, count: items.length })
}
