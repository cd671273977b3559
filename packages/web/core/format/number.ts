const whole = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 })
const cents = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** 1,574 or 98.5: at most two decimals. */
export const formatNumber = (value: number) => (Number.isFinite(value) ? whole.format(value) : '—')

/** 38,400.00, in yuan. */
export const formatMoney = (yuan: number) => (Number.isFinite(yuan) ? cents.format(yuan) : '—')

const decimalsAtMost = 2

/**
 * What is left of typed text when only a number may stand there: digits, or in decimal mode also one dot and two digits
 * after it. Digits of Chinese keyboards count as digits.
 */
export function cleanNumber(typed: string, isDecimal = false): string {
  const text = typed.normalize('NFKC').replaceAll('。', '.')
  const [whole = '', ...rest] = isDecimal ? text.split('.') : [text]
  const digits = onlyDigits(whole)
  if (rest.length === 0) return digits
  return `${digits || '0'}.${onlyDigits(rest.join('')).slice(0, decimalsAtMost)}`
}

const onlyDigits = (text: string) => text.replaceAll(/\D/g, '')
