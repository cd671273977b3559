import type { Cell, TimetableRule, TimetableRuleKind } from '#engines/timetable/contract.ts'
import { formatWeekday } from '../timetable/timetable-views.ts'

/** The names that the sentences need, by id. */
export interface RuleNames {
  teachers: ReadonlyMap<string, string>
  subjects: ReadonlyMap<string, string>
  rooms: ReadonlyMap<string, string>
  grades: ReadonlyMap<string, string>
  classes: ReadonlyMap<string, string>
  /** In the order of the day. */
  periods: ReadonlyMap<string, string>
}

const mostNames = 4
/** 张伟、王芳等6人; of what is gone, only that it is. */
function join(ids: readonly string[], names: ReadonlyMap<string, string>, unit: string) {
  const known = ids.map((id) => names.get(id) ?? '（已停用）')
  return known.length > mostNames ? `${known.slice(0, mostNames).join('、')}等${known.length}${unit}` : known.join('、')
}

/** 周一第1、2节，周三全天: the days in order, and runs of cells by day. */
export function describeCells(cells: readonly Cell[], periods: RuleNames['periods']): string {
  const order = [...periods.keys()]
  const days = [...new Set(cells.map(({ weekday }) => weekday))].sort((one, other) => one - other)
  const ofDay = (day: number) =>
    order.filter((id) => cells.some(({ weekday, periodId }) => weekday === day && periodId === id))
  // Days with the same periods are named together: 周一、周三第1节.
  const byPeriods = new Map<string, { days: number[]; ids: string[] }>()
  for (const day of days) {
    const ids = ofDay(day)
    const entry = byPeriods.get(ids.join())
    if (entry) entry.days.push(day)
    else byPeriods.set(ids.join(), { days: [day], ids })
  }
  return [...byPeriods.values()]
    .map(({ days: same, ids }) => joinRun(same, formatWeekday, '至') + describePeriods(ids, periods, order.length))
    .join('，')
}

/** 周一至周五, 4–6; two neighbours are named both. */
function joinRun(values: readonly number[], format: (value: number) => string, to: string) {
  const [first, last] = [values[0]!, values.at(-1)!]
  const isRun = values.length > 2 && values.every((value, at) => value === first + at)
  return isRun ? format(first) + to + format(last) : values.map(format).join('、')
}

const numbered = /^第(.+)节$/
function describePeriods(ids: readonly string[], periods: RuleNames['periods'], all: number) {
  if (ids.length === all) return '全天'
  const names = ids.map((id) => periods.get(id) ?? '')
  const numbers = names.map((name) => numbered.exec(name)?.[1])
  if (!numbers.every(Boolean)) return names.join('、')
  const isPlain = numbers.every((number) => /^\d+$/.test(number!))
  return `第${isPlain ? joinRun(numbers.map(Number), String, '–') : numbers.join('、')}节`
}

type Describe<Kind extends TimetableRuleKind> = (
  rule: Extract<TimetableRule, { kind: Kind }>,
  names: RuleNames,
) => string

const softly = (isSoft: boolean) => (isSoft ? '尽量' : '')

const sentences: { [Kind in TimetableRuleKind]: Describe<Kind> } = {
  'teacher-off': ({ userIds, cells }, { teachers, periods }) =>
    `${join(userIds, teachers, '人')} ${describeCells(cells, periods)}不排课`,
  'class-off': ({ gradeIds, classIds, cells }, { grades, classes, periods }) => {
    const who = [join(gradeIds, grades, '个年级'), join(classIds, classes, '个班')].filter(Boolean).join('、')
    return `${who || '全校'} ${describeCells(cells, periods)}不排课`
  },
  'subject-off': ({ subjectIds, cells, isSoft }, { subjects, periods }) =>
    `${join(subjectIds, subjects, '科')} ${softly(isSoft)}不排在${describeCells(cells, periods)}`,
  'subject-only': ({ subjectIds, cells, isSoft }, { subjects, periods }) =>
    `${join(subjectIds, subjects, '科')} ${softly(isSoft)}只排在${describeCells(cells, periods)}`,
  'subject-fixed': ({ subjectId, gradeIds, cell }, { subjects, grades, periods }) =>
    `${join(gradeIds, grades, '个年级') || '全校'} ${join([subjectId], subjects, '')}固定在${describeCells([cell], periods)}`,
  'subject-rooms': ({ subjectIds, roomIds }, { subjects, rooms }) =>
    `${join(subjectIds, subjects, '科')} 在${join(roomIds, rooms, '间场室')}上课`,
  'teacher-daily-most': ({ userIds, most }, { teachers }) =>
    `${join(userIds, teachers, '人') || '全体教师'} 每天最多${most}节`,
  'subject-daily-most': ({ subjectIds, most }, { subjects }) =>
    `${join(subjectIds, subjects, '科')} 每班每天最多${most}节`,
  'subject-double': ({ subjectIds, count }, { subjects }) => `${join(subjectIds, subjects, '科')} 每周连堂${count}次`,
  'two-week-pair': ({ subjectIds }, { subjects }) =>
    `${subjectIds.map((id) => join([id], subjects, '')).join('和')}单双周轮换`,
}

/** A rule as a sentence: 王芳 周三第1、2节不排课. */
export const describeRule = <Kind extends TimetableRuleKind>(
  rule: Extract<TimetableRule, { kind: Kind }>,
  names: RuleNames,
): string => (sentences[rule.kind as Kind] as Describe<Kind>)(rule, names)
