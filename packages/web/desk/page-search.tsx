import { createContext, use } from 'react'

export type SetSearch = (change: (before: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void

/**
 * The query of the page's own address. Not the router's: a page behind another tag keeps the address at which it was
 * left, and changes nothing until it is in front again. A mobile or ID number is read and set here like everything
 * else, but the shell keeps it out of the address.
 */
export interface PageSearch {
  search: URLSearchParams
  setSearch: SetSearch
  /** Whether the page is in front. */
  isFront: boolean
}

export const PageSearchContext = createContext<PageSearch | null>(null)

export function usePageSearch(): PageSearch {
  const search = use(PageSearchContext)
  if (!search) throw new Error('usePageSearch is for pages inside the shell')
  return search
}
