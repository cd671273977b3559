import { getRedirectQuery } from './redirect-after-sign-in.ts'

const storageKey = 'wish'

/** Where the visitor wants to go waits in this tab while another page is open. */
export const saveRedirect = () => sessionStorage.setItem(storageKey, getRedirectQuery(location.search))

/** What the visitor wanted before that page was opened. */
export function takeSavedRedirect(): string {
  const redirect = sessionStorage.getItem(storageKey) ?? ''
  sessionStorage.removeItem(storageKey)
  return redirect
}
