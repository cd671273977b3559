import { createContext, use } from 'react'
import type { PageAction } from '#packages/web/core/module.ts'

/** What a page is told about itself: its place in the house, and the buttons that modules put on it. */
export interface PageInfo {
  title: string
  /** The menu group or application it belongs to. */
  group: string
  permission: { code: string; title: string }
  actions: readonly PageAction[]
}

export const PageContext = createContext<PageInfo | null>(null)

export function usePage(): PageInfo {
  const page = use(PageContext)
  if (!page) throw new Error('usePage is for pages that a module declares')
  return page
}
