import { createContext, type ReactNode } from 'react'

/** The footer of public pages: the root provides it, the pages of modules only render it. */
export const SiteFootContext = createContext<ReactNode>(null)
