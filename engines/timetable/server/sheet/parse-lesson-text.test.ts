import { expect, it } from 'vitest'
import { listClassSpellings } from './class-spellings.ts'
import { findPeriodLabel, parseLessonText } from './parse-lesson-text.ts'

const brief = (text: string) =>
  parseLessonText(text).map(({ subject, teacher, room, weekRule }) =>
    [subject, teacher, room, weekRule].join(' ').trim().replaceAll(/\s+/g, ' '),
  )

it.each([
  ['数学/王芳', ['数学 王芳']],
  ['数学 王芳', ['数学 王芳']],
  ['数学\n王芳', ['数学 王芳']],
  ['数学（王芳）', ['数学 王芳']],
  ['数学(王芳)', ['数学 王芳']],
  ['数学', ['数学']],
  ['体育/王芳、李明/操场', ['体育 王芳、李明 操场']],
  ['音乐(单)/美术(双)', ['音乐 单周', '美术 双周']],
  ['音乐（单周） / 美术（双周）', ['音乐 单周', '美术 双周']],
  ['音乐/王芳(单)\n美术/李明(双)', ['音乐 王芳 单周', '美术 李明 双周']],
  ['音乐(单)/王芳\n美术(双)/李明', ['音乐 王芳 单周', '美术 李明 双周']],
  ['音乐/王芳(单)/美术/李明(双)', ['音乐 王芳 单周', '美术 李明 双周']],
  ['单:音乐 双:美术', ['音乐 单周', '美术 双周']],
  ['单周 音乐 王芳；双周 美术 李明', ['音乐 王芳 单周', '美术 李明 双周']],
  ['班会(单)', ['班会 单周']],
  ['—', []],
  ['', []],
])('reads the cell %j', (text, lessons) => {
  expect(brief(text)).toEqual(lessons)
})

it.each([
  [['上午', '第1节'], '第1节'],
  [['1', '08:00-08:40'], '1'],
  [['第三节\n10:00~10:40'], '第三节'],
  [['第2节（8:50-9:30）'], '第2节'],
  [['早上', '晨读'], '晨读'],
  [['下午'], '下午'],
  [[], ''],
])('finds the period of a row in %j', (labels, period) => {
  expect(findPeriodLabel(labels)).toBe(period)
})

it('knows the spellings of a class', () => {
  expect(listClassSpellings('七(1)班')).toEqual(
    expect.arrayContaining(['七年级1班', '七1班', '七年级一班', '初一(1)班', '701', '7.1', '七1']),
  )
  expect(listClassSpellings('高一(12)班')).toEqual(expect.arrayContaining(['高一12班', '高一十二班']))
  expect(listClassSpellings('大班 向日葵班')).toEqual([])
})
