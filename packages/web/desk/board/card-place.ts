import { createContext, use } from 'react'
import type { BoardCard } from '#packages/web/core/module.ts'

type CardPlace = Pick<BoardCard, 'id' | 'title'>

/** Which card of the board one is: the board names it, so that its title is there before anything of it has come. */
export const CardPlaceContext = createContext<CardPlace | null>(null)

export function useCardPlace(): CardPlace {
  const place = use(CardPlaceContext)
  if (!place) throw new Error('a card stands on the board')
  return place
}
