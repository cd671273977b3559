import { isFamily, studentHome } from '#packages/web/core/user-homes.ts'
import { toSafePath } from '#packages/web/core/safe-path.ts'
import { useSession } from '#packages/web/core/session.ts'

/** The redirect parameters of an address. */
export function getRedirectQuery(search: string): string {
  const params = new URLSearchParams(search)
  const others = [...params.keys()].filter((name) => name !== 'redirect' && name !== 'redirect_url')
  for (const name of others) params.delete(name)
  const redirect = params.toString()
  return redirect && `?${redirect}`
}

/**
 * Redirects a user after sign-in to the requested page, in a new document, because it may belong to the other root. An
 * external address is never followed directly: the server decides which ones are allowed, and answers with the address
 * to open.
 */
export async function redirectAfterSignIn() {
  const params = new URLSearchParams(location.search)
  const outside = params.get('redirect_url')
  if (outside === null) return location.replace(resolveHome(toSafePath(params.get('redirect'))))
  const { call, sessionApi } = await import('./sign-in-api.ts')
  const { url } = await call(sessionApi.issueTicket, { body: { redirectUrl: outside } })
  const target = new URL(url, location.origin)
  if (!/^https?:$/.test(target.protocol)) throw new Error('not an address that can be opened')
  location.replace(target.href)
}

const resolveHome = (path: string) => (path === '/' ? getHomeAddress() : path)

export const getHomeAddress = () => (isFamily(useSession.getState().user?.userType) ? studentHome : '/')
