/** A redirect after sign-in must not lead to another sign-in page. */
const isSignInPath = (path: string) => /^\/(login|userLogin|transferLogin|DD|DDLogin)(\/|$)/.test(path)

/** Where a `redirect` in an address may lead: a path of ours, or home. Never to another host, never to a script. */
export function toSafePath(target: string | null, origin = location.origin): string {
  if (!target?.startsWith('/')) return '/'
  try {
    // The browser's own parser counts: it drops tabs, turns \ into / and resolves dots before it looks for a host.
    const url = new URL(target, origin)
    const leaves = url.origin !== origin || url.pathname.startsWith('//')
    return leaves || isSignInPath(url.pathname) ? '/' : url.pathname + url.search + url.hash
  } catch {
    return '/'
  }
}
