/** History state of a redirect home, because the requested page is not a family page. */
export const homeRedirect = { isRedirectedHome: true } as const

/** Whether home was reached by such a redirect; true only once. */
export function takeHomeRedirect(): boolean {
  const isRedirectedHome = Boolean((history.state as Partial<typeof homeRedirect> | null)?.isRedirectedHome)
  if (isRedirectedHome) history.replaceState(null, '', location.href)
  return isRedirectedHome
}
