import { isFamily, studentHome } from '../../user-homes.ts'
import { toSafePath } from '#packages/web/core/safe-path.ts'
import { useSession } from '#packages/web/core/session.ts'

/** Of an address, where the visitor wants to go after signing in. */
export function getRedirectQuery(search: string): string {
  const params = new URLSearchParams(search)
  const others = [...params.keys()].filter((name) => name !== 'redirect' && name !== 'redirect_url')
  for (const name of others) params.delete(name)
  const redirect = params.toString()
  return redirect && `?${redirect}`
}

/**
 * Leads whoever has just signed in to where they wanted to go; a new document, because it may be the other root's.
 * An address outside is never followed as it came: the server knows which are ours, and answers with the one to open.
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
