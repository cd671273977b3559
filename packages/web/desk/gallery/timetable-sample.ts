import type { MasterRow } from '../timetable-grid/master-grid.tsx'
import {
  getSourceKey,
  listPeriods,
  toCellKey,
  type CellKey,
  type GridDay,
  type GridLesson,
  type GridPeriod,
  type HeldLesson,
  type TrayLesson,
  type Verdict,
} from '../timetable-grid/grid-types.ts'

export const days: readonly GridDay[] = [
  { weekday: 1, label: '周一', note: '11-16' },
  { weekday: 2, label: '周二', note: '11-17' },
  { weekday: 3, label: '周三', note: '11-18', isToday: true },
  { weekday: 4, label: '周四', note: '11-19', remark: '按周五上课' },
  { weekday: 5, label: '周五', note: '11-20' },
]

const times = ['08:00', '08:50', '10:00', '10:50', '13:10', '14:00', '14:50', '15:40']
const ends = ['08:40', '09:30', '10:40', '11:30', '13:50', '14:40', '15:30', '16:20']
const lessonPeriods = times.map((begins, at): GridPeriod => {
  return { id: `p${at + 1}`, name: `第${at + 1}节`, begins, ends: ends[at]! }
})
export const periods: readonly GridPeriod[] = [
  ...lessonPeriods.slice(0, 4),
  { id: 'noon', name: '午间', begins: '11:30', ends: '13:10', isBreak: true },
  ...lessonPeriods.slice(4),
]

const teachers: Readonly<Record<string, string>> = {
  语文: '赵敏',
  数学: '陈国栋',
  英语: '孙丽',
  科学: '钱坤',
  体育: '马超',
  历史: '吴越',
  道法: '郑洁',
  美术: '苏晴',
  音乐: '叶青',
  信息: '邓超',
  地理: '顾盼',
  劳动: '欧阳慧敏',
  班会: '林静怡',
}
const places: Readonly<Record<string, string>> = { 体育: '体育馆', 科学: '实验室', 信息: '机房' }
export const subjects = Object.keys(teachers)

/** One line for each period, Monday first. */
const week = [
  '语文 数学 英语 语文 数学',
  '数学 语文 语文 英语 科学',
  '英语 数学 科学 数学 语文',
  '体育 英语 体育 历史 英语',
  '道法 科学 语文 科学 体育',
  '科学 历史 美术 语文 地理',
  '美术 信息 - 音乐 道法',
  '班会 劳动 - - -',
]

export function createLesson(id: string, title: string, weekday: number, periodId: string): GridLesson {
  const facts = { title, subjectId: title, detail: teachers[title] ?? '', place: places[title] ?? '301教室' }
  return { id, weekday, periodId, ...facts, ...(title === '班会' && { isLocked: true, note: '全校固定' }) }
}

export const lessons: readonly GridLesson[] = [
  ...week.flatMap((line, row) =>
    line.split(' ').flatMap((title, column) => {
      if (title === '-' || (title === '美术' && row === 6)) return []
      return [createLesson(`${row}-${column}`, title, column + 1, `p${row + 1}`)]
    }),
  ),
  // Every second week.
  { ...createLesson('odd', '美术', 1, 'p7'), weekNote: '单' },
  { ...createLesson('even', '音乐', 1, 'p7'), weekNote: '双' },
]

export const changedLessons: readonly GridLesson[] = lessons.map((lesson) => {
  if (lesson.id === '0-1') return { ...lesson, tone: 'changed', detail: '李文静', note: '代课' }
  if (lesson.id === '3-2') return { ...lesson, tone: 'cancelled', note: '停课' }
  if (lesson.id === '2-4') return { ...lesson, tone: 'open', note: '待安排' }
  return lesson
})

export const trayLessons: readonly TrayLesson[] = [
  ...['t1', 't2', 't3'].map((id) => ({ ...createLesson(id, '数学', 0, ''), group: '七(3)班' })),
  { ...createLesson('t4', '音乐', 0, ''), weekNote: '单', group: '七(3)班' },
  { ...createLesson('t5', '劳动', 0, ''), group: '七(4)班' },
].map(({ weekday: _weekday, periodId: _periodId, ...lesson }) => lesson)

/** An answer like that of a server, with every kind of verdict. */
export function judgeCells(held: HeldLesson, all: readonly GridLesson[]): ReadonlyMap<CellKey, Verdict> {
  const judge = (weekday: number, periodId: string, at: number): Verdict => {
    const there = all.filter((lesson) => lesson.weekday === weekday && lesson.periodId === periodId)
    const [first] = there
    if (first?.isLocked) return { state: 'blocked', text: '已锁定', detail: `${first.title}已锁定，解锁后才能移动` }
    if (first?.subjectId === held.subjectId) return { state: 'same', text: '同一科目', detail: '这一节已经是同一科目' }
    if (!first) return { state: 'free', text: '可直接放入', detail: '这一节没有课，可直接放入' }
    if (there.length > 1) return { state: 'blocked', text: '单双周课', detail: '这一节单双周轮换，不能互换' }
    if (at % 3 === 0) return { state: 'swap', text: '可互换', detail: `与${first.title}（${first.detail}）互换` }
    const text = at % 3 === 1 ? `${held.detail}在八(1)班` : `${first.place}占用`
    return { state: 'blocked', text, detail: at % 3 === 1 ? `${held.detail}这一节在八(1)班上课` : `${text}，不能移动` }
  }
  const source = getSourceKey(held)
  return new Map(
    days
      .flatMap(({ weekday }) =>
        listPeriods(periods).map(({ id }, at) => [toCellKey({ weekday, periodId: id }), [weekday, id, at]] as const),
      )
      .filter(([key]) => key !== source)
      .map(([key, [weekday, id, at]]) => [key, judge(weekday, id, weekday + at)]),
  )
}

const shifted = (by: number): readonly GridLesson[] =>
  lessons.map((lesson) => ({ ...lesson, weekday: ((lesson.weekday - 1 + by) % 5) + 1 }))

/** As many classes as the largest schools have in three grades. */
export const masterRows: readonly MasterRow[] = ['七', '八', '九'].flatMap((grade, at) =>
  Array.from({ length: 12 }, (_, number) => ({
    id: `${grade}${number}`,
    name: `${grade}(${number + 1})班`,
    lessons: shifted(at + number),
  })),
)

const movedTo: Readonly<Record<string, readonly [weekday: number, periodId: string]>> = {
  '0-1': [3, 'p7'],
  '2-1': [4, 'p8'],
}
/** Another plan for the same class. */
export const otherPlan: readonly GridLesson[] = [
  ...lessons.flatMap((lesson) => {
    if (lesson.id === '7-1') return []
    if (lesson.id === '4-1') return [{ ...lesson, place: '302教室' }]
    const [weekday, periodId] = movedTo[lesson.id] ?? [lesson.weekday, lesson.periodId]
    return [{ ...lesson, weekday, periodId }]
  }),
  createLesson('new', '信息', 3, 'p8'),
]
