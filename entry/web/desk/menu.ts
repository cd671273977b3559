import { queryOptions } from '@tanstack/react-query'
import { accessApi } from '#kernel/access/contract.ts'
import { sessionApi } from '#kernel/session/contract.ts'
import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError, isSessionLost, getErrorMessage } from '#packages/web/core/call-error.ts'
import { setSignInNotice } from '#packages/web/core/sign-in-notice.ts'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { clearSession } from '#packages/web/core/session.ts'
import { signOut } from '#packages/web/core/sign-out.ts'
import { followThemeChoice } from '#packages/web/core/choose-theme.ts'
import { isApplication } from '../choose-root.ts'
import { saveTheme } from '../save-theme.ts'
import { forgetTags } from './page-tags/tag-store.ts'

export const queryClient = createQueryClient()

/** No answer, or only one from the gateway. */
const unreachableStatuses = [0, 502, 504]

export const menuOptions = queryOptions({
  queryKey: ['menu'],
  queryFn: ({ signal }) =>
    call(accessApi.menu, { signal }).then(
      (menu) => {
        followThemeChoice(menu.theme, saveTheme)
        return menu
      },
      (error: unknown) => {
        // Without an answer of our server the state of the session is unknown: a retry may help.
        if (error instanceof CallError && unreachableStatuses.includes(error.status)) throw error
        return handleMenuFailure(error)
      },
    ),
  staleTime: Infinity,
})

/** Loads the menu and the permissions once per visit. */
export const loadMenu = () => queryClient.ensureQueryData(menuOptions)

/** Loads the menu and the permissions again, past the cache. */
export const reloadMenu = () => queryClient.fetchQuery({ ...menuOptions, staleTime: 0 })

/** Without routes there is nothing to show. The promise never resolves, because the browser leaves the page. */
async function handleMenuFailure(error: unknown): Promise<never> {
  const { pathname, search } = location
  const isElsewhere = error instanceof CallError && error.ret === Ret.otherOrganisation
  if (isSessionLost(error)) {
    if (isApplication(pathname)) await (await import('../ticket-sign-in/open-ticket.ts')).refuseLogin(error)
  } else if (!isElsewhere) {
    setSignInNotice(error instanceof CallError && error.msg ? getErrorMessage(error) : 'Has Error')
    clearSession()
    location.assign(`/login?redirect=${encodeURIComponent(pathname + search)}`)
  }
  return new Promise<never>(() => {})
}

/** Goes to the sign-in page, which belongs to the other root. */
export async function signOutToLogin() {
  await signOut(() => call(sessionApi.logout))
  // The menu and the routes belong to the next user.
  queryClient.clear()
  forgetTags()
  location.assign('/login')
}
