import { describe, expect, it } from 'vitest'
import type { TimetableRule } from '#engines/timetable/contract.ts'
import { id, ids } from '../timetable.fixture.ts'
import { describeCells, describeRule, type RuleNames } from './describe-rule.ts'
import { toggleAll, withCell } from './painted-cells.ts'
import { createRuleForm, fromRule, newRule, toRule } from './rule-form.tsx'

const reading = id(40)
const names: RuleNames = {
  teachers: new Map([
    [ids.chen, '陈国栋'],
    [ids.sun, '孙丽'],
  ]),
  subjects: new Map([
    [ids.maths, '数学'],
    [ids.english, '英语'],
  ]),
  rooms: new Map([[ids.room, '实验楼 301']]),
  grades: new Map([[ids.grade, '七年级']]),
  classes: new Map([[ids.first, '七(1)班']]),
  periods: new Map([
    [reading, '早读'],
    [ids.one, '第1节'],
    [ids.two, '第2节'],
  ]),
}
const cell = (weekday: number, periodId: string) => ({ weekday, periodId })
const rules: readonly [TimetableRule, string][] = [
  [
    { kind: 'teacher-off', userIds: [ids.chen, ids.sun], cells: [cell(3, ids.two), cell(3, ids.one)] },
    '陈国栋、孙丽 周三第1、2节不排课',
  ],
  [
    { kind: 'class-off', gradeIds: [], classIds: [], cells: [cell(5, reading), cell(5, ids.one), cell(5, ids.two)] },
    '全校 周五全天不排课',
  ],
  [
    { kind: 'class-off', gradeIds: [ids.grade], classIds: [ids.first], cells: [cell(1, reading)] },
    '七年级、七(1)班 周一早读不排课',
  ],
  [
    { kind: 'subject-off', subjectIds: [ids.maths], isSoft: true, cells: [cell(1, ids.two), cell(2, ids.two)] },
    '数学 尽量不排在周一、周二第2节',
  ],
  [
    { kind: 'subject-only', subjectIds: [ids.english], isSoft: false, cells: [cell(1, ids.one), cell(2, ids.two)] },
    '英语 只排在周一第1节，周二第2节',
  ],
  [
    { kind: 'subject-fixed', subjectId: ids.maths, gradeIds: [ids.grade], cell: cell(2, ids.one) },
    '七年级 数学固定在周二第1节',
  ],
  [{ kind: 'subject-rooms', subjectIds: [ids.maths], roomIds: [ids.room] }, '数学 在实验楼 301上课'],
  [{ kind: 'teacher-daily-most', userIds: [], most: 4 }, '全体教师 每天最多4节'],
  [{ kind: 'subject-daily-most', subjectIds: [ids.maths], most: 2 }, '数学 每班每天最多2节'],
  [{ kind: 'subject-double', subjectIds: [ids.english], count: 1 }, '英语 每周连堂1次'],
  [{ kind: 'two-week-pair', subjectIds: [ids.maths, ids.english] }, '数学和英语单双周轮换'],
]

describe('a rule', () => {
  it.each(rules)('is a sentence, and the form keeps it: %o', (rule, sentence) => {
    expect(describeRule(rule, names)).toBe(sentence)
    expect(toRule(fromRule(rule))).toEqual(rule)
  })

  it('says that somebody is gone, and counts many', () => {
    const userIds = [id(90), ids.chen, ids.sun, ids.chen, ids.sun]
    expect(describeRule({ kind: 'teacher-daily-most', userIds, most: 4 }, names)).toBe(
      '（已停用）、陈国栋、孙丽、陈国栋等5人 每天最多4节',
    )
  })

  it('names cells by days with the same periods', () => {
    expect(describeCells([cell(4, ids.one), cell(2, ids.one), cell(3, reading)], names.periods)).toBe(
      '周二、周四第1节，周三早读',
    )
  })
})

describe('the form', () => {
  const errorsOf = (values: ReturnType<typeof newRule>) =>
    Object.fromEntries(
      createRuleForm(names, values.kind)
        .schema.safeParse(values)
        .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
    )

  it('asks for what the kind of rule needs, in the words of the contract', () => {
    expect(errorsOf(newRule('teacher-off'))).toEqual({ userIds: '请选择教师', cells: '请选择节次' })
    expect(errorsOf(newRule('subject-rooms'))).toEqual({ subjectIds: '请选择学科', roomIds: '请选择场室' })
    expect(errorsOf(newRule('subject-fixed'))).toEqual({ subjectId: '请选择学科', cells: '请选择节次' })
    expect(errorsOf({ ...newRule('two-week-pair'), subjectId: ids.maths, otherSubjectId: ids.maths })).toEqual({
      otherSubjectId: '请选择另一学科',
    })
    expect(errorsOf({ ...newRule('teacher-daily-most'), count: 20 })).toEqual({ count: '请填写1到12的整数' })
    expect(errorsOf(newRule('teacher-daily-most'))).toEqual({})
  })

  it('paints single cells and whole lines', () => {
    const [monday, tuesday] = [cell(1, ids.one), cell(2, ids.one)]
    expect(withCell([monday], tuesday, true)).toEqual([monday, tuesday])
    expect(withCell([monday, tuesday], monday, false)).toEqual([tuesday])
    expect(toggleAll([monday], [monday, tuesday])).toEqual([monday, tuesday])
    expect(toggleAll([monday, tuesday, cell(1, ids.two)], [monday, tuesday])).toEqual([cell(1, ids.two)])
  })
})
