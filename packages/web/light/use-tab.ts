import { useEffect, useState, type MouseEvent } from 'react'

/** The open tab; each has its own address, so that Back and reload work. The first has no parameter. */
export function useTab<Name extends string>(names: readonly [Name, ...Name[]]) {
  const findTab = (search: string) => {
    const requested = new URLSearchParams(search).get('tab')
    return names.find((name) => name === requested) ?? names[0]
  }
  const [tab, setTab] = useState(() => findTab(location.search))
  useEffect(() => {
    const readTab = () => setTab(findTab(location.search))
    window.addEventListener('popstate', readTab)
    return () => window.removeEventListener('popstate', readTab)
    // The names of a page's tabs do not change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const linkTo = (to: Name) => {
    const href = to === names[0] ? location.pathname : `${location.pathname}?tab=${to}`
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
