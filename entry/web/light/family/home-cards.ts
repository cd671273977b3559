import type { PhoneCard } from '#packages/web/core/module.ts'

const pupil = 1
type Tab = PhoneCard['tab']

const inOrder = (cards: PhoneCard[]) => cards.sort((one, other) => one.sort - other.sort)

/** The cards of a family's home, in their order. */
export function cardsFor(userType: number | undefined, cards: readonly PhoneCard[], at?: Tab): PhoneCard[] {
  const mine = userType === pupil ? 'pupil' : 'guardian'
  return inOrder(cards.filter(({ audience, tab }) => (audience === 'both' || audience === mine) && tab === at))
}

/** The cards of a member of staff who has these permissions. */
export const staffCards = (permissions: readonly string[], cards: readonly PhoneCard[], at?: Tab): PhoneCard[] =>
  inOrder(
    cards.filter(
      ({ audience, tab, permission }) =>
        audience === 'staff' && tab === at && (permission === undefined || permissions.includes(permission)),
    ),
  )
