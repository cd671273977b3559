import type { AssignmentRole, TeachingSheetForm, TeachingCell } from '../contract.ts'
import { normaliseText } from './paste-class-teachers.ts'

export interface TeachingPerson {
  id: string
  name: string
  subject: string
  pinyin: string
  initials: string
}

export type CellTeachers = TeachingSheetForm['cells'][number]['teachers']

/** The staff of a school, each with a unique label: 王芳; 张伟（数学） where two have the same name. */
export interface Roster {
  people: readonly TeachingPerson[]
  labelOf: ReadonlyMap<string, string>
}

export function createRoster(people: readonly TeachingPerson[]): Roster {
  const called = new Map<string, TeachingPerson[]>()
  for (const one of people) called.set(one.name, [...(called.get(one.name) ?? []), one])
  const getLabel = (one: TeachingPerson) => {
    const same = called.get(one.name)!
    if (same.length === 1) return one.name
    const rivals = same.filter(({ subject }) => subject === one.subject)
    const number = rivals.length > 1 ? String(rivals.indexOf(one) + 1) : ''
    return `${one.name}（${one.subject || '未设学科'}${number}）`
  }
  return { people, labelOf: new Map(people.map((one) => [one.id, getLabel(one)])) }
}

const marks: Readonly<Record<AssignmentRole, string>> = { lead: '', assistant: '（助教）', cover: '（代）' }

/** The text of a cell in the format that can be typed: 王芳 6、李强（助教）. */
export const formatCell = ({ assignments }: Pick<TeachingCell, 'assignments'>, { labelOf }: Roster) =>
  assignments
    .map(({ userId, teacherName, role, weekHours }) => {
      const hours = weekHours > 0 ? ` ${weekHours}` : ''
      return `${labelOf.get(userId) ?? teacherName}${marks[role]}${hours}`
    })
    .join('、')

/** Separators between names. */
const between = /[、，,;；/\n]+/
interface Written {
  name: string
  role: AssignmentRole | undefined
  hours: number | undefined
}

/** Parses 王芳（助教） 2: name, role and weekly hours. */
function parsePart(part: string, { people, labelOf }: Roster): Written {
  const whole = normaliseText(part)
  // A name may end with a number.
  if (people.some(({ id }) => normaliseText(labelOf.get(id) ?? '') === whole))
    return { name: whole, role: undefined, hours: undefined }
  const found = /^(.*?)(\d+(?:\.\d)?)?$/.exec(whole.replace(/节$/, ''))!
  const [, text = '', hours] = found
  const role = /\(助教?\)$/.test(text) ? 'assistant' : /\((?:长期)?代课?\)$/.test(text) ? 'cover' : undefined
  const name = role ? text.replace(/\([^()]*\)$/, '') : text
  return { name, role, hours: hours === undefined ? undefined : Number(hours) }
}

export interface CellContext {
  cell: TeachingCell
  roster: Roster
  /** The hours of this subject in other classes of the grade. */
  commonHours: number
}

export type ParsedTeacherCell = { teachers: CellTeachers } | { reason: string }

const mostTeachers = 6
const mostHours = 40

/**
 * The teachers that a cell text means, or the reason why it is invalid. The first is the lead, the others assist by
 * default.
 */
export function parseTeacherCell(text: string, facts: CellContext): ParsedTeacherCell {
  const parts = text.split(between).filter((part) => normaliseText(part) !== '')
  if (parts.length > mostTeachers) return { reason: `一格最多 ${mostTeachers} 位教师` }
  const teachers: CellTeachers = []
  for (const part of parts) {
    const { name, role: said, hours } = parsePart(part, facts.roster)
    const found = findTeacher(name, facts)
    if ('reason' in found) return found
    if (teachers.some(({ userId }) => userId === found.id)) return { reason: `${name}写了两次` }
    const role = said ?? (teachers.some((one) => one.role === 'lead') ? 'assistant' : 'lead')
    const weekHours = hours ?? hoursOf(found.id, role, facts)
    if (weekHours > mostHours) return { reason: `周课时不超过 ${mostHours}` }
    teachers.push({ userId: found.id, role, weekHours })
  }
  return { teachers }
}

function findTeacher(name: string, { cell, roster }: CellContext): { id: string } | { reason: string } {
  const byWord = roster.people.filter(({ id }) => normaliseText(roster.labelOf.get(id) ?? '') === name)
  if (byWord.length === 1) return byWord[0]!
  // A current teacher may have left the school and is still accepted.
  const there = cell.assignments.filter(({ teacherName }) => normaliseText(teacherName) === name)
  if (there.length === 1) return { id: there[0]!.userId }
  const same = roster.people.filter((one) => normaliseText(one.name) === name)
  if (same.length > 1) {
    const labels = same.map(({ id }) => roster.labelOf.get(id)).join('、')
    return { reason: `有 ${same.length} 位${name}，请写明：${labels}` }
  }
  return { reason: `本校没有“${name}”` }
}

function hoursOf(userId: string, role: AssignmentRole, { cell, commonHours }: CellContext) {
  const own = cell.assignments.find((one) => one.userId === userId && one.role === role)
  if (own) return own.weekHours
  if (role === 'assistant') return 0
  return cell.assignments.find((one) => one.role === 'lead')?.weekHours ?? commonHours
}

export interface TeacherSuggestion {
  person: TeachingPerson
  /** The text of the whole cell with this person. */
  text: string
}

const mostOffers = 8

/** Suggestions while typing: by name, pinyin or initials, teachers of the subject first. */
export function listSuggestions(text: string, { people, labelOf }: Roster, subject: string): TeacherSuggestion[] {
  const start = text.length - (text.split(between).at(-1) ?? '').length
  const typed = normaliseText(text.slice(start)).replaceAll("'", '').toLowerCase()
  if (typed === '' || people.some(({ id }) => normaliseText(labelOf.get(id) ?? '') === typed)) return []
  const isLetters = /^[a-z]+$/.test(typed)
  const rank = (one: TeachingPerson) => {
    const isFirst = isLetters
      ? one.initials.startsWith(typed) || one.pinyin.startsWith(typed)
      : normaliseText(one.name).startsWith(typed)
    if (isFirst) return one.subject === subject ? 0 : 1
    return !isLetters && normaliseText(one.name).includes(typed) ? 2 : undefined
  }
  return people
    .flatMap((person) => {
      const order = rank(person)
      return order === undefined ? [] : { person, order }
    })
    .sort((one, other) => one.order - other.order)
    .slice(0, mostOffers)
    .map(({ person }) => ({ person, text: text.slice(0, start) + labelOf.get(person.id)! }))
}

/** The suggestion that Enter takes: with letters the first, with Chinese characters only an unambiguous one. */
export const getFirstSuggestion = (text: string, offers: readonly TeacherSuggestion[]) =>
  offers.length === 1 || (offers.length > 1 && /[a-z]$/i.test(text)) ? 0 : -1
