import { expect, it } from 'vitest'
import * as made from '../batch.fixture.ts'
import { adviceIn, placesIn } from './advice-dialog.tsx'

it('takes the best remedy of each kind, but decides nothing that somebody has to agree to', () => {
  const groups = [
    made.group('department:unknown', '部门不存在', 7, {
      cures: [
        { key: 'best', words: '采用建议的值', count: 7, isGuess: false },
        { key: 'set:教务处', words: '改为“教务处”', count: 4, isGuess: false },
      ],
    }),
    made.group('workerType:choice', '用工类型不在可选范围内', 5, {
      cures: [
        { key: 'set:1', words: '改为“在编”', count: 4, isGuess: true },
        { key: 'set:2', words: '改为“合同”', count: 1, isGuess: true },
      ],
    }),
    made.group('name:maybe-same', '可能是已有人员', 3, {
      cures: [
        { key: 'skip', words: '跳过', count: 3, isGuess: false },
        { key: 'accept', words: '不是同一人，新建', count: 3, isGuess: false },
      ],
    }),
    made.group('mobile:format', '手机格式不正确', 4, { cures: [] }),
  ]
  const advice = adviceIn(made.summary({ wrong: 14, groups }))
  expect(advice.map(({ kind, cure }) => `${kind} ${cure.key}`)).toEqual([
    'department:unknown best',
    'workerType:choice set:1',
    'workerType:choice set:2',
  ])
  expect(placesIn(advice)).toBe(12)
})
