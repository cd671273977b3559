import { queryOptions } from '@tanstack/react-query'
import { accessApi } from '#kernel/access/contract.ts'
import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { isSessionLost } from '#packages/web/core/call-error.ts'
import { leaveNotice } from '#packages/web/core/notice.ts'
import { newQueryClient } from '#packages/web/core/query-client.ts'
import { endSession, useSession } from '#packages/web/core/session.ts'

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

const patienceMs = 2_000

/** Ends the session here at once, and on the server if it can be reached soon. */
export async function signOut() {
  // Whoever leaves may do so from any organisation, also from one that this tab should not be in.
  useSession.setState({ orgId: '' })
  const told = call(sessionApi.logout).catch(() => {})
  endSession()
  await Promise.race([told, new Promise((done) => setTimeout(done, patienceMs))])
  location.assign('/login')
}

/** The server has ended the session; the sign-in page says why. */
export function signInAgain(words: string) {
  endSession()
  leaveNotice(words)
  location.assign('/login')
}
