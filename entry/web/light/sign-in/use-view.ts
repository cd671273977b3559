import { useEffect, useState, type MouseEvent } from 'react'

export type View = 'forgot' | 'sms' | 'activate' | ''

const views: readonly string[] = ['forgot', 'sms', 'activate']

const viewIn = (search: string): View => {
  const view = new URLSearchParams(search).get('view')
  return views.includes(view ?? '') ? (view as View) : ''
}

/** The address of a view of this page; where the visitor wants to go afterwards stays in it. */
export function addressOf(view: View, { pathname, search }: { pathname: string; search: string } = location): string {
  const params = new URLSearchParams(search)
  if (view) params.set('view', view)
  else params.delete('view')
  const text = params.toString()
  return text ? `${pathname}?${text}` : pathname
}

/** Views of one page have addresses of their own, so that Back works; the page is not loaded anew. */
export function useView() {
  const [view, setView] = useState(() => viewIn(location.search))
  useEffect(() => {
    const look = () => setView(viewIn(location.search))
    window.addEventListener('popstate', look)
    return () => window.removeEventListener('popstate', look)
  }, [])
  const show = (to: View, how: 'pushState' | 'replaceState' = 'pushState') => {
    history[how](null, '', addressOf(to))
    setView(to)
  }
  const linkTo = (to: View) => ({
    href: addressOf(to),
    onClick: (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      show(to)
    },
  })
  return { view, show, linkTo }
}
