import { expect, it } from 'vitest'
import { formatFileSize } from './file-size.ts'

const kilo = 1024

it.each([
  [0, '0 KB'],
  [1, '0.1 KB'],
  [kilo, '1 KB'],
  [17.94 * kilo, '17.9 KB'],
  [412.4 * kilo, '412 KB'],
  [99.96 * kilo, '100 KB'],
  [1023.4 * kilo, '1023 KB'],
])('shows %d bytes in KB: %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text))

it.each([
  [1023.6 * kilo, '1 M'],
  [1.5 * kilo ** 2, '1.5 M'],
  [kilo ** 3, '1 G'],
  [2.25 * kilo ** 3, '2.3 G'],
  [5000 * kilo ** 3, '5000 G'],
])('shows %d bytes in M or G: %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text))

it('shows a dash for an invalid size', () => {
  expect([formatFileSize(-1), formatFileSize(Number.NaN)]).toEqual(['—', '—'])
})
