import { expect, it } from 'vitest'
import { cleanNumber, formatMoney, formatNumber } from './number.ts'

it('writes numbers with commas between the thousands', () => {
  expect([0, 1574, 1_234_567, -1200, 98.5, 0.333].map(formatNumber)).toEqual([
    '0',
    '1,574',
    '1,234,567',
    '-1,200',
    '98.5',
    '0.33',
  ])
})

it('writes money with two decimals', () => {
  expect([38_400, 0.5, 12.345].map(formatMoney)).toEqual(['38,400.00', '0.50', '12.35'])
  expect([formatNumber(Number.NaN), formatMoney(Number.POSITIVE_INFINITY)]).toEqual(['—', '—'])
})

it.each([
  ['12 个', '12'],
  ['1.5', '15'],
  ['-3', '3'],
  ['１２３', '123'],
  ['abc', ''],
  ['007', '007'],
])('strips everything but digits: %s becomes %s', (typed, left) => expect(cleanNumber(typed)).toBe(left))

it.each([
  ['12.5', '12.5'],
  ['12.345', '12.34'],
  ['1.2.3', '1.23'],
  ['1..2', '1.2'],
  ['3.', '3.'],
  ['.5', '0.5'],
  ['3。5', '3.5'],
  ['约 12.5 元', '12.5'],
  ['', ''],
])('allows one dot and two decimals in decimal mode: %s becomes %s', (typed, left) =>
  expect(cleanNumber(typed, true)).toBe(left),
)
