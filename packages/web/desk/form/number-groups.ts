/** Long numbers are typed and read in groups; the stored value has no spaces. */
export type NumberGrouping = 'idCard' | 'phone'

const groups: Record<NumberGrouping, readonly number[]> = { idCard: [6, 8, 4], phone: [3, 4, 4] }
const getLength = (grouping: NumberGrouping) => groups[grouping].reduce((sum, length) => sum + length)

/** Removes all characters that do not belong to the number. */
export function stripSeparators(grouping: NumberGrouping, typed: string) {
  const value =
    grouping === 'idCard'
      ? typed.toUpperCase().replace(/[^\dX]/g, '')
      : // Address books put the country code in front.
        typed.replace(/\D/g, '').replace(/^(00)?86(?=1[3-9]\d{9}$)/, '')
  return value.slice(0, getLength(grouping))
}

/** 330199 19910714 0025 */
export function formatGroups(grouping: NumberGrouping, value: string) {
  let from = 0
  return groups[grouping]
    .map((length) => value.slice(from, (from += length)))
    .filter(Boolean)
    .join(' ')
}

export const isNumberComplete = (grouping: NumberGrouping, value: string) => value.length === getLength(grouping)

/** The result of typing: the number, and the caret position in its groups. */
export function applyTyping(grouping: NumberGrouping, before: string, typed: string, caret: number) {
  let head = stripSeparators(grouping, typed.slice(0, caret))
  let value = stripSeparators(grouping, typed)
  // Only a space was deleted: the user meant the character before it.
  if (value === before && typed.length < formatGroups(grouping, before).length) {
    head = head.slice(0, -1)
    value = head + value.slice(head.length + 1)
  }
  return { value, caret: formatGroups(grouping, head).length }
}
