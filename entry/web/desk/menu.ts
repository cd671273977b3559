import { queryOptions } from '@tanstack/react-query'
import { accessApi } from '#kernel/access/contract.ts'
import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError, isSessionLost, getErrorMessage } from '#packages/web/core/call-error.ts'
import { setSignInNotice } from '#packages/web/core/sign-in-notice.ts'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { endSession, clearSession } from '#packages/web/core/session.ts'
import { signOut } from '../sign-out.ts'
import { isApplication } from '../choose-root.ts'
import { forgetTags } from './tags/tag-store.ts'

export const queryClient = createQueryClient()

/** Nobody answered, or only the gateway before us. */
const unreachableStatuses = [0, 502, 504]

export const menuOptions = queryOptions({
  queryKey: ['menu'],
  queryFn: ({ signal }) =>
    call(accessApi.menu, { signal }).catch((error: unknown) => {
      // Without an answer of ours nothing is known about the session: another try may help.
      if (error instanceof CallError && unreachableStatuses.includes(error.status)) throw error
      return handleMenuFailure(error)
    }),
  staleTime: Infinity,
})

/** The menu and the permissions, asked for once a visit. */
export const loadMenu = () => queryClient.ensureQueryData(menuOptions)

/** The same as it is at this moment. */
export const reloadMenu = () => queryClient.fetchQuery({ ...menuOptions, staleTime: 0 })

/** There is nothing to show without the routes. Never ends: the browser is on its way. */
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

/** Leaves for the sign-in page, which belongs to the other root. */
export async function signOutToLogin() {
  await signOut()
  // The menu, and with it the routes, are of whoever comes next.
  queryClient.clear()
  forgetTags()
  location.assign('/login')
}

/** The server has ended the session; the sign-in page says why. */
export function signInAgain(message: string) {
  endSession()
  forgetTags()
  setSignInNotice(message)
  location.assign('/login')
}
