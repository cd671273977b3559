import { expect, it } from 'vitest'
import * as made from '../batch.fixture.ts'
import { listAdvice, countFixes } from './advice-dialog.tsx'

it('takes the best fix of each kind, but no decision that a user has to make', () => {
  const groups = [
    made.group('department:unknown', '部门不存在', 7, {
      fixes: [
        { key: 'best', label: '采用建议的值', count: 7, isGuess: false },
        { key: 'set:教务处', label: '改为“教务处”', count: 4, isGuess: false },
      ],
    }),
    made.group('workerType:choice', '用工类型不在可选范围内', 5, {
      fixes: [
        { key: 'set:1', label: '改为“在编”', count: 4, isGuess: true },
        { key: 'set:2', label: '改为“合同”', count: 1, isGuess: true },
      ],
    }),
    made.group('name:maybe-same', '可能是已有人员', 3, {
      fixes: [
        { key: 'skip', label: '跳过', count: 3, isGuess: false },
        { key: 'accept', label: '不是同一人，新建', count: 3, isGuess: false },
      ],
    }),
    made.group('mobile:format', '手机格式不正确', 4, { fixes: [] }),
  ]
  const advice = listAdvice(made.summary({ wrong: 14, groups }))
  expect(advice.map(({ kind, fix }) => `${kind} ${fix.key}`)).toEqual([
    'department:unknown best',
    'workerType:choice set:1',
    'workerType:choice set:2',
  ])
  expect(countFixes(advice)).toBe(12)
})
