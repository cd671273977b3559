import type { PhoneCard } from '#packages/web/core/module.ts'
import { phoneCardTable } from '../tables/phone-cards.gen.ts'
import { loadPhonePart } from './phone-modules.ts'

/** The cards of all modules for the homes on phones. */
export const phoneCards: readonly PhoneCard[] = phoneCardTable.map(({ folder, ...card }) => ({
  ...card,
  load: async () => (await loadPhonePart(folder, `card ${card.id}`, ({ cards }) => cards?.[card.id]))(),
}))
