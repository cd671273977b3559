import { expect, it } from 'vitest'
import { isWeakPassword } from './index.ts'

/** Typical choices at schools when digits, capitals and a sign are required. */
function* likely() {
  const words = [
    'admin',
    'password',
    'passw0rd',
    'P@ssw0rd',
    'xuexiao',
    'xiaoxue',
    'zhongxue',
    'laoshi',
    'teacher',
    'jiaoshi',
  ]
  words.push(
    'student',
    'banzhuren',
    'jiaoyu',
    'jiaoyuju',
    'school',
    'shiyan',
    'qiming',
    'qwerty',
    'abc',
    'woaini',
    'Aa',
    'qaz',
    'wsx',
  )
  words.push('yixiao', 'guanliyuan', 'welcome', 'test', 'mima', 'zxc', 'asdf')
  const numbers = [
    '123',
    '1234',
    '123456',
    '12345678',
    '111111',
    '888888',
    '666666',
    '520',
    '1314',
    '2024',
    '2025',
    '2026',
    '2026123',
    '01',
    '001',
    '000000',
  ]
  const signs = ['!', '@', '#', '.', '_', '*', '!@#', '@@']
  const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)
  for (const word of words)
    for (const number of numbers)
      for (const sign of signs) {
        yield capital(word) + sign + number
        yield capital(word) + number + sign
      }
}

it('refuses thousands of likely school passwords', () => {
  const all = [...new Set(likely())]
  expect(all.length).toBeGreaterThan(5_000)
  expect(all.filter((password) => !isWeakPassword(password))).toEqual([])
})

it.each(['Luye-88-Qinghe', 'mountain#Tea4', 'Zhe-shi-wo-de-7'])('accepts %s', (password) => {
  expect(isWeakPassword(password)).toBe(false)
})

it('refuses passwords that a colleague would guess', () => {
  const guesses = {
    dictionaryWords: ['limin', 'lm', 'shiyan.head'],
    numbers: ['13812345678', '330106198801150033', '19880115'],
  }
  const tried = ['Limin@2026', 'LiMin123456!', 'Lm#19880115', 'X-y-z-19880115', 'Hao-150033-Ma', 'Dianhua-12345678']
  expect(tried.filter((password) => !isWeakPassword(password, guesses))).toEqual([])
  expect(isWeakPassword('Luye-88-Qinghe', guesses)).toBe(false)
})
