import { expect, it } from 'vitest'
import { findNextLesson, type BoardColumn, type BoardLesson } from './board-types.ts'

const periods = ['1', '2', '3', '4'].map((id) => ({ id, name: `第${id}节`, begins: '' }))
const lesson = (id: string, periodId: string): BoardLesson => ({
  id,
  periodId,
  title: '',
  detail: '',
  state: 'open',
  text: '',
})
const column = (id: string, ...lessons: BoardLesson[]): BoardColumn => ({ id, name: id, lessons })
const columns = [
  column('chen', lesson('a', '1'), lesson('b', '4')),
  column('nobody'),
  column('sun', lesson('c', '2'), lesson('d', '3')),
]
const next = (from: string, key: string) => findNextLesson(columns, periods, from, key)

it('goes down and up in a column, and stops at its ends', () => {
  expect([next('a', 'ArrowDown'), next('b', 'ArrowUp')]).toEqual(['b', 'a'])
  expect([next('a', 'ArrowUp'), next('b', 'ArrowDown')]).toEqual([undefined, undefined])
})

it('goes to the nearest period of the next column that has lessons', () => {
  expect([next('a', 'ArrowRight'), next('b', 'ArrowRight')]).toEqual(['c', 'd'])
  expect([next('d', 'ArrowLeft'), next('c', 'ArrowRight'), next('a', 'ArrowLeft')]).toEqual(['b', undefined, undefined])
})

it('knows no other key', () => expect(next('a', 'Home')).toBeUndefined())
