/** What an organisation's own entry for an application says. */
export interface OrgGrantEntry {
  includesBelow: boolean
  isRefused: boolean
}

/**
 * Whether an application is open for an organisation: its own entry decides, or else the nearest above it that counts
 * below, too. What is kept from a node is kept from those below it that have no entry of their own.
 */
export function isOpenFor(
  entries: Pick<ReadonlyMap<string, OrgGrantEntry>, 'get'>,
  ownFirst: readonly string[],
): boolean {
  for (const [steps, id] of ownFirst.entries()) {
    const entry = entries.get(id)
    if (entry && (steps === 0 || entry.includesBelow || entry.isRefused)) return !entry.isRefused
  }
  return false
}
