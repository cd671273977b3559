import { teachingKinds, weekRules, type Slot, type TimetableContent } from '#engines/timetable/contract.ts'
import type {
  GridDay,
  GridLesson,
  GridPeriod,
  LessonFacts,
  TrayLesson,
} from '#packages/web/desk/timetable-grid/grid-types.ts'

/** Whose timetable is shown; `all` is the sheet of the whole school. */
export const viewKinds = { class: '班级', teacher: '教师', room: '教室', all: '总表' } as const
export type ViewKind = keyof typeof viewKinds

/** One timetable of a version: of a class, a teacher or a room. */
export interface View {
  kind: ViewKind
  /** Empty for `all`. */
  id: string
}

type Group = TimetableContent['groups'][number]

/** A version with its parts by id. */
export interface TimetableIndex {
  content: TimetableContent
  groups: ReadonlyMap<string, Group>
  teachers: ReadonlyMap<string, string>
  rooms: ReadonlyMap<string, string>
  classes: ReadonlyMap<string, string>
  periods: ReadonlyMap<string, TimetableContent['periods'][number]>
  slots: ReadonlyMap<string, Slot>
  /** The subjects in the order of the school, for their colours. */
  subjects: readonly string[]
}

export const indexContent = (content: TimetableContent): TimetableIndex => ({
  content,
  groups: new Map(content.groups.map((group) => [group.id, group])),
  teachers: new Map(content.teachers.map(({ id, name }) => [id, name])),
  rooms: new Map(content.rooms.map(({ id, name }) => [id, name])),
  classes: new Map(content.classes.map(({ id, label }) => [id, label])),
  periods: new Map(content.periods.map((period) => [period.id, period])),
  slots: new Map(content.slots.map((slot) => [slot.id, slot])),
  subjects: [...new Set(content.groups.map(({ subjectId }) => subjectId))],
})

const letters = ['一', '二', '三', '四', '五', '六', '日']
export const formatWeekday = (weekday: number) => `周${letters[weekday - 1]}`

/** 周三 第1节. */
export const formatPlace = (index: TimetableIndex, place: { weekday: number; periodId: string } | null) =>
  place ? `${formatWeekday(place.weekday)} ${index.periods.get(place.periodId)?.name ?? ''}`.trim() : '待排'

export const listDays = ({ weekdays }: TimetableContent): GridDay[] =>
  weekdays.map((weekday) => ({ weekday, label: formatWeekday(weekday) }))

/**
 * The periods of the day. Where no lesson of the version lies they are thin lines, as the breaks are; in the editor only
 * those that cannot have lessons.
 */
export function listPeriods({ periods, slots }: TimetableContent, isEdited = false): GridPeriod[] {
  const used = new Set(slots.map(({ periodId }) => periodId))
  return periods.map(({ id, name, begins, ends, kind }) => {
    const hasRow = kind === 'lesson' || used.has(id) || (isEdited && teachingKinds.includes(kind))
    return { id, name, begins, ends, ...(!hasRow && { isBreak: true }) }
  })
}

/** Where a lesson lies; null while it waits. */
export const placeOf = ({ weekday, periodId }: Slot) => (weekday !== null && periodId ? { weekday, periodId } : null)

/** 单, 双 or 第3、5. */
function describeWeeks({ weekRule, weeks }: Slot) {
  if (weekRule === 'every') return undefined
  return weekRule === 'listed' ? `第${weeks.join('、')}` : weekRules[weekRule].slice(0, 1)
}

