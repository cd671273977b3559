import { expect, it } from 'vitest'
import type { SwitchNode } from '#kernel/org/contract.ts'
import {
  getTargetFacts,
  getSchoolKind,
  uniqueTargets,
  indexOrganisations,
  sortRecentFirst,
  findPathTo,
} from './organisation-tree.ts'

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

it('counts the schools below each unit, and finds the path of each', () => {
  const organisations = indexOrganisations(tree)
  expect(organisations.get('b')).toMatchObject({ schools: 3, above: [] })
  expect(organisations.get('c')).toMatchObject({ schools: 2, above: [] })
  expect(organisations.get('s')).toMatchObject({ schools: 0, above: ['城关学区'] })
})

it('does not count schools that were not sent', () => {
  const organisations = indexOrganisations([
    { ...tree[0]!, children: [{ ...node('c', '城关学区', 'cluster'), hasChild: true }] },
  ])
  expect([...organisations.values()].map(({ isWhole }) => isWhole)).toEqual([false, false])
})

it('finds the path to a school', () => {
  expect(findPathTo(tree, 's')).toEqual(['b', 'c'])
  expect(findPathTo(tree, 'b')).toEqual([])
  expect(findPathTo(tree, 'elsewhere')).toBeUndefined()
})

it('names the kind of a school by its stages', () => {
  expect(getSchoolKind({ type: 'school', stages: [3, 2] })).toBe('九年一贯')
  expect(getSchoolKind({ type: 'school', stages: [3] })).toBe('初中')
  expect(getSchoolKind({ type: 'kindergarten', stages: [1] })).toBe('幼儿园')
  expect(getSchoolKind({ type: 'school', stages: [] })).toBe('中小学')
  expect(getSchoolKind({ type: 'school', stages: [2, 6] })).toBe('小学、特教')
})

it('shows the known facts of an organisation outside the tree', () => {
  const target = { id: 's', name: '实验小学', orgType: 1, path: '' }
  expect(getTargetFacts(target, indexOrganisations(tree).get('s'))).toEqual({ where: '城关学区', kind: '小学' })
  expect(getTargetFacts(target, undefined)).toEqual({ where: '中小学', kind: '' })
  expect(uniqueTargets([target, { ...target, name: '再来' }])).toEqual([target])
})

it('puts recently visited schools first', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, name: id, orgType: 1, path: '' }))
  expect(sortRecentFirst([a!, b!], [c!, b!]).map(({ id }) => id)).toEqual(['b', 'a'])
})
