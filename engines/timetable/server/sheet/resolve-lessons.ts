import {
  findChoice,
  findNearestChoice,
  type Fix,
  type RowIssue,
  type SheetChoice,
  type SheetRow,
} from '#packages/sheet'
import type { TaughtGroup } from '#kernel/schooling/server/api.ts'
import type { WeekRule } from '../model.ts'
import { countWeekHours } from '../planned-hours.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportTeacher } from './import-queries.ts'

/** A row whose names were found. */
export interface ResolvedLesson {
  group: TaughtGroup
  weekday: number
  periodId: string
  weekRule: WeekRule
  roomId: string | null
  /** Only where the group has further teachers; otherwise they follow the assignments. */
  teacherIds: string[]
}

export interface ResolvedRow {
  row: number
  issues: RowIssue[]
  lesson: ResolvedLesson | null
  /** What a second row may not say again. */
  key: string
}

type Column = keyof ImportContext['choices']
const columnTitles: Record<Column, string> = {
  class: '班级',
  period: '节次',
  subject: '学科',
  teacher: '教师',
  room: '场室',
}
const skipFix: Fix = { kind: 'skip', label: '跳过这些课' }
const hoursOf = (weekRule: WeekRule) => (weekRule === 'every' ? 1 : 0.5)

/** Looks up the names of all rows. Rows count against the hours of their group in the order of the sheet. */
export function resolveLessons(context: ImportContext, rows: readonly SheetRow[]): ResolvedRow[] {
  const find = createFinder(context)
  const listMeant = createTeacherFinder(context)
  const used = new Map<string, number>()
  const isFree = new Map(context.groups.flatMap((group) => (group.kind === 'free' ? [[group.id, group]] : [])))
  const groupOf = new Map(context.groups.map((group) => [`${group.classId} ${group.subjectId}`, group]))
  return rows.map((row) => {
    const { values, accepted } = row
    const issues: RowIssue[] = []
    const look = (column: Column) => {
      const text = values[column]
      if (text === undefined) return undefined
      const found = find(column, text)
      if (typeof found !== 'string') issues.push(...found)
      return typeof found === 'string' ? found : undefined
    }
    const classId = look('class')
    const periodId = look('period')
    const subjectId = look('subject')
    const roomId = look('room') ?? null
    const weekday = Number(values['weekday'])
    if (weekday > context.weekDays)
      issues.push({ column: 'weekday', code: 'no-school', message: `每周上课${context.weekDays}天`, fixes: [skipFix] })
    const weekRule = (values['weekRule'] ?? 'every') as WeekRule
    const key = [values['class'], weekday, periodId, values['subject'], weekRule].join(' ')
    const group = classId === undefined ? undefined : (isFree.get(classId) ?? groupOf.get(`${classId} ${subjectId}`))
    if (classId !== undefined && subjectId !== undefined && (!group || group.assignments.length === 0))
      issues.push(createUnassignedIssue(context, classId, subjectId))
    const lookup = { context, row, issues, listMeant }
    const teacherIds = group ? findTeachers(lookup, group) : findStrangers(lookup)
    if (group && issues.length === 0) {
      const hours = (used.get(group.id) ?? 0) + hoursOf(weekRule)
      used.set(group.id, hours)
      const planned = countWeekHours(group)
      if (hours > planned && !accepted.includes('more-hours')) issues.push(createHoursIssue(group, planned))
    }
    const lesson =
      group && periodId && issues.length === 0 ? { group, weekday, periodId, weekRule, roomId, teacherIds } : null
    return { row: row.row, issues, lesson, key }
  })
}

const nameGroup = ({ kind, label, subjectName }: TaughtGroup) => (kind === 'free' ? label : `${label}${subjectName}`)

function createUnassignedIssue({ choices }: ImportContext, classId: string, subjectId: string): RowIssue {
  const titleOf = (column: Column, id: string) => choices[column].find(({ value }) => value === id)?.title ?? ''
  return {
    column: 'subject',
    code: 'no-teaching',
    title: '没有任课安排',
    message: `${titleOf('class', classId)}没有${titleOf('subject', subjectId)}的任课安排，请先安排任课或跳过`,
    fixes: [skipFix],
  }
}

const createHoursIssue = (group: TaughtGroup, planned: number): RowIssue => ({
  column: 'subject',
  code: 'more-hours',
  title: '课时超过任课安排',
  message: `${nameGroup(group)}任课每周${planned}节，这一节超出`,
  fixes: [{ kind: 'accept', label: '仍然导入' }, skipFix],
})

/** Each text is looked up once. */
function createFinder({ choices }: ImportContext) {
  const known = new Map<string, string | RowIssue[]>()
  return (column: Column, text: string) => {
    const key = `${column} ${text}`
    const found = known.get(key) ?? findName(column, text, choices[column])
    known.set(key, found)
    return found
  }
}

