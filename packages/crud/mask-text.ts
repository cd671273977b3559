import type { AnyField } from '#packages/contract'

/** 138****0001; an ID number keeps the area; otherwise nothing is shown but that there is something. */
export function maskText(plain: string, mask: NonNullable<AnyField['mask']>): string {
  if (plain === '') return ''
  if (mask === 'mobile' && plain.length >= 11) return `${plain.slice(0, 3)}****${plain.slice(-4)}`
  if (mask === 'id-card' && plain.length >= 15) return plain.slice(0, 6) + '*'.repeat(plain.length - 6)
  return '****'
}
