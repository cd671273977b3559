import { expect, it } from 'vitest'
import { mergeLayouts } from './layout.ts'

const place = (id: string, part: { isHidden?: boolean; isLocked?: boolean } = {}) => ({
  id,
  isHidden: false,
  isLocked: false,
  ...part,
})
const ids = ['a', 'b', 'c', 'd']
const order = (cards: ReturnType<typeof mergeLayouts>) =>
  cards.map(({ id, isHidden }) => (isHidden ? `(${id})` : id)).join(' ')

it('is the default order without a layout', () => {
  expect(order(mergeLayouts(ids, [], []))).toBe('a b c d')
})

it('takes the order of the organisation, then that of the user; new cards follow', () => {
  const org = [place('c'), place('a', { isHidden: true })]
  expect(order(mergeLayouts(ids, org, []))).toBe('c (a) b d')
  expect(order(mergeLayouts(ids, org, [place('d'), place('a')]))).toBe('d a c b')
})

it('leaves locked cards where they are and shown', () => {
  const org = [place('b', { isLocked: true }), place('a')]
  expect(order(mergeLayouts(ids, org, [place('d'), place('b', { isHidden: true }), place('a')]))).toBe('b d a c')
})

it('leaves out cards that the user does not have', () => {
  expect(order(mergeLayouts(['a', 'd'], [place('c', { isLocked: true })], [place('d'), place('x')]))).toBe('d a')
})
