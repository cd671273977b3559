import { expect, it } from 'vitest'
import { choice, enumOf, labelOf, labels, optionsOf, status } from './index.ts'

const kinds = labels({ lab: '实验室', hall: '报告厅' })
const states = labels({
  open: { label: '待答复', tone: 'warning', next: ['answered'] },
  answered: { label: '已答复', tone: 'success', isNormal: true },
})

it('makes a schema, options and labels of one declaration', () => {
  expect(enumOf(states).options).toEqual(['open', 'answered'])
  expect(enumOf(states, '请选择状态').safeParse('lost').error?.issues[0]?.message).toBe('请选择状态')
  expect(optionsOf(states)).toEqual([
    { value: 'open', label: '待答复' },
    { value: 'answered', label: '已答复' },
  ])
  expect(optionsOf(kinds)).toEqual([
    { value: 'lab', label: '实验室' },
    { value: 'hall', label: '报告厅' },
  ])
  expect([labelOf(states, 'answered'), labelOf(kinds, 'lab')]).toEqual(['已答复', '实验室'])
})

it('is taken by the fields of an entity as it is', () => {
  expect(choice('类型', kinds).options).toEqual({ lab: '实验室', hall: '报告厅' })
  expect(choice('状态', states).options).toEqual({ open: '待答复', answered: '已答复' })
  const field = status('状态', states)
  expect(field.states.answered.tone).toBe('success')
  expect(field.output.safeParse('lost').success).toBe(false)
})
