import { expect, it } from 'vitest'
import { getPinyinInitial, splitHighlights } from './highlight.ts'

/** The name with its matches in brackets. */
const marked = (name: string, keyword: string) =>
  splitHighlights(name, keyword)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('')

it('finds the initial of a character', () => {
  expect(Array.from('云禾区实验学校文澜中学松原镇幼儿园附属', getPinyinInitial).join('')).toBe('yhqsyxxwlzxsyzyeyfs')
  expect(getPinyinInitial('A')).toBe('a')
  expect(getPinyinInitial('3')).toBe('3')
})

it('marks the typed characters, or those with the typed initials', () => {
  expect(marked('云禾区实验小学', '实验')).toBe('云禾区[实验]小学')
  expect(marked('云禾区实验小学', 'sy')).toBe('云禾区[实验]小学')
  expect(marked('水源镇中心小学', 'SY')).toBe('[水源]镇中心小学')
  expect(marked('第3小学A区', 'a')).toBe('第3小学[A]区')
})

it('marks nothing without a visible match', () => {
  expect(marked('云禾区实验小学', '')).toBe('云禾区实验小学')
  expect(marked('云禾区实验小学', 'shiyan')).toBe('云禾区实验小学')
  expect(marked('云禾区实验小学', '小学校')).toBe('云禾区实验小学')
})
