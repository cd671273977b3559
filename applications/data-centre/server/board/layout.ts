import type { PlacedCard } from '../../contract.ts'

/** Saved cards first, in their order; those that came later follow in the default order. */
function arrange(ids: readonly string[], saved: readonly PlacedCard[]): string[] {
  const known = new Set(ids)
  const first = saved.flatMap(({ id }) => (known.delete(id) ? id : []))
  return [...first, ...ids.filter((id) => known.has(id))]
}

/**
 * The cards of a caller as default ⊕ organisation ⊕ user. Cards that the caller does not have are left out, so a
 * withdrawn right changes nothing else. Locked cards stay where the organisation has put them.
 */
export function mergeLayouts(
  ids: readonly string[],
  ofOrg: readonly PlacedCard[],
  ofUser: readonly PlacedCard[],
): PlacedCard[] {
  const common = arrange(ids, ofOrg)
  const orgCards = new Map(ofOrg.map((card) => [card.id, card]))
  const userCards = new Map(ofUser.map((card) => [card.id, card]))
  const isLocked = (id: string) => orgCards.get(id)?.isLocked ?? false
  const free = arrange(
    common.filter((id) => !isLocked(id)),
    ofUser,
  )
  const isHidden = (id: string) =>
    (isLocked(id) ? undefined : userCards.get(id)?.isHidden) ?? orgCards.get(id)?.isHidden ?? false
  return common
    .map((id) => (isLocked(id) ? id : free.shift()!))
    .map((id) => ({ id, isLocked: isLocked(id), isHidden: isHidden(id) }))
}
