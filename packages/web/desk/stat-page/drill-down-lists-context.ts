import { createContext, type ComponentType } from 'react'
import type { DrillDownListProps } from '#packages/web/core/module.ts'

/** The lists that modules provide for drawers, by the address of their page. The entry provides them. */
export const DrillDownListsContext = createContext<Readonly<Record<string, ComponentType<DrillDownListProps>>>>({})
