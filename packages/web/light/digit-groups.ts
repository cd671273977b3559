/** The digit groups of ID numbers and of mobile numbers. */
export const idCardGroups = [6, 8, 4] as const
export const mobileGroups = [3, 4, 4] as const

/** 330100 20200309 0134: the given digits in groups. */
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

/** Normalises typed or pasted text: no spaces or dashes, no full-width digits, a capital X. */
export const removeGroups = (text: string) => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
