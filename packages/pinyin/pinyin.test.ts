import { expect, it } from 'vitest'
import { toPinyin } from './index.ts'

it.each([
  ['实验小学', 'name', 'shiyanxiaoxue', 'syxx'],
  ['云禾区第2幼儿园', 'name', 'yunhequdi2youeryuan', 'yhqd2yey'],
  ['单雄信', 'surname', 'shanxiongxin', 'sxx'],
  ['曾国藩', 'surname', 'zengguofan', 'zgf'],
  ['吕思源', 'surname', 'lvsiyuan', 'lsy'],
] as const)('%s', (text, kind, full, initials) => expect(toPinyin(text, kind)).toEqual({ full, initials }))
