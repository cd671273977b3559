import { expect, it } from 'vitest'
import * as made from '../batch.fixture.ts'
import { adviceIn, rowsIn } from './advice-dialog.tsx'

it('takes the best remedy of each kind, but decides nothing that somebody has to agree to', () => {
  const groups = [
    made.group('department:unknown', '部门不存在', 7, {
      cures: [
        { key: 'best', words: '采用建议的值', count: 7 },
        { key: 'set:教务处', words: '改为“教务处”', count: 4 },
      ],
    }),
    made.group('name:maybe-same', '可能是已有人员', 3, {
      cures: [
        { key: 'skip', words: '是同一人，不导入', count: 3 },
        { key: 'accept:maybe-same', words: '作为新人导入', count: 3 },
      ],
    }),
    made.group('mobile:format', '手机格式不正确', 4, { cures: [] }),
  ]
  const advice = adviceIn(made.summary({ wrong: 14, groups }))
  expect(advice.map(({ kind, cure }) => `${kind} ${cure.key}`)).toEqual(['department:unknown best'])
  expect(rowsIn(advice)).toBe(7)
})
