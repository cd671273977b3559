import { getRedirectQuery } from './redirect-after-sign-in.ts'

const storageKey = 'wish'

/** Stores the redirect in this tab while another page is open. */
export const saveRedirect = () => sessionStorage.setItem(storageKey, getRedirectQuery(location.search))

/** Reads and removes the stored redirect. */
export function takeSavedRedirect(): string {
  const redirect = sessionStorage.getItem(storageKey) ?? ''
  sessionStorage.removeItem(storageKey)
  return redirect
}
