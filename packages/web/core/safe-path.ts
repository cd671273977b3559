/** Doors lead in, so coming in by one must not lead to another. */
const isSignInPath = (path: string) => /^\/(login|userLogin|transferLogin|DD|DDLogin)(\/|$)/.test(path)

/** Where a `redirect` in an address may lead: a path of ours, or home. Never to another host, never to a script. */
export function toSafePath(wanted: string | null, origin = location.origin): string {
  if (!wanted?.startsWith('/')) return '/'
  try {
    // The browser's own reading counts: it drops tabs, turns \ into / and resolves dots before it looks for a host.
    const url = new URL(wanted, origin)
    const leaves = url.origin !== origin || url.pathname.startsWith('//')
    return leaves || isSignInPath(url.pathname) ? '/' : url.pathname + url.search + url.hash
  } catch {
    return '/'
  }
}
