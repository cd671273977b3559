import { expect, it } from 'vitest'
import type { SwitchNode } from '#kernel/org/contract.ts'
import { factsOf, kindOf, once, placesIn, recentFirst, wayTo } from './schools.ts'

const node = (id: string, name: string, type: SwitchNode['type'], ...children: SwitchNode[]): SwitchNode => ({
  id,
  name,
  type,
  children,
  stages: type === 'school' ? [2] : [],
})
const tree = [
  node(
    'b',
    '云禾区教育局',
    'bureau',
    node('c', '城关学区', 'cluster', node('s', '实验小学', 'school'), node('k', '实验幼儿园', 'kindergarten')),
    node('t', '文澜中学', 'school'),
  ),
]

it('counts the schools below each unit, and knows where each stands', () => {
  const places = placesIn(tree)
  expect(places.get('b')).toMatchObject({ schools: 3, above: [] })
  expect(places.get('c')).toMatchObject({ schools: 2, above: [] })
  expect(places.get('s')).toMatchObject({ schools: 0, above: ['城关学区'] })
})

it('does not count what was not sent', () => {
  const places = placesIn([{ ...tree[0]!, children: [{ ...node('c', '城关学区', 'cluster'), hasChild: true }] }])
  expect([...places.values()].map(({ isWhole }) => isWhole)).toEqual([false, false])
})

it('finds the way to a school', () => {
  expect(wayTo(tree, 's')).toEqual(['b', 'c'])
  expect(wayTo(tree, 'b')).toEqual([])
  expect(wayTo(tree, 'elsewhere')).toBeUndefined()
})

it('names the kind of a school by its stages', () => {
  expect(kindOf({ type: 'school', stages: [3, 2] })).toBe('九年一贯')
  expect(kindOf({ type: 'school', stages: [3] })).toBe('初中')
  expect(kindOf({ type: 'kindergarten', stages: [1] })).toBe('幼儿园')
  expect(kindOf({ type: 'school', stages: [] })).toBe('中小学')
  expect(kindOf({ type: 'school', stages: [2, 6] })).toBe('小学、特教')
})

it('says of a place outside the tree what is known of it', () => {
  const target = { id: 's', name: '实验小学', orgType: 1, path: '' }
  expect(factsOf(target, placesIn(tree).get('s'))).toEqual({ where: '城关学区', kind: '小学' })
  expect(factsOf(target, undefined)).toEqual({ where: '中小学', kind: '' })
  expect(once([target, { ...target, name: '再来' }])).toEqual([target])
})

it('puts schools first where one has been', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, name: id, orgType: 1, path: '' }))
  expect(recentFirst([a!, b!], [c!, b!]).map(({ id }) => id)).toEqual(['b', 'a'])
})
