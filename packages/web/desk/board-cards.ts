import { createContext } from 'react'
import type { BoardCard } from '#packages/web/core/module.ts'

/** The cards of all modules for the data board. The entry provides them, because it imports the modules. */
export const BoardCardsContext = createContext<readonly BoardCard[]>([])
