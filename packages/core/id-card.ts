const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checkDigits = '10X98765432'

/** The check digit of 17 digits (GB 11643). */
export const idCardCheckDigit = (first17: string) =>
  checkDigits[weights.reduce((sum, weight, at) => sum + weight * Number(first17[at]), 0) % 11]!

/**
 * Whether this is an 18-character ID number with a real birthday and a right check digit. A lower-case x is accepted.
 */
export function isIdCard(value: string): boolean {
  if (!/^[1-9]\d{16}[\dXx]$/.test(value)) return false
  const born = idCardBirthday(value)
  const date = new Date(`${born}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== born || born < '1900-01-01') return false
  return idCardCheckDigit(value) === value[17]!.toUpperCase()
}

/** As a date: 1991-07-14. */
export const idCardBirthday = (value: string) => `${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`
/** An odd 17th digit is male. */
export const idCardSex = (value: string): '男' | '女' => (Number(value[16]) % 2 === 1 ? '男' : '女')
