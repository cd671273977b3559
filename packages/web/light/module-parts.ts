import { createContext, type ComponentType } from 'react'
import type { PhoneControlProps } from '#packages/web/core/field-control.ts'
import type { PhoneCard, PhoneModule } from '#packages/web/core/module.ts'

/** The cards of all modules for the homes on phones. The root provides them, because it imports the modules. */
export const PhoneCardsContext = createContext<readonly PhoneCard[]>([])

/** Loads the modules that add sign-in methods to the sign-in page. The root provides it. */
export const SignInModulesContext = createContext<() => Promise<readonly PhoneModule[]>>(async () => [])

/** The controls of all modules for fields of entities, by name. The root provides them. */
export const PhoneControlsContext = createContext<Readonly<Record<string, ComponentType<PhoneControlProps>>>>({})

/** The permissions of the user on a page for staff; undefined until they are loaded. The root provides them. */
export const StaffPermissionsContext = createContext<readonly string[] | undefined>(undefined)
