import { useEffect, useState, type MouseEvent } from 'react'

export type SignInView = 'forgot' | 'sms' | 'activate' | ''

const views: readonly string[] = ['forgot', 'sms', 'activate']

const findView = (search: string): SignInView => {
  const view = new URLSearchParams(search).get('view')
  return views.includes(view ?? '') ? (view as SignInView) : ''
}

/** The address of a view of this page, including the redirect parameters. */
export function getViewUrl(
  view: SignInView,
  { pathname, search }: { pathname: string; search: string } = location,
): string {
  const params = new URLSearchParams(search)
  if (view) params.set('view', view)
  else params.delete('view')
  const text = params.toString()
  return text ? `${pathname}?${text}` : pathname
}

/** Views of one page have their own addresses, so that Back works; the page is not reloaded. */
export function useSignInView() {
  const [view, setView] = useState(() => findView(location.search))
  useEffect(() => {
    const readView = () => setView(findView(location.search))
    window.addEventListener('popstate', readView)
    return () => window.removeEventListener('popstate', readView)
  }, [])
  const show = (to: SignInView, method: 'pushState' | 'replaceState' = 'pushState') => {
    history[method](null, '', getViewUrl(to))
    setView(to)
  }
  const linkTo = (to: SignInView) => ({
    href: getViewUrl(to),
    onClick: (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      show(to)
    },
  })
  return { view, show, linkTo }
}
