import { addDays, dayOf, listContributions, newId, type Ctx } from '#packages/core'
import type { Responsibility, ResponsibilityItem } from '#kernel/org/server/api.ts'
import { listDueDays, listPending, saveItems, settleItems, type StoredItem } from './handover-queries.ts'

export interface HeldItem extends ResponsibilityItem {
  provider: Responsibility
}

const toKey = (provider: string, memberId: string, ref: string) => `${provider} ${memberId} ${ref}`

/** Everything that these memberships are responsible for, as the modules say now. */
export async function listHeldItems(ctx: Ctx, membershipIds: readonly string[]): Promise<HeldItem[]> {
  const held: HeldItem[] = []
  for (const provider of listContributions(ctx, 'responsibilities'))
    for (const item of await provider.list(ctx, membershipIds)) held.push({ ...item, provider })
  return held
}

/**
 * The same without what is handed over already, but from a later day on, and without what ends by the last day anyway.
 * Only what its module ends by that day counts as handed over: something without days, or given back to the person,
 * is hers.
 */
export async function listOpenItems(ctx: Ctx, membershipIds: readonly string[]): Promise<HeldItem[]> {
  const held = await listHeldItems(ctx, membershipIds)
  if (held.length === 0) return held
  const today = dayOf(ctx.now)
  const pending = await listPending(ctx.db, membershipIds, today)
  const handed = new Map(pending.map(({ provider, memberId, ref, fromOn }) => [toKey(provider, memberId, ref), fromOn]))
  const dueDays = await listDueDays(ctx.db, membershipIds)
  return held.filter(({ provider, memberId, ref, overOn }) => {
    if (!overOn) return true
    const lastDay = dueDays.get(memberId) ?? today
    const isHanded = overOn <= (handed.get(toKey(provider.key, memberId, ref)) ?? '')
    return !isHanded && overOn > addDays(lastDay, 1)
  })
}

export const toStored = (
  { provider, ref, title, note = '' }: HeldItem,
  state: Partial<Pick<StoredItem, 'status' | 'toMemberId' | 'fromOn' | 'doneAt'>> = {},
): StoredItem => ({
  id: newId(),
  provider: provider.key,
  ref,
  title: title.slice(0, mostCharacters),
  note: note.slice(0, mostCharacters),
  status: 'open',
  toMemberId: null,
  fromOn: null,
  doneAt: null,
  ...state,
})
const mostCharacters = 200

/** Brings the stored items up to date with what the person has now. */
export async function storeOpenItems(ctx: Ctx, caseId: string, open: readonly HeldItem[]) {
  await saveItems(
    ctx.db,
    caseId,
    open.map((item) => toStored(item)),
  )
  await settleItems(
    ctx.db,
    caseId,
    open.map(({ provider, ref }) => ({ provider: provider.key, ref })),
    ctx.now,
  )
}
