import { queryOptions } from '@tanstack/react-query'
import { accessApi } from '#kernel/access/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { isSessionLost } from '#packages/web/core/call-error.ts'
import { leaveNotice } from '#packages/web/core/notice.ts'
import { newQueryClient } from '#packages/web/core/query-client.ts'
import { endSession } from '#packages/web/core/session.ts'
import { signOut } from '../sign-out.ts'

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

/** Leaves for the sign-in page, which belongs to the other root. */
export async function leave() {
  await signOut()
  location.assign('/login')
}

/** The server has ended the session; the sign-in page says why. */
export function signInAgain(words: string) {
  endSession()
  leaveNotice(words)
  location.assign('/login')
}
