import { createContext, use, type ComponentType } from 'react'
import type { PageAction } from '#packages/web/core/module.ts'

/** A section in the details of a row, loaded with the first opened details. */
export interface DrawnSection {
  id: string
  permission: string
  /** The tab of the section; by default the first. */
  tab?: string | undefined
  Section: ComponentType<{ id: string }>
}

/** The facts of a page: its titles, and the additions of modules. */
export interface PageInfo {
  title: string
  /** The menu group or application it belongs to. */
  group: string
  permission: { code: string; title: string }
  actions: readonly PageAction[]
  /** Sections in the details of a row. */
  sections?: readonly DrawnSection[]
}

export const PageContext = createContext<PageInfo | null>(null)

export function usePage(): PageInfo {
  const page = use(PageContext)
  if (!page) throw new Error('usePage is for pages that a module declares')
  return page
}
