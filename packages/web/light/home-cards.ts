import { isCardOpen, type PhoneCard } from '#packages/web/core/module.ts'

const pupil = 1
type Tab = PhoneCard['tab']

const sortCards = (cards: PhoneCard[]) => cards.sort((one, other) => one.sort - other.sort)

/** The cards of a family's home, in order. */
export function listFamilyCards(userType: number | undefined, cards: readonly PhoneCard[], at?: Tab): PhoneCard[] {
  const ownAudience = userType === pupil ? 'pupil' : 'guardian'
  return sortCards(cards.filter(({ audience, tab }) => (audience === 'both' || audience === ownAudience) && tab === at))
}

interface Access {
  permissions: readonly string[]
  closedApplications?: readonly string[] | undefined
}

/** The cards of a staff member with these permissions. */
export const listStaffCards = (
  { permissions, closedApplications }: Access,
  cards: readonly PhoneCard[],
  at?: Tab,
): PhoneCard[] =>
  sortCards(
    cards.filter(
      (card) =>
        card.audience === 'staff' &&
        card.tab === at &&
        (card.permission === undefined || permissions.includes(card.permission)) &&
        isCardOpen(card, closedApplications),
    ),
  )
