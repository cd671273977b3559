import { expect, it } from 'vitest'
import { formatGroups, idCardGroups, mobileGroups, removeGroups } from './digit-groups.ts'

it('shows an ID number in groups of 6-8-4 and a mobile number in 3-4-4 while it is typed', () => {
  expect(formatGroups('330100202003090134', idCardGroups)).toBe('330100 20200309 0134')
  expect(formatGroups('3301002020', idCardGroups)).toBe('330100 2020')
  expect(formatGroups('330100', idCardGroups)).toBe('330100')
  expect(formatGroups('13800135678', mobileGroups)).toBe('138 0013 5678')
  expect(formatGroups('', mobileGroups)).toBe('')
})

it('accepts pasted spaces, dashes, full-width digits and a lowercase x', () => {
  expect(removeGroups('330100 20200309 012x')).toBe('33010020200309012X')
  expect(removeGroups('138-0013-5678')).toBe('13800135678')
  expect(removeGroups('１３８００１３')).toBe('1380013')
})