function findName(column: Column, text: string, choices: readonly SheetChoice[]): string | RowIssue[] {
  const choice = findChoice(text, choices)
  if (choice) return choice.value
  const meant = findNearestChoice(text, choices)
  const guess: Fix[] = meant
    ? [{ kind: 'set', column, value: meant.title, label: `改为“${meant.title}”`, isGuess: true }]
    : []
  const other: Fix = column === 'room' ? { kind: 'set', column, value: '', label: '不填教室' } : skipFix
  return [
    {
      column,
      code: 'unknown',
      title: `未识别${columnTitles[column]}`,
      message: `未识别${columnTitles[column]}“${text}”，请选择`,
      fixes: [...guess, other],
    },
  ]
}

/** Several teachers of one lesson: 王芳、李明. */
const splitNames = (text = '') => text.split(/[、,，&＆+]/).flatMap((name) => name.trim() || [])
const toPlain = (name: string) => name.normalize('NFKC').replaceAll(/\s/g, '')

/** The people that a text may mean: all of the name, or the one with the number or the title. Each text is looked up once. */
function createTeacherFinder({ teachers, choices }: ImportContext) {
  const byName = Map.groupBy(teachers, ({ name }) => toPlain(name))
  const known = new Map<string, readonly ImportTeacher[]>()
  const listMeant = (text: string) => {
    const namesakes = byName.get(toPlain(text)) ?? []
    if (namesakes.length > 0) return namesakes
    const choice = findChoice(text, choices.teacher)
    return choice ? teachers.filter(({ id }) => id === choice.value) : []
  }
  return (text: string) => {
    const meant = known.get(text) ?? listMeant(text)
    known.set(text, meant)
    return meant
  }
}
type FindTeachers = ReturnType<typeof createTeacherFinder>

const createUnknownIssue = ({ choices }: ImportContext, name: string): RowIssue => {
  const meant = findNearestChoice(name, choices.teacher)
  return {
    column: 'teacher',
    code: 'unknown',
    title: '未识别教师',
    message: `未识别教师“${name}”，请选择或新建`,
    fixes: meant
      ? [{ kind: 'set', column: 'teacher', value: meant.title, label: `改为“${meant.title}”`, isGuess: true }]
      : [],
  }
}

interface TeacherLookup {
  context: ImportContext
  row: SheetRow
  /** Those that are found are added. */
  issues: RowIssue[]
  listMeant: FindTeachers
}

/** Without a group only names that nobody has can be told. */
function findStrangers({ context, row, issues, listMeant }: TeacherLookup): string[] {
  for (const name of splitNames(row.values['teacher']))
    if (listMeant(name).length === 0) issues.push(createUnknownIssue(context, name))
  return []
}

/** Of namesakes the one is meant who teaches the group. */
function findTeachers({ context, row, issues, listMeant }: TeacherLookup, group: TaughtGroup): string[] {
  const teaching = new Set(group.assignments.map(({ userId }) => userId))
  const chosen = splitNames(row.values['teacher']).flatMap((name) => {
    const meant = listMeant(name)
    const assigned = meant.filter(({ id }) => teaching.has(id))
    if (assigned.length === 1) return assigned[0]!.id
    if (meant.length === 0) issues.push(createUnknownIssue(context, name))
    else if (meant.length > 1) issues.push(createNamesakeIssue(context, name, meant))
    else if (!row.accepted.includes('not-assigned')) issues.push(createStrangerIssue(group, meant[0]!.name))
    return []
  })
  return teaching.size > chosen.length ? chosen : []
}

const createNamesakeIssue = ({ choices }: ImportContext, name: string, meant: readonly { id: string }[]): RowIssue => ({
  column: 'teacher',
  code: 'ambiguous',
  title: '存在同名教师',
  message: `存在${meant.length}位同名教师“${name}”，请选择`,
  fixes: meant.flatMap(({ id }) => {
    const title = choices.teacher.find(({ value }) => value === id)?.title
    return title === undefined
      ? []
      : [{ kind: 'set', column: 'teacher', value: title, label: `选择${title}`, isGuess: true }]
  }),
})

function createStrangerIssue(group: TaughtGroup, name: string): RowIssue {
  const teachers = [...new Set(group.assignments.map(({ teacherName }) => teacherName))]
  return {
    column: 'teacher',
    code: 'not-assigned',
    title: '教师与任课安排不符',
    message: `${name}不是${nameGroup(group)}的任课教师${teachers.length > 0 ? `（任课为${teachers.join('、')}）` : ''}`,
    fixes: [{ kind: 'accept', label: '按任课教师导入' }, skipFix],
  }
}
