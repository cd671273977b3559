import { expect, it } from 'vitest'
import { parseDay, parseCompleteDay } from './parse-day.ts'

it.each([
  ['1991-07-14', '1991-07-14'],
  ['1991-7-4', '1991-07-04'],
  ['1991.7.14', '1991-07-14'],
  ['1991/07/14', '1991-07-14'],
  ['1991年7月14日', '1991-07-14'],
  [' 19910714 ', '1991-07-14'],
  ['1991-02-29', undefined],
  ['1991-13-01', undefined],
  ['1991-07', undefined],
  ['', undefined],
])('reads %s as %s', (text, day) => expect(parseDay(text)).toBe(day))

it('does not complete a day that may continue', () => {
  expect(parseCompleteDay('1991-7-1')).toBeUndefined()
  expect(parseCompleteDay('19910714')).toBe('1991-07-14')
  expect(parseCompleteDay('1991-07-14')).toBe('1991-07-14')
})
