import { createContext, use } from 'react'
import type { BoardCard } from '#packages/web/core/module.ts'

type CardIdentity = Pick<BoardCard, 'id' | 'title'> & {
  /** The board has only what was read then. */
  staleSince?: number
}

/** The identity of the card, set by the board, so that its title is shown before the card has loaded. */
export const CurrentCardContext = createContext<CardIdentity | null>(null)

export function useCurrentCard(): CardIdentity {
  const card = use(CurrentCardContext)
  if (!card) throw new Error('a card stands on the board')
  return card
}
