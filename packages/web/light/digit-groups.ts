/** ID numbers are read in these groups, mobile numbers in those. */
export const idCardGroups = [6, 8, 4] as const
export const mobileGroups = [3, 4, 4] as const

/** 330100 20200309 0134: as much as there is, in groups. */
export function formatGroups(text: string, groups: readonly number[]): string {
  const parts: string[] = []
  let at = 0
  for (const size of groups) {
    if (at >= text.length) break
    parts.push(text.slice(at, at + size))
    at += size
  }
  return parts.join(' ')
}

/** What was meant by whatever was typed or pasted: no spaces or dashes, no full-width figures, a large X. */
export const removeGroups = (text: string) => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
