/** Home, because the page that was wanted is none of theirs. */
export const homeRedirect = { isRedirectedHome: true } as const

/** Whether home was reached this way; told once. */
export function takeHomeRedirect(): boolean {
  const isRedirectedHome = Boolean((history.state as Partial<typeof homeRedirect> | null)?.isRedirectedHome)
  if (isRedirectedHome) history.replaceState(null, '', location.href)
  return isRedirectedHome
}
