import { useEffect, useState, type MouseEvent } from 'react'

export type HomeTab = 'home' | 'me'

const tabIn = (search: string): HomeTab => (new URLSearchParams(search).get('tab') === 'me' ? 'me' : 'home')

/** Which of the two is open; each has an address of its own, so that Back works and a reload stays. */
export function useTab() {
  const [tab, setTab] = useState(() => tabIn(location.search))
  useEffect(() => {
    const look = () => setTab(tabIn(location.search))
    window.addEventListener('popstate', look)
    return () => window.removeEventListener('popstate', look)
  }, [])
  const linkTo = (to: HomeTab) => {
    const href = to === 'me' ? `${location.pathname}?tab=me` : location.pathname
    return {
      href,
      isCurrent: to === tab,
      onClick: (event: MouseEvent) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        if (to === tab) return
        history.pushState(null, '', href)
        setTab(to)
        window.scrollTo(0, 0)
      },
    }
  }
  return { tab, linkTo }
}
