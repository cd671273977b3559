/** The own entry of an organisation for an application. */
export interface OrgGrantEntry {
  includesBelow: boolean
  isRefused: boolean
}

/**
 * Whether an application is open for an organisation. Its own entry decides, or else the nearest entry above it that
 * includes those below. A refusal also applies to those below that have no entry of their own. Without any entry only
 * built-in applications are open.
 */
export function isOpenFor(
  { isBuiltIn }: { isBuiltIn: boolean },
  entries: Pick<ReadonlyMap<string, OrgGrantEntry>, 'get'>,
  ownFirst: readonly string[],
): boolean {
  for (const [steps, id] of ownFirst.entries()) {
    const entry = entries.get(id)
    if (entry && (steps === 0 || entry.includesBelow || entry.isRefused)) return !entry.isRefused
  }
  return isBuiltIn
}
