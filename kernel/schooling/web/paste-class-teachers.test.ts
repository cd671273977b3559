import { expect, it } from 'vitest'
import { parsePastedHeads } from './paste-class-teachers.ts'

const one = (id: string, gradeName: string, number: number) => ({
  id,
  gradeName,
  name: `${number}班`,
  label: `${gradeName.slice(0, 1)}(${number})班`,
})
const classes = [one('c1', '七年级', 1), one('c2', '七年级', 2), one('c3', '八年级', 1)]
const teachers = [
  { id: 'wang', name: '王芳' },
  { id: 'li', name: '李强' },
  { id: 'zhang1', name: '张伟' },
  { id: 'zhang2', name: '张伟' },
]
const read = (text: string) => parsePastedHeads(text, classes, teachers)

it('finds classes in all common spellings', () => {
  for (const written of ['七(1)班', '七（1）班', '七年级1班', '七年级（1）班', '七1班', '七 (1) 班']) {
    expect(read(`${written}\t王芳`).heads).toEqual({ c1: 'wang' })
  }
})

it('skips headings and accepts the columns in either order', () => {
  expect(read('班级\t班主任\n七(1)班\t王芳\n').heads).toEqual({ c1: 'wang' })
  expect(read('班主任\t班级\n王芳\t八(1)班').heads).toEqual({ c3: 'wang' })
})

it('accepts names alone, in the order of the classes', () => {
  expect(read('班主任\n王芳\n李强').heads).toEqual({ c1: 'wang', c2: 'li' })
})

it('lists what it did not understand, and assigns an ambiguous name to nobody', () => {
  expect(read('七(1)班\t张伟\n七(9)班\t王芳\n七(2)班\t赵六')).toEqual({
    heads: {},
    unknown: ['七(1)班 张伟', '七(9)班 王芳', '七(2)班 赵六'],
  })
})

it('accepts a class number alone only where there is one grade', () => {
  expect(read('1班\t王芳').heads).toEqual({})
  expect(parsePastedHeads('2班\t王芳', classes.slice(0, 2), teachers).heads).toEqual({ c2: 'wang' })
})
