import { createContext } from 'react'
import type { PhoneCard, PhoneModule } from '#packages/web/core/module.ts'

/** The cards of all modules for the homes on phones. The root provides them, because it imports the modules. */
export const PhoneCardsContext = createContext<readonly PhoneCard[]>([])

/** Loads the modules that add sign-in methods to the sign-in page. The root provides it. */
export const SignInModulesContext = createContext<() => Promise<readonly PhoneModule[]>>(async () => [])
