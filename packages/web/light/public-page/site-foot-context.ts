import { createContext, type ReactNode } from 'react'

/** What stands at the foot of public pages: the root knows it, the pages of modules only leave room for it. */
export const SiteFootContext = createContext<ReactNode>(null)