/** What a lesson shows in a timetable of this kind: what is the same in all of its cells is left out. */
export function describeSlot(index: TimetableIndex, slot: Slot, kind: ViewKind): LessonFacts {
  const group = index.groups.get(slot.groupId)
  const teachers = slot.teacherIds.map((id) => index.teachers.get(id) ?? '').filter(Boolean)
  const room = (slot.roomId && index.rooms.get(slot.roomId)) ?? ''
  const weekNote = describeWeeks(slot)
  const groupName = group?.label ?? ''
  const isFree = group?.kind === 'free'
  return {
    id: slot.id,
    title: kind === 'class' && isFree ? groupName : (group?.subjectName ?? ''),
    ...(group?.shortName && { short: group.shortName }),
    subjectId: group?.subjectId ?? '',
    detail: kind === 'teacher' ? groupName : kind === 'room' ? [groupName, ...teachers].join(' ') : teachers.join('、'),
    place: kind === 'room' ? '' : room,
    isLocked: slot.isLocked,
    ...(weekNote && { weekNote }),
  }
}

/** Whether a lesson is in a timetable. A class has the lessons of the free groups of its pupils too. */
export function isInView({ groups }: TimetableIndex, slot: Slot, { kind, id }: View) {
  if (kind === 'all') return true
  if (kind === 'teacher') return slot.teacherIds.includes(id)
  if (kind === 'room') return slot.roomId === id
  const group = groups.get(slot.groupId)
  return group?.classId === id || (group?.classIds.includes(id) ?? false)
}

export const listLessons = (index: TimetableIndex, view: View): GridLesson[] =>
  index.content.slots.flatMap((slot) => {
    const place = placeOf(slot)
    return place && isInView(index, slot, view) ? { ...describeSlot(index, slot, view.kind), ...place } : []
  })

/** The lessons that wait for a place, with the class or free group that they are of. */
export function listWaiting(index: TimetableIndex, view: View): TrayLesson[] {
  const waiting = index.content.slots.filter((slot) => !placeOf(slot) && isInView(index, slot, view))
  return waiting.map((slot) => ({
    ...describeSlot(index, slot, view.kind),
    group: index.groups.get(slot.groupId)?.label ?? '',
  }))
}

export interface ViewChoice {
  value: string
  label: string
  /** The grade of a class. */
  group?: string
}

/** Whose timetables of a kind there are: classes by grade, teachers and rooms with lessons. */
export function listChoices({ content }: TimetableIndex, kind: ViewKind): ViewChoice[] {
  if (kind === 'class') {
    return content.classes.map(({ id, label, gradeName }) => ({ value: id, label, group: gradeName }))
  }
  if (kind === 'teacher') {
    const busy = new Set(content.slots.flatMap(({ teacherIds }) => teacherIds))
    return toChoices(content.teachers.filter(({ id }) => busy.has(id)))
  }
  if (kind !== 'room') return []
  const used = new Set(content.slots.map(({ roomId }) => roomId))
  return toChoices(content.rooms.filter(({ id }) => used.has(id)))
}

const toChoices = (rows: readonly { id: string; name: string }[]): ViewChoice[] =>
  rows
    .map(({ id, name }) => ({ value: id, label: name }))
    .sort((one, other) => one.label.localeCompare(other.label, 'zh'))

/** The timetable in which a lesson is shown when somebody jumps to it. */
export function findViewOf(index: TimetableIndex, slotId: string, preferred: ViewKind): View | undefined {
  const slot = index.slots.get(slotId)
  const group = slot && index.groups.get(slot.groupId)
  if (!slot || !group) return undefined
  const classId = group.classId ?? group.classIds[0]
  const teacherId = slot.teacherIds[0]
  if (preferred === 'teacher' && teacherId) return { kind: 'teacher', id: teacherId }
  if (preferred === 'room' && slot.roomId) return { kind: 'room', id: slot.roomId }
  if (preferred === 'all') return { kind: 'all', id: '' }
  if (classId) return { kind: 'class', id: classId }
  return teacherId ? { kind: 'teacher', id: teacherId } : undefined
}

/** 数学 七(3)班. */
export function nameSlot(index: TimetableIndex, slotId: string) {
  const slot = index.slots.get(slotId)
  const group = slot && index.groups.get(slot.groupId)
  if (!group) return ''
  return group.kind === 'free' ? group.label : `${group.label} ${group.subjectName}`
}
