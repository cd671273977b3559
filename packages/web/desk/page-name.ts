import { createContext, use, useEffect } from 'react'

/** The shell provides it for each page. */
export const PageNameContext = createContext<(name: string) => void>(() => {})

/** Sets the page's own name, where its manifest has only a general one: 导入教职工. Shown on its tag and in its title. */
export function usePageName(name: string | undefined) {
  const setName = use(PageNameContext)
  useEffect(() => {
    if (name) setName(name)
  }, [setName, name])
}
