import type { PhoneCard } from '#packages/web/core/module.ts'

const pupil = 1
type Tab = PhoneCard['tab']

const sortCards = (cards: PhoneCard[]) => cards.sort((one, other) => one.sort - other.sort)

/** The cards of a family's home, in order. */
export function listFamilyCards(userType: number | undefined, cards: readonly PhoneCard[], at?: Tab): PhoneCard[] {
  const ownAudience = userType === pupil ? 'pupil' : 'guardian'
  return sortCards(cards.filter(({ audience, tab }) => (audience === 'both' || audience === ownAudience) && tab === at))
}

/** The cards of a staff member with these permissions. */
export const listStaffCards = (permissions: readonly string[], cards: readonly PhoneCard[], at?: Tab): PhoneCard[] =>
  sortCards(
    cards.filter(
      ({ audience, tab, permission }) =>
        audience === 'staff' && tab === at && (permission === undefined || permissions.includes(permission)),
    ),
  )
