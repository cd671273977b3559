import { createContext, type ComponentType } from 'react'
import type { FieldValueProps, PhoneControlProps } from '#packages/web/core/field-control.ts'
import type { PhoneCard, PhoneModule } from '#packages/web/core/module.ts'

/** The cards of all modules for the homes on phones. The root provides them, because it imports the modules. */
export const PhoneCardsContext = createContext<readonly PhoneCard[]>([])

/** Loads the modules that add sign-in methods to the sign-in page. The root provides it. */
export const SignInModulesContext = createContext<() => Promise<readonly PhoneModule[]>>(async () => [])

interface PhoneFieldParts {
  controls: Readonly<Record<string, ComponentType<PhoneControlProps>>>
  /** How a value is shown in a detail, where it is not a text. */
  values?: Readonly<Record<string, ComponentType<FieldValueProps>>>
}

/** What all modules provide for fields of entities, by name. The root provides it. */
export const PhoneControlsContext = createContext<PhoneFieldParts>({ controls: {} })

/** The permissions of the user on a page for staff; undefined until they are loaded. The root provides them. */
export const StaffPermissionsContext = createContext<readonly string[] | undefined>(undefined)
