import { createContext, use, type ComponentType } from 'react'
import type { PageAction } from '#packages/web/core/module.ts'

/** A part of the details of a row, fetched when the first details are opened. */
export interface DrawnSection {
  id: string
  permission: string
  /** The tab it stands in; without one, the first. */
  tab?: string | undefined
  Section: ComponentType<{ id: string }>
}

/** What a page is told about itself: its place in the house, and what modules put on it. */
export interface PageInfo {
  title: string
  /** The menu group or application it belongs to. */
  group: string
  permission: { code: string; title: string }
  /** Buttons. */
  actions: readonly PageAction[]
  /** Parts of the details of a row. */
  sections?: readonly DrawnSection[]
}

export const PageContext = createContext<PageInfo | null>(null)

export function usePage(): PageInfo {
  const page = use(PageContext)
  if (!page) throw new Error('usePage is for pages that a module declares')
  return page
}
