import { expect, it } from 'vitest'
import { stripSeparators, formatGroups, applyTyping } from './number-groups.ts'

it('writes an ID number in groups of 6, 8 and 4, and stores it without spaces', () => {
  expect(formatGroups('idCard', '330199199107140025')).toBe('330199 19910714 0025')
  expect(formatGroups('idCard', '3301991')).toBe('330199 1')
  expect(stripSeparators('idCard', ' 330199 19910714 002x')).toBe('33019919910714002X')
})

it('writes a phone number in groups of 3, 4 and 4', () => {
  expect(formatGroups('phone', '13801995012')).toBe('138 0199 5012')
  expect(stripSeparators('phone', '138 0199 5012 9')).toBe('13801995012')
})

it('extracts the number from the text of an address book', () => {
  expect(stripSeparators('phone', '+86 138-0199-5012')).toBe('13801995012')
  // An incomplete number has no country code yet.
  expect(stripSeparators('phone', '861380')).toBe('861380')
})

it('keeps the caret behind the typed digit, over the spaces', () => {
  // 138| becomes 138 0|
  expect(applyTyping('phone', '138', '1380', 4)).toEqual({ value: '1380', caret: 5 })
  // A digit in the middle shifts the others.
  expect(applyTyping('phone', '13801995', '1938 0199 5', 2)).toEqual({ value: '193801995', caret: 2 })
})

it('deleting a space also deletes the digit before it', () => {
  expect(applyTyping('phone', '1380199', '1380199', 3)).toEqual({ value: '130199', caret: 2 })
})
