import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addDays,
  dayOf,
  districtId,
  containsPersonalNumber,
  idCardBirthday,
  idCardCheckDigit,
  idCardSex,
  isIdCard,
  isMobile,
  newId,
  emptyScope,
  unionScopes,
} from './index.ts'

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: length, maxLength: length })
const birthday = fc.date({ min: new Date('1930-01-01'), max: new Date('2026-11-15'), noInvalidDate: true })
const idCard = fc.tuple(fc.constantFrom('330199', '110101'), birthday, digits(3)).map(([area, born, order]) => {
  const first17 = `${area}${born.toISOString().slice(0, 10).replaceAll('-', '')}${order}`
  return first17 + idCardCheckDigit(first17)
})

it('accepts an ID number, and refuses it with any single wrong digit', () => {
  fc.assert(
    fc.property(idCard, fc.nat(16), fc.integer({ min: 1, max: 9 }), (card, at, shift) => {
      expect(isIdCard(card)).toBe(true)
      const wrong = card.slice(0, at) + ((Number(card[at]) + shift) % 10) + card.slice(at + 1)
      expect(isIdCard(wrong)).toBe(false)
    }),
  )
})

it('refuses an ID number with a day that does not exist', () => {
  const first17 = '33019919990230001'
  expect(isIdCard(first17 + idCardCheckDigit(first17))).toBe(false)
  expect(isIdCard('')).toBe(false)
  expect(isIdCard('3.30199E+17')).toBe(false)
})

it('reads the sex from the 17th digit', () => {
  expect(idCardSex('330199199001010011')).toBe('男')
  expect(idCardSex('330199199001010028')).toBe('女')
})

it('reads the birthday from the eight digits in the middle', () => {
  expect(idCardBirthday('330199199107140025')).toBe('1991-07-14')
})

it.each([
  ['13800138000', true],
  ['12800138000', false],
  ['1380013800', false],
  ['+8613800138000', false],
])('mobile number %s: %s', (number, expected) => expect(isMobile(number)).toBe(expected))

it('days are added over months and leap years, and not beyond the year 9999', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(() => addDays('9999-12-31', 1)).toThrow('日期超出范围')
})

it('ids are unique, well formed and sorted by creation', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

it('a new day begins at midnight in China', () => {
  expect(dayOf(new Date('2026-11-14T15:59:59Z'))).toBe('2026-11-14')
  expect(dayOf(new Date('2026-11-14T16:00:00Z'))).toBe('2026-11-15')
})

it.each([0, -1, 1.5, Number.NaN, 2 ** 31, '1; drop table session' as unknown as number])(
  'refuses %s as a district',
  (value) => expect(() => districtId(value)).toThrow(RangeError),
)

it('several roles cover the union of their scopes', () => {
  const both = unionScopes([
    { ...emptyScope, orgPaths: ['a'] },
    { ...emptyScope, orgPaths: ['a', 'b'], self: 'me' },
  ])
  expect(both).toEqual({ ...emptyScope, orgPaths: ['a', 'b'], self: 'me' })
})

it('finds a mobile or ID number in a text, however it is written', () => {
  const found = [
    '13800138000',
    '138 0013 8000',
    '138-0013-8000',
    '+86 13800138000',
    '8613800138000',
    '１３８００１３８０００',
  ]
  for (const one of [...found, '330199199001011234', '33019919900101123x', '330199 19900101 123X', '12345678901']) {
    expect([one, containsPersonalNumber(one)]).toEqual([one, true])
    expect([one, containsPersonalNumber(`张三${one}`)]).toEqual([one, true])
    expect([one, containsPersonalNumber(`${one} 13900139000`)]).toEqual([one, true])
  }
  fc.assert(fc.property(idCard, containsPersonalNumber))
})

it('finds no personal number in names, short and long numbers, and our ids', () => {
  for (const one of ['', '张三', '2026', '0571-86000126', '1380013800', '1700000000000', '12345678901234567890']) {
    expect([one, containsPersonalNumber(one)]).toEqual([one, false])
  }
  expect(containsPersonalNumber('12345678-9012-7345-8678-901234567890')).toBe(false)
  fc.assert(fc.property(fc.uuid(), (one) => !containsPersonalNumber(one)))
  for (let at = 0; at < 100; at++) expect(containsPersonalNumber(newId())).toBe(false)
})
