import { expect, it } from 'vitest'
import { matchAppName } from './app-search.ts'

const app = (name: string, pinyin: string, initials: string, edition = '') => ({ name, edition, pinyin, initials })
const health = app('学生体质健康', 'xueshengtizhijiankang', 'xstzjk')
const lessons = app('AI 备课 3.0', 'aibeike30', 'abk30')
const plan = app('方案库', 'fanganku', 'fak')
const enrol = app('新生报名系统', 'xinshengbaomingxitong', 'xsbmxt', '教育局')

/** The name with the match in brackets. */
const marked = (named: typeof health, keyword: string) =>
  matchAppName(named, keyword)
    ?.map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('')

it('finds by characters, initials, full pinyin and abbreviations, and marks the match', () => {
  expect(marked(health, '健康')).toBe('学生体质[健康]')
  expect(marked(health, 'xs')).toBe('[学生]体质健康')
  expect(marked(health, 'xuesheng')).toBe('[学生]体质健康')
  expect(marked(health, 'TIZH')).toBe('学生[体质]健康')
  expect(marked(health, 'xuest')).toBe('[学生体]质健康')
  expect(marked(health, 'shengt')).toBe('学[生体]质健康')
})

it('cuts the pinyin at the characters, not at other possible places', () => {
  expect(marked(plan, 'fanga')).toBe('[方案]库')
  expect(marked(plan, 'an')).toBe('方[案]库')
  // 方案 is read fang an: no syllable begins with g.
  expect(matchAppName(plan, 'gan')).toBeUndefined()
})

it('matches letters and digits in a name literally', () => {
  expect(marked(lessons, 'ai')).toBe('[AI] 备课 3.0')
  expect(marked(lessons, 'bk')).toBe('AI [备课] 3.0')
})

it('finds two applications of one name by their edition', () => {
  expect(marked(enrol, '教育')).toBe('新生报名系统')
})

it('finds nothing without a match', () => {
  expect(matchAppName(health, '成绩')).toBeUndefined()
  expect(matchAppName(health, 'cj')).toBeUndefined()
  expect(matchAppName(health, 'sx')).toBeUndefined()
})
