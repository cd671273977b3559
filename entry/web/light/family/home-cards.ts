import type { PhoneCard } from '#packages/web/core/module.ts'

const pupil = 1

/** The cards of one's own home, in their order. */
export function cardsFor(userType: number | undefined, cards: readonly PhoneCard[]): PhoneCard[] {
  const mine = userType === pupil ? 'pupil' : 'guardian'
  return cards
    .filter(({ audience }) => audience === 'both' || audience === mine)
    .sort((one, other) => one.sort - other.sort)
}
