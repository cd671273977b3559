import { expect, it } from 'vitest'
import { isWeakPassword } from '#packages/core'
import { newPassword } from '../contract.ts'
import { isFrequentPassword, listOrganisationPasswordTerms } from './frequent-passwords.ts'

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)

/** Likely guesses at a school: frequent words, names of people, and the organisation. */
function* likely() {
  const words = ['football', 'superman', 'michael', 'jordan', 'charlie', 'computer', 'starwars', 'hello', 'freedom']
  words.push('wang', 'zhangwei', 'liming', 'wangfang', 'lixiaolong', 'chenjing', 'liuyang', 'laowang', 'xiaoli')
  words.push('wanglaoshi', 'huawei', 'hangzhou', 'zhaoxiaozhang', 'yunhe', 'wenlan', 'wenlanzhongxue', 'yhqjyj')
  words.push('yunhejiaoyuju', 'woaini', 'jiayou', 'f00tball', 'p@ssword', 'sunzhuren', 'linxiaoyu')
  const numbers = ['1', '12', '123', '1234', '123456', '666', '888', '2024', '2025', '2026', '520', '1314', '01', '110']
  const signs = ['', '!', '@', '#', '.', '_', '!@#']
  for (const word of words)
    for (const number of numbers)
      for (const sign of signs)
        for (const password of [capital(word) + sign + number, capital(word) + number + sign, word + sign + number])
          if (newPassword.safeParse(password).error?.issues[0]?.message !== composition) yield password
}
const composition = newPassword.safeParse('a').error!.issues[0]!.message

it('refuses five thousand likely passwords at a school', () => {
  const terms = listOrganisationPasswordTerms(['云禾区教育局', '文澜中学'])
  const all = [...new Set(likely())]
  expect(all.length).toBeGreaterThan(5_000)
  const taken = all.filter((one) => !isWeakPassword(one, { dictionaryWords: terms }) && !isFrequentPassword(one))
  expect(taken).toEqual([])
})

it.each(['Football123', 'Superman1!', 'Zhangwei123', 'Wang123456', 'Huawei@123', 'Yunhe2026', 'Wenlan#2026'])(
  'refuses %s, which an attack got through',
  (password) => {
    const words = listOrganisationPasswordTerms(['云禾区教育局', '文澜中学'])
    expect(isWeakPassword(password, { dictionaryWords: words }) || isFrequentPassword(password)).toBe(true)
  },
)

it.each(['Luye-88-Qinghe', 'Lake-Bridge-2026', 'mountain#Tea4', 'Zhe-shi-wo-de-7', 'Kv#mzRj90'])(
  'accepts %s',
  (password) => {
    const words = listOrganisationPasswordTerms(['云禾区教育局', '文澜中学'])
    expect(isWeakPassword(password, { dictionaryWords: words }) || isFrequentPassword(password)).toBe(false)
  },
)

it('derives the area from the beginning of a school’s name, and the school without it', () => {
  const words = listOrganisationPasswordTerms(['云禾区演练学校'])
  for (const password of ['Yunhe2026', 'Yanlian#2026'])
    expect(isWeakPassword(password, { dictionaryWords: words })).toBe(true)
})

it('derives the full name, the name without general words, and the initials', () => {
  expect(listOrganisationPasswordTerms(['杭州市云禾区第三实验小学']).toSorted()).toEqual(
    expect.arrayContaining(['hangzhoushiyunhequdisanshiyanxiaoxue', 'hzsyhqdssyxx']),
  )
  expect(listOrganisationPasswordTerms(['文澜中学'])).toEqual(['wenlanzhongxue', 'wlzx', 'wenlan'])
})
