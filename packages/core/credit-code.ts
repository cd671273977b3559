const characters = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** The check character of the first 17 of a 统一社会信用代码 (GB 32100). */
export function getCreditCodeCheck(first17: string): string | undefined {
  let sum = 0
  let weight = 1
  for (const character of first17) {
    const value = characters.indexOf(character)
    if (value < 0) return undefined
    sum += value * weight
    weight = (weight * 3) % 31
  }
  return characters[(31 - (sum % 31)) % 31]
}

/** Whether this is a 统一社会信用代码 in capitals with a right check character. */
export const isCreditCode = (value: string): boolean =>
  /^[0-9A-Y]{2}\d{6}[0-9A-Y]{10}$/.test(value) && getCreditCodeCheck(value.slice(0, 17)) === value[17]
