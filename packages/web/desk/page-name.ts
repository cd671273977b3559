import { createContext, use, useEffect } from 'react'

/** The shell provides it for each page. */
export const PageNameContext = createContext<(name: string) => void>(() => {})

/** The page's own name, where its manifest knows only a general one: 导入教职工. Its tag and its title say it. */
export function usePageName(name: string | undefined) {
  const setName = use(PageNameContext)
  useEffect(() => {
    if (name) setName(name)
  }, [setName, name])
}
