import { createContext, use } from 'react'
import type { BoardCard } from '#packages/web/core/module.ts'

type CardIdentity = Pick<BoardCard, 'id' | 'title'>

/** Which card of the board one is: the board names it, so that its title is there before anything of it has come. */
export const CurrentCardContext = createContext<CardIdentity | null>(null)

export function useCurrentCard(): CardIdentity {
  const card = use(CurrentCardContext)
  if (!card) throw new Error('a card stands on the board')
  return card
}
