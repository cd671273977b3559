const whole = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 })
const cents = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** 1,574 or 98.5: at most two decimals. */
export const formatNumber = (value: number) => (Number.isFinite(value) ? whole.format(value) : '—')

/** 38,400.00, in yuan. */
export const formatMoney = (yuan: number) => (Number.isFinite(yuan) ? cents.format(yuan) : '—')

const maxDecimals = 2

/**
 * Removes from typed text everything but digits; in decimal mode it keeps one dot and two digits after it. Full-width
 * digits count as digits.
 */
export function cleanNumber(typed: string, isDecimal = false): string {
  const text = typed.normalize('NFKC').replaceAll('。', '.')
  const [whole = '', ...rest] = isDecimal ? text.split('.') : [text]
  const digits = onlyDigits(whole)
  if (rest.length === 0) return digits
  return `${digits || '0'}.${onlyDigits(rest.join('')).slice(0, maxDecimals)}`
}

const onlyDigits = (text: string) => text.replaceAll(/\D/g, '')
