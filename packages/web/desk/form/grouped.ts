/** Long numbers are typed and read in groups; what is kept has no spaces. */
export type Grouping = 'idCard' | 'phone'

const groups: Record<Grouping, readonly number[]> = { idCard: [6, 8, 4], phone: [3, 4, 4] }
const lengthOf = (grouping: Grouping) => groups[grouping].reduce((sum, length) => sum + length)

/** Only the characters that count. */
export function cleaned(grouping: Grouping, typed: string) {
  const kept =
    grouping === 'idCard'
      ? typed.toUpperCase().replace(/[^\dX]/g, '')
      : // Address books write the country in front.
        typed.replace(/\D/g, '').replace(/^(00)?86(?=1[3-9]\d{9}$)/, '')
  return kept.slice(0, lengthOf(grouping))
}

/** 330199 19910714 0025 */
export function grouped(grouping: Grouping, kept: string) {
  let from = 0
  return groups[grouping]
    .map((length) => kept.slice(from, (from += length)))
    .filter(Boolean)
    .join(' ')
}

export const isComplete = (grouping: Grouping, kept: string) => kept.length === lengthOf(grouping)

/** What typing leaves: the number, and where the caret stands in its groups. */
export function typedInto(grouping: Grouping, before: string, typed: string, caret: number) {
  let head = cleaned(grouping, typed.slice(0, caret))
  let kept = cleaned(grouping, typed)
  // Only a space was deleted: the character before it was meant.
  if (kept === before && typed.length < grouped(grouping, before).length) {
    head = head.slice(0, -1)
    kept = head + kept.slice(head.length + 1)
  }
  return { kept, caret: grouped(grouping, head).length }
}
