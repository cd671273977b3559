import { queryOptions } from '@tanstack/react-query'
import { accessApi } from '#kernel/access/contract.ts'
import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { isSessionLost } from '#packages/web/core/call-error.ts'
import { newQueryClient } from '#packages/web/core/query-client.ts'
import { endSession } from '#packages/web/core/session.ts'

export const queryClient = newQueryClient()

export const menuOptions = queryOptions({
  queryKey: ['menu'],
  queryFn: ({ signal }) => call(accessApi.menu, { signal }),
  staleTime: Infinity,
})

/** The menu and the permissions, asked for once a visit. */
export async function loadMenu() {
  try {
    return await queryClient.ensureQueryData(menuOptions)
  } catch (error) {
    // The browser is on its way to the sign-in page: nothing more is to be drawn here.
    if (isSessionLost(error)) return new Promise<never>(() => {})
    throw error
  }
}

/** Ends the session on the server if it can be reached, and here in any case. */
export async function signOut() {
  await call(sessionApi.logout).catch(() => {})
  endSession()
  location.assign('/login')
}
