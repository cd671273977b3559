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

export type SearchParams = Readonly<Record<string, string | null | undefined>>

/** Sets parameters of the page's address. Those without a value are removed, the ones not named stay. */
export function useSetParams() {
  const { setSearch } = usePageSearch()
  return (params: SearchParams, options?: { replace?: boolean }) =>
    setSearch((before) => {
      const after = new URLSearchParams(before)
      for (const [name, value] of Object.entries(params))
        if (value) after.set(name, value)
        else after.delete(name)
      return after
    }, options)
}

/** The tab in the address. The first tab has no parameter. */
export function useTabParam<Key extends string>(tabs: readonly { key: Key }[], name = 'tab') {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const chosen = tabs.find(({ key }) => key === search.get(name))?.key ?? tabs[0]!.key
  const choose = (key: string) => setParams({ [name]: key === tabs[0]!.key ? null : key }, { replace: true })
  return [chosen, choose] as const
}
