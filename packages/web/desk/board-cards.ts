import { createContext } from 'react'
import type { BoardCard } from '#packages/web/core/module.ts'

/** The cards that all modules bring to the data board. The entry provides them, because it knows the modules. */
export const BoardCardsContext = createContext<readonly BoardCard[]>([])
