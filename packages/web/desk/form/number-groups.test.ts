import { expect, it } from 'vitest'
import { stripSeparators, formatGroups, applyTyping } from './number-groups.ts'

it('writes an ID number in groups of 6, 8 and 4, and keeps it without spaces', () => {
  expect(formatGroups('idCard', '330199199107140025')).toBe('330199 19910714 0025')
  expect(formatGroups('idCard', '3301991')).toBe('330199 1')
  expect(stripSeparators('idCard', ' 330199 19910714 002x')).toBe('33019919910714002X')
})

it('writes a phone number in groups of 3, 4 and 4', () => {
  expect(formatGroups('phone', '13801995012')).toBe('138 0199 5012')
  expect(stripSeparators('phone', '138 0199 5012 9')).toBe('13801995012')
})

it('takes the number out of what an address book pasted', () => {
  expect(stripSeparators('phone', '+86 138-0199-5012')).toBe('13801995012')
  // Whoever is still typing has not named a country.
  expect(stripSeparators('phone', '861380')).toBe('861380')
})

it('leaves the caret behind the digit that was typed, over the spaces', () => {
  // 138| becomes 138 0|
  expect(applyTyping('phone', '138', '1380', 4)).toEqual({ kept: '1380', caret: 5 })
  // A digit in the middle pushes the others on.
  expect(applyTyping('phone', '13801995', '1938 0199 5', 2)).toEqual({ kept: '193801995', caret: 2 })
})

it('a deleted space takes the digit before it along', () => {
  expect(applyTyping('phone', '1380199', '1380199', 3)).toEqual({ kept: '130199', caret: 2 })
})
